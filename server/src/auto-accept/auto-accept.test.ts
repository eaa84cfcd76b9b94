import { mostWrong } from "@assay/domain/certification/bound.ts";
import { expect, test } from "vitest";
import { auditToVerdict, bodyOf, claim, givenBatch, submit } from "../../test/given.ts";
import { startService } from "../../test/service.ts";
import { readPredicate } from "../certificates/envelope.ts";
import { sweep } from "../sweep.ts";

const service = await startService();
const { request, db, runJobs } = service;

const TEXTS = 400;
/** The model is sure of the first 300 texts and right there; of the others it is wrong. */
const SURE = 300;
const MODEL = { model: "m", version: "3" };

/** All texts are `yes`. */
function predictionsOf(items = TEXTS) {
  return Array.from({ length: items }, (_, index) => ({
    ...{ external_id: String(index + 1), ...MODEL },
    score: index < SURE ? 0.9 : 0.2,
    result: { label: index < SURE ? "yes" : "no" },
  }));
}

async function givenPredicted(quality_policy: object = {}): Promise<string> {
  const settings = {
    quality_level: "basic",
    quality_policy: { overlap: 1, gold_share: 0, predictions: { withhold: 0 }, ...quality_policy },
  };
  const { id } = await givenBatch(service, { texts: TEXTS, settings });
  bodyOf(await request("POST", `/v1/batches/${id}/predictions`, { predictions: predictionsOf() }), 200);
  return id;
}

async function runOf(batch_id: string) {
  return bodyOf(await request("GET", `/v1/batches/${batch_id}/auto-accept`), 200).data[0];
}

/** `annotator` answers all items that there are with `yes`, each shown with that many predictions; returns their external ids. */
async function annotate(batch_id: string, annotator: string, predictions = 0): Promise<string[]> {
  const answered: string[] = [];
  for (let task = await claim(service, annotator, { batch_id }); task; ) {
    expect(task.item.predictions).toHaveLength(predictions);
    bodyOf(await submit(service, task, "yes"), 200);
    answered.push(task.item.external_id);
    task = await claim(service, annotator, { batch_id });
  }
  return answered;
}

const countOf = async (batch_id: string, origin: "prediction" | "consensus") =>
  (
    await db
      .selectFrom("items")
      .select("id")
      .where("batch_id", "=", batch_id)
      .where("origin", "=", origin)
      .execute()
  ).length;

test("a model labels what is above the threshold that its check sample shows, and people the rest; the certificate states the risk", async () => {
  const id = await givenPredicted();
  const wish = { ...MODEL, max_wrong: 0.1, check: 150 };
  bodyOf(await request("POST", `/v1/batches/${id}/auto-accept`, wish), 202);
  await runJobs();

  expect(await runOf(id)).toMatchObject({ status: "checking", checks_open: 150, outcome: null });
  const checked = await annotate(id, "ann");
  expect(checked).toHaveLength(150); // nothing else is offered meanwhile
  await runJobs();

  const { outcome, accepted, status, sentence } = await runOf(id);
  expect(status).toBe("finished");
  const sure = checked.filter((external_id) => Number(external_id) <= SURE).length;
  const { alpha } = outcome.chosen;
  expect(alpha).toBeLessThanOrEqual(1 - 0.95 + 1e-9);
  const bound = mostWrong(SURE, sure, 0, alpha) / SURE;
  expect(outcome).toMatchObject({ population: TEXTS, checked: 150 });
  expect(outcome.chosen).toEqual({
    threshold: expect.closeTo(0.9, 6),
    ...{ items: SURE, checked: sure, wrong: 0, alpha, bound },
  });
  expect(accepted).toBe(SURE - sure);
  expect(sentence).toContain(
    `Of 300 predictions with a score of 0.9 or more, people checked ${sure} and found 0 wrong`,
  );
  expect(await countOf(id, "prediction")).toBe(SURE - sure);

  const rest = await annotate(id, "ann", 1);
  expect(rest).toHaveLength(TEXTS - 150 - (SURE - sure));
  await runJobs();
  await auditToVerdict(service, id, "eve");

  const predicate = readPredicate(bodyOf(await request("GET", `/v1/batches/${id}/certificate`), 200));
  expect(predicate.auto_accepts).toEqual([
    {
      ...{ model: "m", version: "3", max_wrong: 0.1, confidence: 0.95, population: TEXTS },
      ...{ check: 150, accepted, chosen: outcome.chosen },
    },
  ]);
  expect(predicate.origins).toMatchObject(
    expect.arrayContaining([
      expect.objectContaining({ origin: "model", model: "m", version: "3", items: accepted }),
    ]),
  );
});

test("where no threshold passes, all items go to people", async () => {
  const id = await givenPredicted();
  bodyOf(
    await request("POST", `/v1/batches/${id}/auto-accept`, { ...MODEL, max_wrong: 0.01, check: 20 }),
    202,
  );
  await runJobs();
  expect(await annotate(id, "ann")).toHaveLength(20);
  await runJobs();

  expect(await runOf(id)).toMatchObject({ status: "finished", accepted: 0, outcome: { chosen: null } });

  // A second run has a population and check items of its own.
  bodyOf(
    await request("POST", `/v1/batches/${id}/auto-accept`, { ...MODEL, max_wrong: 0.3, check: 100 }),
    202,
  );
  await runJobs();
  expect(await annotate(id, "ann")).toHaveLength(100);
  await runJobs();
  expect(await runOf(id)).toMatchObject({ number: 2, outcome: { population: TEXTS - 20, checked: 100 } });
  const { accepted } = await runOf(id);
  expect(accepted).toBeGreaterThan(0);
  expect(await annotate(id, "ann", 1)).toHaveLength(TEXTS - 20 - 100 - accepted);
});

