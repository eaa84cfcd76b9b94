import { exactInterval } from "@assay/domain/certification/bound.ts";
import { expect, test } from "vitest";
import {
  annotateAll,
  auditAll,
  auditToVerdict,
  bodyOf,
  claim,
  givenBatch,
  submit,
} from "../../test/given.ts";
import { startService } from "../../test/service.ts";
import { startModel } from "../../test/stand-in-model.ts";

const service = await startService();
const { request, runJobs, db } = service;

const UNAIDED = { overlap: 1, gold_share: 0, predictions: { show: "never" } };
const MODEL = { model: "m", version: "2" };

/** Predictions of `yes` for texts from 1 on. */
async function predict(batch_id: string, texts: number, more: object = {}): Promise<void> {
  const predictions = Array.from({ length: texts }, (_, index) => ({
    ...{ external_id: String(index + 1), ...MODEL, result: { label: "yes" }, ...more },
  }));
  bodyOf(await request("POST", `/v1/batches/${batch_id}/predictions`, { predictions }), 200);
}

async function modelsOf(batch_id: string) {
  return bodyOf(await request("GET", `/v1/batches/${batch_id}/quality`), 200).models;
}

const yesTo = (last: number) => (text: string) => (Number(text.slice(5)) <= last ? "yes" : "no");
const NOT_JUDGED = { answered: 0, right: 0 };

test("a model is compared with labels of people, not with its own, an agent's, or those given in sight of its prediction", async () => {
  const settings = { quality_level: "none", quality_policy: UNAIDED };
  const { id } = await givenBatch(service, { texts: 10, settings });
  await predict(id, 1);
  const accepting = { filter: { batch_id: id }, action: "accept_prediction", ...MODEL };
  bodyOf(await request("POST", "/v1/items/bulk", accepting), 202);
  await runJobs();
  await predict(id, 10);
  await predict(id, 1, { version: "3" });
  await annotateAll(service, id, ["ann"], yesTo(7));

  const unknown = { gold: { ...NOT_JUDGED, low: 0, high: 1 }, audited: NOT_JUDGED };
  const free = { cost_per_prediction: null, cost_per_right_label: null };
  expect(await modelsOf(id)).toEqual([
    { ...MODEL, predictions: 10, compared: 9, agreement_with_consensus: 6 / 9, ...unknown, ...free },
    {
      ...MODEL,
      version: "3",
      predictions: 1,
      compared: 0,
      agreement_with_consensus: null,
      ...unknown,
      ...free,
    },
  ]);

  const answers = await db.selectFrom("annotations").select("id").where("batch_id", "=", id).execute();
  const change = (nth: number, columns: object) =>
    db
      .updateTable("annotations")
      .set(columns)
      .where("id", "=", answers[nth]?.id ?? "")
      .execute();
  const seen = (version: string) =>
    JSON.stringify({ ...MODEL, version, score: null, distance: 0, is_shown: true });
  await change(0, { by_model: true });
  await change(1, { prediction: seen("2") });
  await change(2, { prediction: seen("3") });
  expect(await modelsOf(id)).toMatchObject([{ compared: 7 }, { compared: 0 }]);
});

test("the items of a check count only once it is over", async () => {
  const { id } = await givenBatch(service, { texts: 40, settings: { quality_policy: UNAIDED } });
  await predict(id, 40, { score: 0.5 });
  bodyOf(await request("POST", `/v1/batches/${id}/auto-accept`, { ...MODEL, check: 30 }), 202);
  await runJobs();
  for (let answered = 0; answered < 29; answered += 1)
    bodyOf(await submit(service, await claim(service, "ann", { batch_id: id }), "yes"), 200);
  expect(await modelsOf(id)).toMatchObject([{ predictions: 40, compared: 0 }]);

  bodyOf(await submit(service, await claim(service, "ann", { batch_id: id }), "yes"), 200);
  await runJobs();
  expect(await modelsOf(id)).toMatchObject([{ predictions: 40, compared: 30 }]);
});

