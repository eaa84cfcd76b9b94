import { suspicionsOf } from "@assay/domain/models/suspicion.ts";
import { expect, test } from "vitest";
import { annotateAll, bodyOf, givenBatch } from "../../test/given.ts";
import { givenPerson } from "../../test/people.ts";
import { startService } from "../../test/service.ts";
import { computeSuspicions } from "./compute.ts";

const service = await startService();
const { request, runJobs, db, deps } = service;
const settings = { quality_level: "none", quality_policy: { overlap: 2, gold_share: 0 } };

const TEXTS = 24;
const said = (text: string) => (Number(text.split(" ").at(-1)) <= 12 ? "yes" : "no");

/** Texts of which two annotators label the first half `yes` and the others `no`. */
async function givenLabeled(predictions: readonly object[] = [], more: object = settings): Promise<string> {
  const { id } = await givenBatch(service, { texts: TEXTS, settings: more });
  if (predictions.length > 0) await send(id, predictions);
  await annotateAll(service, id, ["ann", "bob"], said);
  await runJobs();
  return id;
}

async function send(id: string, predictions: readonly object[]): Promise<void> {
  bodyOf(await request("POST", `/v1/batches/${id}/predictions`, { predictions }), 200);
}

const numbers = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

/** What the texts have that both label, with a prediction that is wrong for the third; the mean share of their answers is (2 + 1) / (2 + 2). */
const both = ["ann", "bob"];
const expected = suspicionsOf(
  numbers(1, TEXTS).map((n) => {
    const label = said(String(n));
    const answers = both.map((annotator) => ({ annotator, label }));
    return {
      ...{ label, posterior: 0.75, answers, vector: null },
      predictions: [{ label: n === 3 ? "no" : label, score: 0.9 }],
    };
  }),
);
const unsure = expected[0]?.answers ?? Number.NaN;
const [agreed, , differed] = expected;
const near = (value: number | null | undefined) => expect.closeTo(value ?? Number.NaN, 5);

/** A prediction for each text, right except for `wrong`. */
function predictionsOf(wrong: number, more: (n: number) => object = () => ({})): object[] {
  return Array.from({ length: TEXTS }, (_, index) => {
    const n = index + 1;
    const right = said(String(n));
    const label = n === wrong ? (right === "yes" ? "no" : "yes") : right;
    return { external_id: String(n), model: "m", score: 0.9, result: { label }, ...more(n) };
  });
}

/** The texts of the batch by suspicion, in pages of `limit`. */
async function suspects(batch_id: string, limit = 10) {
  const found = [];
  for (let cursor = ""; ; ) {
    const page = bodyOf(
      await request("GET", `/v1/items?batch_id=${batch_id}&sort=-suspicion&limit=${limit}${cursor}`),
      200,
    );
    found.push(...page.data);
    if (!page.has_more) return found;
    cursor = `&cursor=${encodeURIComponent(page.next_cursor)}`;
  }
}

test("a completed batch has its labels by suspicion, in pages, with the reasons", async () => {
  const id = await givenLabeled(predictionsOf(3));

  const found = await suspects(id);

  const order = found.map(({ position }) => position);
  expect(order[0]).toBe(3);
  expect(order.toSorted((a, b) => a - b)).toEqual(numbers(1, TEXTS));
  expect(found[0].suspicion).toEqual({
    score: near(differed?.suspicion),
    answers: near(unsure),
    models: near(differed?.models),
    neighbors: null,
    predicted: [{ model: "m", version: null, labels: ["no"] }],
    computed_at: "2026-11-21T03:00:00.000Z",
  });
  expect(found.find(({ position }) => position === 1).suspicion).toMatchObject({
    score: near(agreed?.suspicion),
    models: near(agreed?.models),
  });
  const item = bodyOf(await request("GET", `/v1/items/${found[0].id}`), 200);
  expect(item.suspicion).toEqual(found[0].suspicion);
});

test("labels count by their present names, and answers only for labels that are of answers", async () => {
  const { id, project_id } = await givenBatch(service, { texts: TEXTS, settings });
  await send(id, predictionsOf(3));
  await annotateAll(service, id, both, said);
  await runJobs();
  const { labels } = bodyOf(await request("GET", `/v1/projects/${project_id}`), 200);
  const renamed = labels.map((label: { name: string }) => ({
    ...label,
    ...(label.name === "yes" && { name: "aye" }),
  }));
  bodyOf(await request("PATCH", `/v1/projects/${project_id}`, { labels: renamed }), 200);
  await send(id, [{ external_id: "1", model: "m", score: 0.9, result: { label: "aye" } }]);
  const adjudicated = db.updateTable("items").set({ origin: "adjudication" }).where("batch_id", "=", id);
  await adjudicated.where("position", "=", 2).execute();
  bodyOf(await request("POST", `/v1/batches/${id}/suspicions`), 202);
  await runJobs();

  const found = await suspects(id);
  const of = (n: number) => found.find(({ position }) => position === n).suspicion;
  expect(of(1)).toMatchObject({ models: near(agreed?.models), answers: expect.closeTo(unsure, 2) });
  expect(of(2)).toMatchObject({ models: near(agreed?.models), answers: null });
});