test("the policy starts it once every item has its prediction", async () => {
  const auto_accept = { ...MODEL, max_wrong: 0.1, check: 100 };
  const settings = { quality_policy: { overlap: 1, auto_accept } };
  const { id } = await givenBatch(service, { texts: 200, settings });
  const predictions = predictionsOf(200);
  bodyOf(await request("POST", `/v1/batches/${id}/predictions`, { predictions: predictions.slice(1) }), 200);
  expect(await runOf(id)).toBeUndefined();
  bodyOf(
    await request("POST", `/v1/batches/${id}/predictions`, { predictions: predictions.slice(0, 1) }),
    200,
  );
  expect(await runOf(id)).toMatchObject({ ...auto_accept, status: "holding", confidence: 0.95 });
});

test("it can be canceled until the threshold is chosen, and its predictions cannot change before", async () => {
  const id = await givenPredicted();
  const path = `/v1/batches/${id}/auto-accept`;
  bodyOf(await request("POST", path, { ...MODEL, check: 50 }), 202);
  await runJobs();

  const [prediction] = predictionsOf();
  const changed = await request("POST", `/v1/batches/${id}/predictions`, { predictions: [prediction] });
  expect(changed).toMatchObject({ status: 409, body: { error: "invalid_state" } });
  expect(await request("POST", path, { ...MODEL, check: 50 })).toMatchObject({ status: 409 });
  bodyOf(await request("DELETE", path), 202);
  await runJobs();

  expect(await runOf(id)).toMatchObject({ status: "canceled", accepted: 0, outcome: null });
  expect(await annotate(id, "ann", 1)).toHaveLength(TEXTS);
  expect(await request("DELETE", path)).toMatchObject({ status: 409 });
});

test("an excluded check item counts as wrong", async () => {
  const id = await givenPredicted();
  bodyOf(
    await request("POST", `/v1/batches/${id}/auto-accept`, { ...MODEL, max_wrong: 0.1, check: 150 }),
    202,
  );
  await runJobs();
  const task = await claim(service, "ann", { batch_id: id });
  const excluding = {
    filter: { batch_id: id, item_ids: [task.item.id] },
    action: "exclude",
    reason: "blurred",
  };
  bodyOf(await request("POST", "/v1/items/bulk", excluding), 202);
  await annotate(id, "ann");
  await runJobs();

  const { outcome } = await runOf(id);
  const wrong = outcome.steps.reduce(
    (most: number, step: { wrong: number }) => Math.max(most, step.wrong),
    0,
  );
  expect(wrong).toBeGreaterThanOrEqual(Number(task.item.external_id) <= SURE ? 1 : 0);
  expect(outcome).toMatchObject({ population: TEXTS, checked: 150 });
});

test("a model's label is no label of the check: people answer the check items", async () => {
  const id = await givenPredicted();
  bodyOf(await request("POST", `/v1/batches/${id}/auto-accept`, { ...MODEL, check: 30 }), 202);
  await runJobs();

  const accepting = { filter: { batch_id: id }, action: "accept_prediction", ...MODEL };
  bodyOf(await request("POST", "/v1/items/bulk", accepting), 202);
  await runJobs();

  expect(await runOf(id)).toMatchObject({ status: "checking", checks_open: 30 });
  expect(await countOf(id, "prediction")).toBe(TEXTS - 30);
});

test("the sweep goes on where the last check item was excluded", async () => {
  const id = await givenPredicted();
  bodyOf(await request("POST", `/v1/batches/${id}/auto-accept`, { ...MODEL, check: 10 }), 202);
  await runJobs();
  const checks = await db
    .selectFrom("items")
    .select("id")
    .where("batch_id", "=", id)
    .where("auto_accept", "=", "check")
    .execute();
  const item_ids = checks.map(({ id: item_id }) => item_id);
  const excluding = { filter: { batch_id: id, item_ids }, action: "exclude", reason: "blurred" };
  bodyOf(await request("POST", "/v1/items/bulk", excluding), 202);
  await runJobs();
  expect(await runOf(id)).toMatchObject({ status: "checking", checks_open: 0 });

  await sweep(service.deps);
  await runJobs();
  expect(await runOf(id)).toMatchObject({ status: "finished", accepted: 0 });
});

test("a plan says what would be saved, and a wrong wish is refused with its reason", async () => {
  const id = await givenPredicted();
  const plan = bodyOf(
    await request(
      "GET",
      `/v1/batches/${id}/auto-accept/plan?model=m&version=3&check=100&cost_per_answer=0.5`,
    ),
    200,
  );
  expect(plan).toMatchObject({ items: TEXTS, overlap: 1, seconds_per_answer: null });
  expect(plan.rows).toHaveLength(16);
  for (const { informative, check } of plan.rows) {
    expect(check).toBe(100);
    expect(informative.cost_saved).toBe(informative.answers_saved / 2);
  }
  const refused = (body: object) => request("POST", `/v1/batches/${id}/auto-accept`, body);
  expect(await refused({})).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining("model") },
  });
  expect(await refused({ ...MODEL, check: 400 })).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining("nothing would be left to accept") },
  });
  expect(await refused({ model: "unknown" })).toMatchObject({ status: 409 });
  expect(await refused({ ...MODEL, max_wrong: 0 })).toMatchObject({ status: 400 });
  expect(await request("GET", `/v1/batches/${id}/auto-accept/plan`)).toMatchObject({ status: 400 });
  expect(await request("GET", `/v1/batches/${id}/auto-accept/plan?model=other`)).toMatchObject({
    status: 200,
    body: { items: 0, rows: [] },
  });
});
