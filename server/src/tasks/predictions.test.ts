import { expect, test } from "vitest";
import {
  annotateAll,
  auditToVerdict,
  bodyOf,
  claim,
  claimAll,
  givenBatch,
  submit,
} from "../../test/given.ts";
import { startService } from "../../test/service.ts";
import { readPredicate } from "../certificates/envelope.ts";

let steps = 0;
/** Each reading of the clock is a millisecond later, so that answers and claims have an order. */
const now = () => {
  steps += 1;
  return new Date(Date.UTC(2026, 0, 1) + steps);
};
const service = await startService({ now });
const { request } = service;
const PREDICTION = { model: "m", score: 0.8, result: { label: "yes" } };

interface Policy {
  readonly predictions?: object;
  readonly [name: string]: unknown;
}

/** With the prediction for each of `texts` items, none of them withheld unless `policy` says so. */
async function givenPredicted({ predictions: shown = {}, ...policy }: Policy, texts = 1): Promise<string> {
  const quality_policy = { ...policy, predictions: { withhold: 0, ...shown } };
  const { id } = await givenBatch(service, { texts, settings: { quality_policy } });
  const predictions = Array.from({ length: texts }, (_, n) => ({
    external_id: String(n + 1),
    ...PREDICTION,
  }));
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
  const shownWith = async (wish: object) => {
    const quality_policy = { predictions: { withhold: 0, ...wish } };
    const { id } = await givenBatch(service, { texts: 1, settings: { quality_policy } });
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

/** What is stored of the prediction that each answer of a batch was suggested. */
async function storedIn(batch_id: string) {
  const rows = await service.db
    .selectFrom("annotations")
    .select("prediction")
    .where("batch_id", "=", batch_id)
    .orderBy("id")
    .execute();
  return rows.map(({ prediction }) => prediction);
}

test("an answer keeps which prediction its task showed and how far it is from it", async () => {
  const batch_id = await givenPredicted({ overlap: 1 }, 2);
  for (const label of ["yes", "no"]) {
    const task = await claim(service, "ann", { batch_id });
    const submitted = bodyOf(await submit(service, task, label), 200);
    const shown = { model: "m", version: null, score: 0.8, distance: label === "yes" ? 0 : 1 };
    expect(submitted.prediction_shown).toEqual(shown);
  }

  const lines = (await request("GET", `/v1/batches/${batch_id}/annotations`)).bytes
    .toString()
    .trim()
    .split("\n");
  expect(lines.map((line) => JSON.parse(line).prediction_shown.distance)).toEqual([0, 1]);
});

test("the distance counts fields, and labels by their present names", async () => {
  const settings = {
    fields: [{ name: "urgent", type: "choice", options: ["a", "b"] }],
    quality_policy: { predictions: { withhold: 0 } },
  };
  const { id: batch_id, project_id } = await givenBatch(service, { texts: 2, settings });
  const predictions = ["1", "2"].map((external_id) => ({
    ...{ external_id, ...PREDICTION, fields: { urgent: "a" } },
  }));
  bodyOf(await request("POST", `/v1/batches/${batch_id}/predictions`, { predictions }), 200);
  const { labels } = bodyOf(await request("GET", `/v1/projects/${project_id}`), 200);
  const renamed = labels.map((label: { name: string }) => ({
    ...label,
    ...(label.name === "yes" && { name: "aye" }),
  }));
  bodyOf(await request("PATCH", `/v1/projects/${project_id}`, { labels: renamed }), 200);

  const distances: number[] = [];
  for (const urgent of ["a", "b"]) {
    const task = await claim(service, "ann", { batch_id });
    const submitted = bodyOf(await submit(service, task, "aye", { fields: { urgent } }), 200);
    distances.push(submitted.prediction_shown.distance);
  }
  expect(distances).toEqual([0, 0.5]);
});

test("a prediction that came after the claim was not shown", async () => {
  const { id: batch_id } = await givenBatch(service, { texts: 1 });
  const task = await claim(service, "ann", { batch_id });
  const predictions = [{ external_id: "1", ...PREDICTION }];
  bodyOf(await request("POST", `/v1/batches/${batch_id}/predictions`, { predictions }), 200);

  expect(bodyOf(await submit(service, task, "yes"), 200).prediction_shown).toBeNull();
});

test("the first annotator of an item answers without the prediction, the second sees it", async () => {
  const batch_id = await givenPredicted({ overlap: 2, predictions: { show: "after_first_answer" } });
  const first = await claim(service, "ann", { batch_id });
  const atOnce = await claim(service, "bob", { batch_id });
  expect([first, atOnce].map(({ item }) => item.predictions)).toEqual([[], []]);
  bodyOf(await submit(service, first, "no"), 200);
  expect(bodyOf(await request("GET", `/v1/tasks/${atOnce.id}`), 200).item.predictions).toEqual([]);
  bodyOf(await request("POST", `/v1/tasks/${atOnce.id}/release`, {}), 200);

  const second = await claim(service, "eve", { batch_id });
  expect(second.item.predictions).toHaveLength(1);
  bodyOf(await submit(service, second, "yes"), 200);

  const reopened = bodyOf(await request("POST", `/v1/tasks/${first.id}/reopen`, {}), 200);
  expect(reopened.item.predictions).toEqual([]);
  expect(await storedIn(batch_id)).toEqual([null, expect.objectContaining({ is_shown: true, distance: 0 })]);
});

test("a random part of the items shows no prediction, to nobody and at no claim", async () => {
  const batch_id = await givenPredicted({ overlap: 2, predictions: { withhold: 0.5 } }, 64);
  const seenBy = async (annotator: string) => {
    const seen = new Map<string, number>();
    for await (const { id, item } of claimAll(service, annotator, { batch_id })) {
      seen.set(item.external_id, item.predictions.length);
      bodyOf(await request("POST", `/v1/tasks/${id}/release`, {}), 200);
      if (seen.size === 64) break;
    }
    return seen;
  };
  const [ann, bob] = [await seenBy("ann"), await seenBy("bob")];
  const withheld = [...ann.values()].filter((count) => count === 0).length;
  expect(withheld).toBeGreaterThan(10);
  expect(withheld).toBeLessThan(54);
  expect(Object.fromEntries(bob)).toEqual(Object.fromEntries(ann));
  const wish = { annotator: "eve", batch_id, count: 20 };
  const { data: tasks } = bodyOf(await request("POST", "/v1/tasks/claim", wish), 200);
  for (const isShown of [true, false]) {
    const task = tasks.find(({ item }: Claimed) => item.predictions.length === Number(isShown));
    expect(ann.get(task.item.external_id)).toBe(Number(isShown));
    const submitted = bodyOf(await submit(service, task, "yes"), 200);
    expect(submitted.prediction_shown).toEqual(isShown ? expect.objectContaining({ distance: 0 }) : null);
  }
  expect(await storedIn(batch_id)).toMatchObject([
    { is_shown: true, distance: 0 },
    { is_shown: false, distance: 0 },
  ]);
});

interface Claimed {
  readonly item: { readonly predictions: readonly object[] };
}

test("batches withhold a tenth by default, and none of an unaudited batch", async () => {
  const withheldIn = async (settings: object) => {
    const { id } = await givenBatch(service, { texts: 1, settings });
    const batch = service.db.selectFrom("batches").select("policy").where("id", "=", id);
    return (await batch.executeTakeFirstOrThrow()).policy.predictions?.withhold;
  };
  expect(await withheldIn({})).toBe(0.1);
  expect(await withheldIn({ quality_level: "none" })).toBe(0);
  expect(await withheldIn({ quality_level: "basic", quality_policy: { evidence: "agreement" } })).toBe(0);
  expect(await withheldIn({ quality_policy: { predictions: { withhold: 0.3 } } })).toBe(0.3);
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
  const quality_policy = { predictions: { withhold: 0 } };
  const settings = { fields: [{ name: "tone", type: "text" }], quality_policy };
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