test("a right label costs what the runs spent on each prediction, by gold, and by audits after the verdict", async () => {
  const server = await startModel();
  const settings = { quality_level: "basic", quality_policy: UNAIDED };
  const { id } = await givenBatch(service, { texts: 40, settings });
  const price = { per_1000_items: 100 };
  const sent = {
    ...{ name: "m", version: "2", kind: "http", url: server.url, price },
    annotation_types: ["text_classification"],
  };
  const { id: model_id } = bodyOf(await request("POST", "/v1/models", sent), 201);
  bodyOf(await request("POST", `/v1/batches/${id}/predict`, { model_id }), 202);
  await runJobs();
  expect(await modelsOf(id)).toMatchObject([
    { predictions: 40, cost_per_prediction: expect.closeTo(0.1, 9), cost_per_right_label: null },
  ]);

  const gold = ["1", "2", "40"].map((external_id) => ({
    external_id,
    result: { label: yesTo(39)(`text ${external_id}`) },
  }));
  bodyOf(await request("POST", `/v1/batches/${id}/gold`, { gold }), 200);
  expect(await modelsOf(id)).toMatchObject([
    {
      gold: { answered: 3, right: 2, ...exactInterval(3, 1) },
      cost_per_right_label: expect.closeTo(0.15, 9),
    },
  ]);

  await annotateAll(service, id, ["ann"], yesTo(20));
  await runJobs();
  const audit = await claim(service, "eve", { batch_id: id, kinds: ["audit"] });
  bodyOf(await submit(service, audit, yesTo(20)(audit.item.text)), 200);
  expect(await modelsOf(id)).toMatchObject([{ audited: NOT_JUDGED }]);

  await auditAll(service, id, "eve", yesTo(20));
  await runJobs();
  await auditToVerdict(service, id, "eve", yesTo(20));
  const [{ audited, cost_per_right_label }] = await modelsOf(id);
  const drawn = await db
    .selectFrom("audits")
    .innerJoin("items", "items.id", "audits.item_id")
    .select("external_id")
    .where("audits.batch_id", "=", id)
    .where("acceptable", "is not", null)
    .execute();
  const right = drawn.filter(({ external_id }) => Number(external_id) <= 20).length;
  expect(audited).toEqual({ answered: drawn.length, right });
  expect(cost_per_right_label).toBeCloseTo((0.1 * audited.answered) / audited.right, 9);
});

test("a run that costs nothing that is known leaves the cost open", async () => {
  const { url } = await startModel();
  const sent = { name: "free", version: "1", kind: "http", url, annotation_types: ["text_classification"] };
  const { id: model_id } = bodyOf(await request("POST", "/v1/models", sent), 201);
  const { id } = await givenBatch(service, { texts: 2 });
  bodyOf(await request("POST", `/v1/batches/${id}/predict`, { model_id }), 202);
  await runJobs();
  expect(await modelsOf(id)).toMatchObject([{ predictions: 2, cost_per_prediction: null }]);
});

test("what pushed predictions say that they cost counts where no run has spent", async () => {
  const { id } = await givenBatch(service, { texts: 4 });
  await predict(id, 4);
  await predict(id, 2, { version: "3", usage: { cost: 0.25 } });
  expect(await modelsOf(id)).toMatchObject([
    { version: "2", cost_per_prediction: null },
    { version: "3", cost_per_prediction: 0.25 },
  ]);
});

test("a scored field that is wrong makes a prediction wrong", async () => {
  const settings = {
    fields: [{ name: "urgent", type: "choice", options: ["a", "b"] }],
    quality_policy: { scored_fields: ["urgent"] },
  };
  const { id } = await givenBatch(service, { texts: 2, settings });
  await predict(id, 2, { fields: { urgent: "a" } });
  const gold = ["a", "b"].map((urgent, n) => ({
    ...{ external_id: String(n + 1), result: { label: "yes" }, fields: { urgent } },
  }));
  bodyOf(await request("POST", `/v1/batches/${id}/gold`, { gold }), 200);
  expect(await modelsOf(id)).toMatchObject([{ gold: { answered: 2, right: 1 } }]);
});