test("label scores count by the present names of labels, and are replaced with their prediction", async () => {
  const scored = (yes: number) => (n: number) => {
    const no = 1 - yes;
    return n === 5 ? { label_scores: { yes, no } } : { label_scores: { [said(String(n))]: 0.8 } };
  };
  const { id, project_id } = await givenBatch(service, { texts: TEXTS, settings });
  await send(id, predictionsOf(0, scored(0.6)));
  await annotateAll(service, id, both, said);
  await runJobs();
  const modelsOf = async () => (await suspects(id)).find(({ position }) => position === 5).suspicion.models;
  const before = await modelsOf();
  expect(before).toBeGreaterThan(0.35);
  expect(before).toBeLessThan(0.5);

  const { labels } = bodyOf(await request("GET", `/v1/projects/${project_id}`), 200);
  const renamed = labels.map((label: { name: string }) => ({
    ...label,
    ...(label.name === "yes" && { name: "aye" }),
  }));
  bodyOf(await request("PATCH", `/v1/projects/${project_id}`, { labels: renamed }), 200);
  bodyOf(await request("POST", `/v1/batches/${id}/suspicions`), 202);
  await runJobs();
  expect(await modelsOf()).toBeCloseTo(before, 5);

  await send(id, [
    { external_id: "5", model: "m", result: { label: "aye" }, label_scores: { aye: 0.1, no: 0.9 } },
  ]);
  bodyOf(await request("POST", `/v1/batches/${id}/suspicions`), 202);
  await runJobs();
  expect(await modelsOf()).toBeGreaterThan(0.8);
});

test("vectors that arrive later count once somebody asks, and are not shown", async () => {
  const id = await givenLabeled();
  expect((await suspects(id))[0].suspicion).toMatchObject({
    score: expect.closeTo(unsure, 5),
    models: null,
    neighbors: null,
  });
  // The last text has the vector of a `yes`; vectors of another length or model are left out.
  const vectorOf = (n: number) =>
    said(String(n)) === "yes" || n === TEXTS ? [1, 0.001 * n] : [0.001 * n, 1];
  await send(
    id,
    predictionsOf(0, (n) => ({ vector: n === 1 ? [1] : vectorOf(n) })),
  );
  await send(id, [{ external_id: "2", model: "other", vector: [5, 5, 5], result: { label: "yes" } }]);

  const asked = await request("POST", `/v1/batches/${id}/suspicions`);
  await runJobs();

  expect([asked.status, asked.body]).toEqual([202, { batch_id: id, status: "queued" }]);
  const found = await suspects(id);
  const neighborsOf = (n: number) => found.find(({ position }) => position === n).suspicion.neighbors;
  expect([1, TEXTS, TEXTS - 1].map(neighborsOf)).toEqual([null, 1, 0]);
  expect(found[0].position).toBe(TEXTS);
  expect((await request("GET", `/v1/items/${found[0].id}`)).bytes.toString()).not.toContain("vector");
});

test("a run that was killed goes on with its block, and drops what is accepted no more", async () => {
  const id = await givenLabeled(predictionsOf(3));
  const { id: gone } = await db
    .selectFrom("items")
    .select("id")
    .where("batch_id", "=", id)
    .where("position", "=", 8)
    .executeTakeFirstOrThrow();
  await db.updateTable("items").set({ status: "open", result: null }).where("id", "=", gone).execute();
  expect(await suspects(id)).toHaveLength(TEXTS - 1); // not accepted
  service.advance(1_000);

  await computeSuspicions(deps, { account_id: service.accountId, batch_id: id, after: 5 });

  const rows = await db
    .selectFrom("suspicions")
    .select(["position", "computed_at"])
    .where("batch_id", "=", id)
    .orderBy("position")
    .execute();
  expect(rows.map(({ position }) => position)).toEqual([...numbers(1, 7), ...numbers(9, TEXTS)]);
  const [first, last] = [rows[0], rows.at(-1)].map((row) => row?.computed_at.getTime() ?? 0);
  expect((last ?? 0) - (first ?? 0)).toBe(1_000);
});

test("a deleted batch leaves no suspicions, also if the job runs on", async () => {
  const id = await givenLabeled(predictionsOf(3));
  bodyOf(await request("DELETE", `/v1/batches/${id}`), 204);
  await runJobs();
  await computeSuspicions(deps, { account_id: service.accountId, batch_id: id });

  const rows = await db.selectFrom("suspicions").select("item_id").where("batch_id", "=", id).execute();
  expect(rows).toEqual([]);
  expect(await request("POST", `/v1/batches/${id}/suspicions`)).toMatchObject({ status: 404 });
});

