import { expect, test } from "vitest";
import { annotateAll, auditToVerdict, bodyOf, claim, givenBatch } from "../../test/given.ts";
import { startService } from "../../test/service.ts";
import { readPredicate } from "../certificates/envelope.ts";

const service = await startService();
const { request } = service;
const PREDICTION = { model: "m", score: 0.8, result: { label: "yes" } };

async function givenPredicted(quality_policy: object): Promise<string> {
  const { id } = await givenBatch(service, { texts: 1, settings: { quality_policy } });
  const predictions = [{ external_id: "1", ...PREDICTION }];
  bodyOf(await request("POST", `/v1/batches/${id}/predictions`, { predictions }), 200);
  return id;
}

test("a task shows the item's predictions, unless show_predictions is false", async () => {
  const shown = await givenPredicted({});
  const hidden = await givenPredicted({ show_predictions: false });

  const whole = { ...PREDICTION, version: null, prompt_version: null, fields: null, usage: null };
  expect((await claim(service, "ann", { batch_id: shown }))?.item.predictions).toEqual([whole]);
  const task = await claim(service, "ann", { batch_id: hidden });
  expect(task?.item.predictions).toEqual([]);
  expect(bodyOf(await request("GET", `/v1/tasks/${task?.id}`), 200).item.predictions).toEqual([]);
  const item = bodyOf(await request("GET", `/v1/items/${task?.item.id}`), 200);
  expect(item.predictions).toEqual([whole]);
});

test("a task shows the predictions of the chosen model and version with at least the least score", async () => {
  const shownWith = async (predictions: object) => {
    const { id } = await givenBatch(service, { texts: 1, settings: { quality_policy: { predictions } } });
    const sent = [
      { ...PREDICTION, version: "1" },
      { ...PREDICTION, version: "2", score: 0.5 },
      { model: "n", result: PREDICTION.result },
    ].map((prediction) => ({ external_id: "1", ...prediction }));
    bodyOf(await request("POST", `/v1/batches/${id}/predictions`, { predictions: sent }), 200);
    const task = await claim(service, "ann", { batch_id: id });
    return task?.item.predictions.map(
      ({ model, version }: { model: string; version: string | null }) => `${model} ${version}`,
    );
  };

  expect(await shownWith({})).toEqual(["m 1", "m 2", "n null"]);
  expect(await shownWith({ show: "never" })).toEqual([]);
  expect(await shownWith({ model: "m" })).toEqual(["m 1", "m 2"]);
  expect(await shownWith({ model: "m", version: "2" })).toEqual(["m 2"]);
  expect(await shownWith({ min_score: 0.8 })).toEqual(["m 1"]);
});

test("an adjudicator sees no predictions either if show_predictions is false", async () => {
  const batch_id = await givenPredicted({ show_predictions: false });
  for (const annotator of ["ann", "bob"]) {
    const task = await claim(service, annotator, { batch_id });
    bodyOf(await request("POST", `/v1/tasks/${task?.id}/skip`, { reason: "unclear" }), 200);
  }

  const task = await claim(service, "eve", { batch_id, kinds: ["adjudicate"] });

  expect(task).toMatchObject({ kind: "adjudicate", item: { predictions: [] } });
});

test("an item has a prediction of each version of a model, with its fields and what it cost", async () => {
  const settings = { fields: [{ name: "tone", type: "text" }] };
  const { id } = await givenBatch(service, { texts: 1, settings });
  const usage = { input_tokens: 120, output_tokens: 3, cost: 0.001, ms: 41.5 };
  const second = { ...PREDICTION, version: "2", prompt_version: "p7", fields: { tone: "calm" }, usage };
  const send = (predictions: readonly object[]) =>
    request("POST", `/v1/batches/${id}/predictions`, {
      predictions: predictions.map((prediction) => ({ external_id: "1", ...prediction })),
    });
  bodyOf(await send([{ ...PREDICTION, version: "1" }, PREDICTION, second]), 200);
  bodyOf(await send([{ ...second, score: 0.9 }]), 200);

  const task = await claim(service, "ann", { batch_id: id });

  const bare = { ...PREDICTION, prompt_version: null, fields: null, usage: null };
  expect(task?.item.predictions).toEqual([
    { ...bare, version: null },
    { ...bare, version: "1" },
    { ...second, score: 0.9 },
  ]);
});

test("a name with a control character and a usage with unknown or negative parts are refused", async () => {
  const { id } = await givenBatch(service, { texts: 1 });
  const lineOf = (more: object) => `${JSON.stringify({ external_id: "1", ...PREDICTION, ...more })}\n`;
  const send = (more: object) =>
    request("POST", `/v1/batches/${id}/predictions`, lineOf(more), {
      "content-type": "application/x-ndjson",
    });

  expect(await send({ model: "a\u001fb" })).toMatchObject({
    status: 400,
    body: { message: "line 1: model has a control character" },
  });
  for (const usage of [{ tokens: 1 }, { cost: -1 }, { input_tokens: 1.5 }, 7])
    expect(await send({ usage })).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining("line 1: usage must be an object") },
    });
});

test("the certificate and the dataset say which labels a model made, and how the audit judged them", async () => {
  const settings = { quality_level: "basic", quality_policy: { overlap: 1 } };
  const { id } = await givenBatch(service, { texts: 60, settings });
  const predictions = Array.from({ length: 50 }, (_, n) => ({
    ...{ external_id: String(n + 1), model: "m", version: "3", score: 0.5, result: { label: "yes" } },
  }));
  bodyOf(await request("POST", `/v1/batches/${id}/predictions`, { predictions }), 200);
  const accepting = { filter: { batch_id: id }, action: "accept_prediction", model: "m", version: "3" };
  bodyOf(await request("POST", "/v1/items/bulk", accepting), 202);
  await service.runJobs();
  await annotateAll(service, id, ["ann"]);
  await service.runJobs();
  await auditToVerdict(service, id, "eve");

  const predicate = readPredicate(bodyOf(await request("GET", `/v1/batches/${id}/certificate`), 200));

  const look = predicate.looks.at(-1);
  const [model, people] = predicate.origins ?? [];
  expect(model).toMatchObject({ origin: "model", model: "m", version: "3", items: 50, wrong: 0 });
  expect(people).toMatchObject({ origin: "consensus", model: null, version: null, items: 10, wrong: 0 });
  expect((model?.audited ?? 0) + (people?.audited ?? 0)).toBe(look?.n);
  expect(predicate.independence).toBe("declared");
});
