import { bodyOf } from "@assay/server/test/given.ts";
import { givenPerson } from "@assay/server/test/people.ts";
import { untilHolds } from "@assay/server/test/until.ts";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectSound } from "./accessible.ts";
import { startWorking } from "./working.ts";

const { origin, service, openAs } = await startWorking();
const { request } = service;

const messages = [{ role: "user", content: "How do I boil an egg so that the yolk stays soft?" }];
const responses = [
  { id: "good", text: "Boil it for six minutes, then cool it.", model: "one" },
  { id: "bad", text: "Boil it for sixty minutes, then cool it.", model: "two" },
];

/** The work screen of an annotator with one item in a project with `settings`. */
async function openWork(line: object, settings: object): Promise<{ page: Page; batch_id: string }> {
  const sent = { quality_level: "none", quality_policy: { overlap: 1 }, ...settings };
  const { id: project_id } = bodyOf(await request("POST", "/v1/projects", sent), 201);
  const files = [{ filename: "items.jsonl", text: JSON.stringify({ external_id: "one", ...line }) }];
  const upload = bodyOf(await request("POST", "/v1/uploads", { files }), 201);
  const body = { project_id, upload_ids: [upload.id] };
  const { id: batch_id } = bodyOf(await request("POST", "/v1/batches", body), 201);
  const page = await openAs(await givenPerson(service, { role: "annotator" }));
  await page.goto(`${origin}/work?batch=${batch_id}&kinds=annotate`);
  return { page, batch_id };
}

/** Resolves once the service has this answer to the batch's item, and the item has it as its label. */
async function untilStored(batch_id: string, answer: { result: object; fields?: object }): Promise<void> {
  await untilHolds(async () => {
    const [{ id }] = bodyOf(await request("GET", `/v1/items?batch_id=${batch_id}`), 200).data;
    const { data } = bodyOf(await request("GET", `/v1/items/${id}/annotations`), 200);
    expect(data).toMatchObject([answer]);
    const item = bodyOf(await request("GET", `/v1/items/${id}`), 200);
    expect([item.label, item.fields]).toEqual([answer.result, answer.fields ?? null]);
  });
}

test("two responses are compared word by word and ranked, and the service stores the order of their ids", async () => {
  const fields = [{ name: "correct", type: "rating", per: "response", required: true }];
  const { page, batch_id } = await openWork({ messages, responses }, { annotation_type: "ranking", fields });
  const card = (text: string) => page.getByRole("region", { name: /^Response/ }).filter({ hasText: text });
  await card("six minutes").waitFor();
  await page.keyboard.press("d");
  const comparison = page.getByRole("region", { name: "Comparison" });
  await comparison.getByText("six", { exact: true }).waitFor();
  expect((await comparison.locator("del, ins").allInnerTexts()).sort()).toEqual(["six", "sixty"]);
  await expectSound(page, "comparison of responses");
  await page.keyboard.press("d");
  await comparison.waitFor({ state: "detached" });
  await card("six minutes")
    .getByRole("button", { name: /^Response/ })
    .click();
  await card("six minutes").getByRole("radiogroup").getByText("5", { exact: true }).click();
  await card("sixty minutes").getByRole("radiogroup").getByText("1", { exact: true }).click();
  await page.keyboard.press("Control+Enter");

  const result = { ranking: ["good", "bad"] };
  await untilStored(batch_id, { result, fields: { correct: { good: 5, bad: 1 } } });
});

test("scales are rated with digits, and the service stores a value for each", async () => {
  const scales = [
    { name: "helpful", min: 1, max: 7 },
    { name: "kind", min: 1, max: 5 },
  ];
  const { page, batch_id } = await openWork(
    { messages, responses },
    { annotation_type: "rating", type_options: { scales } },
  );
  await page.getByRole("radiogroup", { name: "helpful" }).waitFor();
  for (const key of ["6", "2", "Control+Enter"]) await page.keyboard.press(key);

  await untilStored(batch_id, { result: { ratings: { helpful: 6, kind: 2 } } });
});

test("a span is found and labeled, and the service stores its code points", async () => {
  const text = "👩‍💻 Ada works for Acme in Zürich.";
  const labels = [{ name: "person" }, { name: "company" }];
  const { page, batch_id } = await openWork({ text }, { annotation_type: "ner", labels });
  await page.getByRole("textbox", { name: "Text" }).focus();
  await page.keyboard.press("Control+f");
  await page.keyboard.type("Acme");
  await page.getByText("1 of 1").waitFor();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await page.keyboard.press("2");
  await page.keyboard.press("Control+Enter");

  const start = [...text.slice(0, text.indexOf("Acme"))].length;
  await untilStored(batch_id, { result: { spans: [{ start, end: start + 4, label: "company" }] } });
});
