import { bodyOf, givenBatch } from "@assay/server/test/given.ts";
import { givenPerson } from "@assay/server/test/people.ts";
import { sendJson, startModel } from "@assay/server/test/stand-in-model.ts";
import { expect, test } from "vitest";
import { expectSound } from "../accessible.ts";
import { openPage } from "../browser.ts";
import { cookiesOf } from "../cookies.ts";
import { serve } from "./serve.ts";

const { origin, service } = await serve();
const { request, runJobs } = service;
const owner = await givenPerson(service, { role: "owner" });

test("an owner connects a model in the settings, asks it for a batch, and sees cost, errors and health", async () => {
  const model = await startModel();
  const { id } = await givenBatch(service, { texts: 4, settings: { annotation_type: "sentiment" } });
  model.answers = ({ body }, response) =>
    sendJson(response, {
      predictions: body.items.map((item: { id: string; text: string }) => ({
        ...{ item_id: item.id, score: 0.7 },
        result: { label: item.text === "text 2" ? "maybe" : "yes" },
      })),
    });
  const page = await openPage("about:blank", { bypassCSP: true });
  await page.context().addCookies(cookiesOf(owner.cookie, origin));
  await page.goto(`${origin}/batches/${id}?tab=models`);
  await page.getByText("No model for this annotation type is connected").waitFor();
  await expectSound(page, "runs, no model");
  await page.getByRole("link", { name: "Connect a model" }).click();

  await page.getByText("No models yet").waitFor();
  await page.getByRole("button", { name: "Connect a model" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Name" }).fill("keywords");
  await dialog.getByRole("textbox", { name: "URL" }).fill(model.url);
  await dialog.getByText("Text classification").click();
  await dialog.getByLabel("Price of 1,000 items").fill("500");
  await expectSound(page, "connect a model");
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByText("Secret of the model").waitFor();
  await page.getByRole("row", { name: "keywords, version 1" }).getByText("Not asked yet").waitFor();
  await expectSound(page, "models of the account");

  const ofImages = { name: "boxes", version: "1", kind: "http", url: model.url };
  bodyOf(await request("POST", "/v1/models", { ...ofImages, annotation_types: ["object_detection"] }), 201);
  await page.goto(`${origin}/batches/${id}?tab=models`); // offers the model for texts only
  await page.getByLabel("Limit of the cost").fill("twenty");
  await page.getByText("Enter a number, such as 20").waitFor();
  await page.getByLabel("Limit of the cost").fill("20");
  await page.getByRole("button", { name: "Ask for predictions" }).click();
  const run = page.getByRole("row", { name: "keywords, version 1" }).first();
  await run.getByText("Running").waitFor();
  await runJobs();
  await run.getByText("Finished").waitFor();
  await page.getByRole("slider", { name: "Wrong labels among those of the model" }).waitFor();
  await run.getByText("2 of 20").waitFor();
  await run.getByRole("button", { name: "Show 1 error" }).click();
  await page.getByText("must be one of").waitFor();
  await page.getByRole("rowheader").getByRole("link", { name: "2", exact: true }).waitFor(); // the item's own name
  await expectSound(page, "runs");
  const { data } = bodyOf(await request("GET", `/v1/batches/${id}/runs`), 200);
  expect(data).toMatchObject([{ status: "finished", predicted: 3, errors: 1, cost: 2, max_cost: 20 }]);

  await page.goto(`${origin}/settings/models`);
  await page
    .getByRole("row", { name: "keywords, version 1" })
    .getByText(/^Answered /)
    .waitFor();
});

test("an owner pauses a run, lets it go on, and cancels it", async () => {
  const { url } = await startModel();
  const { id } = await givenBatch(service, { texts: 4 });
  const wanted = { name: "slow", version: "1", kind: "http", url, annotation_types: ["text_classification"] };
  const { id: model_id } = bodyOf(await request("POST", "/v1/models", wanted), 201);
  bodyOf(await request("POST", `/v1/batches/${id}/predict`, { model_id }), 202);
  const page = await openPage("about:blank", { bypassCSP: true });
  await page.context().addCookies(cookiesOf(owner.cookie, origin));
  await page.goto(`${origin}/batches/${id}?tab=models`);
  const run = page.getByRole("row", { name: "slow, version 1" }).first();

  for (const [move, shown, status] of [
    ["Pause", "Paused", "paused"],
    ["Go on", "Running", "running"],
    ["Cancel", "Canceled", "canceled"],
  ] as const) {
    await run.getByRole("button", { name: move, exact: true }).click();
    await run.getByText(shown, { exact: true }).waitFor();
    const { data } = bodyOf(await request("GET", `/v1/batches/${id}/runs`), 200);
    expect(data).toMatchObject([{ status }]);
  }
  expect(await run.getByRole("button").count()).toBe(0);
});
