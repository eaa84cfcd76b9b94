import { bodyOf } from "@assay/server/test/given.ts";
import { givenPerson } from "@assay/server/test/people.ts";
import { untilHolds } from "@assay/server/test/until.ts";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectSound } from "../accessible.ts";
import { startWorking } from "./working.ts";

const { origin, service, openAs } = await startWorking();
const { request } = service;

const call = { id: "1", type: "function", function: { name: "search", arguments: '{"q":"rain"}' } };
const messages = [
  { role: "user", content: "Will it rain in Oslo?" },
  { role: "assistant", content: null, tool_calls: [call] },
  { role: "tool", tool_call_id: "1", content: "no results" },
  { role: "assistant", content: "Yes, it will." },
];

/** A batch of one agent's conversation, whose steps two people label. */
async function givenAgent(): Promise<string> {
  const step = { name: "step", type: "choice", options: ["correct", "wrong tool", "hallucination"] };
  const settings = {
    annotation_type: "text_classification",
    labels: [{ name: "solved" }, { name: "failed" }],
    fields: [{ ...step, per: "message", roles: ["assistant"], required: true }],
    ...{ quality_level: "none", quality_policy: { overlap: 2 } },
  };
  const project = bodyOf(await request("POST", "/v1/projects", settings), 201);
  const files = [{ filename: "items.jsonl", text: JSON.stringify({ external_id: "one", messages }) }];
  const upload = bodyOf(await request("POST", "/v1/uploads", { files }), 201);
  const body = { project_id: project.id, upload_ids: [upload.id] };
  return bodyOf(await request("POST", "/v1/batches", body), 201).id;
}

async function itemOf(batch_id: string): Promise<string> {
  return bodyOf(await request("GET", `/v1/items?batch_id=${batch_id}`), 200).data[0].id;
}

async function openWork(batch_id: string): Promise<Page> {
  const page = await openAs(await givenPerson(service, { role: "annotator" }));
  await page.goto(`${origin}/work?batch=${batch_id}&kinds=annotate`);
  await page.getByText("0 of 2 labeled").waitFor();
  return page;
}

test("an agent's steps are labeled by keys and on a telephone, and the stored item has a label for each", async () => {
  const batch_id = await givenAgent();
  const page = await openWork(batch_id);
  for (const key of ["Shift+Q", "2", "n", "2", "k", "Control+Enter"]) await page.keyboard.press(key);
  // the incomplete submit leads to the step without a label, and digits answer it
  await page.locator("[aria-current=step][aria-posinset='4'] [aria-invalid=true]:focus-within").waitFor();
  await page.getByText("Answer “step” for step 4 (assistant).").waitFor();
  for (const key of ["3", "Control+Enter"]) await page.keyboard.press(key);
  const step = { 1: "wrong tool", 3: "hallucination" };
  await untilHolds(async () => {
    const { data } = bodyOf(await request("GET", `/v1/items/${await itemOf(batch_id)}/annotations`), 200);
    expect(data).toMatchObject([{ result: { label: "failed" }, fields: { step } }]);
  });

  const phone = await openWork(batch_id);
  await phone.setViewportSize({ width: 390, height: 800 });
  await phone.getByText("wrong tool", { exact: true }).last().click();
  await phone.getByRole("button", { name: "Next unanswered" }).click();
  await phone.getByText("hallucination", { exact: true }).last().click();
  await phone.getByText("2 of 2 labeled").waitFor();
  await phone.getByRole("button", { name: "failed" }).click();
  await expectSound(phone, "steps of a conversation");
  await phone.getByRole("button", { name: /^Submit/ }).click();

  await untilHolds(async () => {
    const item = bodyOf(await request("GET", `/v1/items/${await itemOf(batch_id)}`), 200);
    expect(item).toMatchObject({
      ...{ label: { label: "failed" }, fields: { step } },
      conversation: { messages },
    });
  });
});

test("the page of an item shows the labels of its steps", async () => {
  const batch_id = await givenAgent();
  const answer = { result: { label: "solved" }, fields: { step: { 1: "correct", 3: "hallucination" } } };
  const annotations = ["ann", "bo"].map((annotator) => ({ external_id: "one", annotator, ...answer }));
  bodyOf(await request("POST", `/v1/batches/${batch_id}/annotations`, { annotations }), 200);
  const page = await openAs(await givenPerson(service, { role: "manager" }));
  await page.goto(`${origin}/items/${await itemOf(batch_id)}`);

  await page.getByText("2 of 2 labeled").first().waitFor();
  const last = page.getByRole("listitem").filter({ hasText: "Yes, it will." }).first();
  expect(await last.innerText()).toContain("hallucination");
  await expectSound(page, "labels of steps on the page of an item");
});

test("lists show what a conversation holds before it is opened", async () => {
  const batch_id = await givenAgent();
  const item_id = await itemOf(batch_id);
  bodyOf(await request("POST", "/v1/comments", { item_id, text: "Is this solved?", annotator: "ann" }), 201);
  const page = await openAs(await givenPerson(service, { role: "owner" }));
  await page.goto(`${origin}/items?batch=${batch_id}`);
  const outline = page.getByText("4 steps · search");
  await outline.first().waitFor();
  await page.getByText("Will it rain in Oslo?").first().waitFor();
  await expectSound(page, "conversations in a table");
  await page.goto(`${origin}/items?batch=${batch_id}&view=gallery`);
  await outline.waitFor();
  await page.getByText("Will it rain in Oslo?").waitFor();
  await expectSound(page, "conversations in a gallery");
  await page.goto(`${origin}/questions`);
  await outline.first().waitFor();
  await expectSound(page, "a question about a conversation");
});