test("results that are more than labels are suspicious if an audit would refuse the model's", async () => {
  const { id } = await givenBatch(service, {
    texts: 2,
    settings: { ...settings, annotation_type: "named_entity_recognition", labels: [{ name: "ORG" }] },
  });
  const spans = (end: number) => ({ spans: [{ start: 0, end, label: "ORG" }] });
  await send(id, [
    { external_id: "1", model: "m", score: 1, result: spans(2), vector: [1, 2] },
    { external_id: "2", model: "m", score: 1, result: spans(4), vector: [1, 2] },
  ]);
  const annotations = ["1", "2"].flatMap((external_id) =>
    ["ann", "bob"].map((annotator) => ({ external_id, annotator, result: spans(4) })),
  );
  bodyOf(await request("POST", `/v1/batches/${id}/annotations`, { annotations }), 200);
  await runJobs();

  const found = await suspects(id);
  expect(found.map(({ position, suspicion }) => [position, suspicion.models, suspicion.neighbors])).toEqual([
    [1, 1, null],
    [2, 0, null],
  ]);
});

test("only who answers for labels sees suspicions, and nobody who audits blind", async () => {
  const id = await givenLabeled(predictionsOf(3), {
    quality_level: "basic",
    quality_policy: { ...settings.quality_policy, audit_mode: "blind" },
  });
  const list = `/v1/items?batch_id=${id}&sort=-suspicion`;
  const ask = async (role: "viewer" | "annotator" | "reviewer" | "manager", path: string) =>
    (await givenPerson(service, { role })).request("GET", path);

  expect(await ask("viewer", list)).toMatchObject({ status: 403, body: { error: "forbidden" } });
  const seen = bodyOf(await ask("viewer", `/v1/items?batch_id=${id}`), 200).data;
  expect(seen.map(({ suspicion }: { suspicion: unknown }) => suspicion)).toEqual(Array(TEXTS).fill(null));
  expect(await ask("annotator", list)).toMatchObject({ status: 403 });
  expect(bodyOf(await ask("reviewer", list), 200).data).toEqual([]); // the audit of the batch is blind
  const blind = bodyOf(await ask("manager", `/v1/items?batch_id=${id}`), 200).data;
  expect(blind[2]).toMatchObject({ label: null, suspicion: null });
  await db.updateTable("batches").set({ audit: null }).where("id", "=", id).execute();
  expect(bodyOf(await ask("reviewer", list), 200).data).toHaveLength(TEXTS);
});

test.each([
  [`sort=-suspicion`, "sort=-suspicion needs batch_id"],
  [`batch_id=BATCH&sort=-suspicion&cursor=x`, "cursor"],
])("the list %s is refused", async (query, message) => {
  const { id } = await givenBatch(service, { texts: 1, settings });
  const refused = await request("GET", `/v1/items?${query.replace("BATCH", id)}`);
  expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining(message)]);
});

test.each([
  ["no list", 1],
  ["empty", []],
  ["too long", Array(4_097).fill(0)],
  ["of texts", ["1"]],
  ["beyond 32 bits", [1e39]],
])("a vector that is %s is refused", async (_, vector) => {
  const { id } = await givenBatch(service, { texts: 1, settings });
  const line = { external_id: "1", model: "m", result: { label: "yes" }, vector };
  const headers = { "content-type": "application/x-ndjson" };
  const refused = await request("POST", `/v1/batches/${id}/predictions`, JSON.stringify(line), headers);
  expect([refused.status, refused.bytes.toString()]).toEqual([
    400,
    expect.stringContaining("vector must be 1 to 4096 numbers"),
  ]);
});

const scores = (count: number) => Object.fromEntries(numbers(1, count).map((n) => [`l${n}`, 0]));
test.each([
  ["no object", ["yes"], "label_scores must be an object of 1 to 100 labels"],
  ["empty", {}, "label_scores must be an object of 1 to 100 labels"],
  ["too many", scores(101), "label_scores must be an object of 1 to 100 labels"],
  ["beyond 1", { yes: 1.1 }, "each with a number from 0 to 1"],
  ["of texts", { yes: "0.5" }, "each with a number from 0 to 1"],
  ["of labels that the project has not", { maybe: 0.5 }, "label_scores.maybe must be one of"],
])("label scores that are %s are refused", async (_, label_scores, message) => {
  const { id } = await givenBatch(service, { texts: 1, settings });
  const line = { external_id: "1", model: "m", result: { label: "yes" }, label_scores };
  const headers = { "content-type": "application/x-ndjson" };
  const refused = await request("POST", `/v1/batches/${id}/predictions`, JSON.stringify(line), headers);
  expect([refused.status, refused.bytes.toString()]).toEqual([400, expect.stringContaining(message)]);
});

test.each([
  ["named_entity_recognition", { spans: [] }],
  ["multilabel_classification", { labels: ["ORG"] }],
])("label scores are refused for %s, whose result is not one label", async (annotation_type, result) => {
  const { id } = await givenBatch(service, {
    texts: 1,
    settings: { ...settings, annotation_type, labels: [{ name: "ORG" }] },
  });
  const given = { external_id: "1", model: "m", result, label_scores: { ORG: 0.5 } };
  const refused = await request("POST", `/v1/batches/${id}/predictions`, { predictions: [given] });
  expect([refused.status, refused.bytes.toString()]).toEqual([
    400,
    expect.stringContaining(`label_scores does not fit ${annotation_type}, whose result is not one label`),
  ]);
});
