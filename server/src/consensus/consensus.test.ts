import { expect, test } from "vitest";
import { auditAll, bodyOf, claim, givenBatch, submit } from "../../test/given.ts";
import { startService, type TestAccount, untilSomeoneWaits } from "../../test/service.ts";
import { lockTurns } from "../queue/leases.ts";

const service = await startService();
const { request, db, runJobs } = service;

const ANNOTATORS = ["ann", "bea", "cyd", "dan", "eve"];
const settings = { quality_level: "none", quality_policy: { overlap: 5 } };

/**
 * Ann and Bea know the truth, which is the item's lowest bit; the others' answers have nothing to do with it.
 */
function said(item: number, annotator: number): string {
  const bit = annotator < 2 ? item % 2 : (item >> (annotator - 1)) % 2;
  return bit === 1 ? "yes" : "no";
}

async function answerAll(
  batch_id: string,
  texts: number,
  { account = service, isReversed = false }: { account?: TestAccount; isReversed?: boolean } = {},
): Promise<void> {
  const annotations = Array.from({ length: texts }, (_, item) =>
    ANNOTATORS.map((annotator, index) => ({
      external_id: String(item + 1),
      annotator,
      result: { label: said(item, index) },
    })),
  ).flat();
  if (isReversed) annotations.reverse();
  bodyOf(await account.request("POST", `/v1/batches/${batch_id}/annotations`, { annotations }), 200);
}

async function labelsOf(batch_id: string) {
  const rows = await db
    .selectFrom("items")
    .select(["position", "result", "support", "origin"])
    .where("batch_id", "=", batch_id)
    .orderBy("position")
    .execute();
  return rows.map(({ result, support, origin }) => ({ ...(result as { label: string }), support, origin }));
}

const consensus = (id: string) => `/v1/batches/${id}/consensus`;

/** The choice depends on the names of items and annotators, not on their random ids. */
const MODEL = "hierarchical";

test("the same answers in another account and another order give the same choice of model", async () => {
  const other = await service.givenAccount();
  const here = await givenBatch(service, { texts: 64, settings });
  const there = await givenBatch(service, { texts: 64, settings, account: other });
  await answerAll(here.id, 64);
  await answerAll(there.id, 64, { account: other, isReversed: true });

  const one = bodyOf(await request("GET", consensus(here.id)), 200);
  const two = bodyOf(await other.request("GET", consensus(there.id)), 200);

  expect(two.method).toBe(one.method);
  for (const model of ["one-coin", "hierarchical"])
    expect(two.log_likelihoods[model]).toBeCloseTo(one.log_likelihoods[model], 9);
});

/** Items, of 64, on which the three who guess outvote the two who know. */
const OUTVOTED = 8;

test("a completed batch gets the labels of a model; they can be previewed, reverted and recomputed", async () => {
  const { id } = await givenBatch(service, { texts: 64, settings });
  await answerAll(id, 64);
  const answersBefore = await db
    .selectFrom("annotations")
    .selectAll()
    .where("batch_id", "=", id)
    .orderBy("id")
    .execute();
  const voted = await labelsOf(id);
  const preview = bodyOf(await request("GET", consensus(id)), 200);
  expect(preview).toMatchObject({
    ...{ batch_id: id, method: MODEL, reason: "held_out" },
    log_likelihoods: { "one-coin": expect.any(Number), hierarchical: expect.any(Number) },
    ...{ items: 64, answers: 320, annotators: 5, labels: 2, known: 0, changed: OUTVOTED, versions: [] },
  });
  expect(preview.changes).toHaveLength(OUTVOTED);
  for (const { from, to, support } of preview.changes)
    expect([new Set([from, to]), support]).toEqual([new Set(["yes", "no"]), 0.4]);
  expect(await labelsOf(id)).toEqual(voted);

  await runJobs();

  const modelled = await labelsOf(id);
  expect(modelled.map(({ label }) => label)).toEqual(modelled.map((_label, item) => said(item, 0)));
  const changed = modelled.filter(({ label }, item) => label !== voted[item]?.label);
  expect(changed).toHaveLength(OUTVOTED);
  for (const item of changed) expect(item).toMatchObject({ support: 0.4, origin: "import" });
  const first = { version: 1, asked: "auto", method: MODEL, changed: OUTVOTED, round: 1 };
  expect(bodyOf(await request("GET", consensus(id)), 200)).toMatchObject({ changed: 0, versions: [first] });
  expect(bodyOf(await request("GET", `/v1/batches/${id}`), 200).consensus).toEqual({
    ...{ version: 1, method: MODEL, answers: 320, changed: OUTVOTED },
  });

  const back = bodyOf(await request("POST", consensus(id), { method: "majority" }), 200);
  expect(back).toMatchObject({ version: 2, asked: "majority", reason: "asked", changed: OUTVOTED });
  expect(await labelsOf(id)).toEqual(voted);
  expect(bodyOf(await request("POST", consensus(id), {}), 200)).toMatchObject({ ...first, version: 3 });
  expect(await labelsOf(id)).toEqual(modelled);
  expect(bodyOf(await request("GET", `${consensus(id)}?method=one-coin`), 200)).toMatchObject({
    ...{ method: "one-coin", reason: "asked" },
    versions: [{ version: 1 }, { version: 2 }, { version: 3 }],
  });
  const answers = await db
    .selectFrom("annotations")
    .selectAll()
    .where("batch_id", "=", id)
    .orderBy("id")
    .execute();
  expect(answers).toEqual(answersBefore);
});

test("an adjudicator's decision stays, and measures the annotators", async () => {
  const { id } = await givenBatch(service, { texts: 64, settings });
  await answerAll(id, 64);
  const { changes } = bodyOf(await request("GET", consensus(id)), 200);
  const [{ item_id, from }] = changes;
  await db.updateTable("items").set({ origin: "adjudication" }).where("id", "=", item_id).execute();

  await runJobs();

  const { result } = await db
    .selectFrom("items")
    .select("result")
    .where("id", "=", item_id)
    .executeTakeFirstOrThrow();
  expect(result).toEqual({ label: from });
  expect(bodyOf(await request("GET", consensus(id)), 200)).toMatchObject({
    ...{ known: 1, changed: 0 },
    versions: [{ known: 1, changed: OUTVOTED - 1 }],
  });
});

test("auditors judge the labels of the model, which then do not change", async () => {
  const { id } = await givenBatch(service, {
    texts: 64,
    settings: { quality_level: "basic", quality_policy: { overlap: 5 } },
  });
  await answerAll(id, 64);
  await runJobs();
  expect(await request("POST", consensus(id), { method: "majority" })).toMatchObject({
    status: 409,
    body: { error: "invalid_state", message: expect.stringContaining("is already drawn") },
  });

  await auditAll(service, id, "eva", (text) => said(Number(text.slice(5)) - 1, 0));
  await runJobs();
  expect(bodyOf(await request("GET", `/v1/batches/${id}`), 200)).toMatchObject({
    status: "certified",
    consensus: { version: 1, method: MODEL },
  });
  const judged = await db.selectFrom("audits").select("acceptable").where("batch_id", "=", id).execute();
  expect(judged.every(({ acceptable }) => acceptable === true)).toBe(true);
});

test("auditors judge the labels of the method chosen before the verdict begins", async () => {
  const { id } = await givenBatch(service, {
    texts: 64,
    settings: { quality_level: "basic", quality_policy: { overlap: 5 } },
  });
  await answerAll(id, 64);
  bodyOf(await request("POST", consensus(id), { method: "majority" }), 200);

  await runJobs();

  expect(bodyOf(await request("GET", `/v1/batches/${id}`), 200)).toMatchObject({
    audit: { look: 1 },
    consensus: { version: 1, method: "majority", changed: 0 },
  });
});

test("an answer changed while its batch is completed is counted, or refused", async () => {
  const { id: batch_id } = await givenBatch(service, {
    texts: 2,
    settings: { quality_level: "none", quality_policy: { overlap: 1 } },
  });
  const first = await claim(service, "ann", { batch_id });
  const last = await claim(service, "ann", { batch_id });
  bodyOf(await submit(service, first, "yes"), 200);
  bodyOf(await request("POST", `/v1/tasks/${first.id}/reopen`, {}), 200);

  const { completing, replacing } = await db.transaction().execute(async (tx) => {
    await lockTurns(tx, batch_id);
    const completing = submit(service, last, "yes");
    await untilSomeoneWaits(db);
    return { completing, replacing: submit(service, first, "no") };
  });
  bodyOf(await completing, 200);
  const { status } = await replacing;
  await runJobs();

  expect([200, 409]).toContain(status);
  const [label] = await labelsOf(batch_id);
  expect(label).toMatchObject({ label: status === 200 ? "no" : "yes", support: 1 });
  expect(bodyOf(await request("GET", consensus(batch_id)), 200)).toMatchObject({
    ...{ answers: 2, changed: 0 },
    versions: [{ version: 1, answers: 2, method: "majority" }],
  });
});

test("a computation that is impossible or too large is refused", async () => {
  const { id } = await givenBatch(service, { settings });
  expect(await request("POST", consensus(id), {})).toMatchObject({
    status: 409,
    body: { message: "the batch is created; only the labels of a completed batch can be recomputed" },
  });
  expect(await request("GET", `${consensus(id)}?method=best`)).toMatchObject({ status: 400 });
  expect(await request("POST", consensus(id), { method: "best" })).toMatchObject({ status: 400 });
  const other = await service.givenAccount();
  expect(await service.requestWith(other.key)("GET", consensus(id))).toMatchObject({ status: 404 });
  expect(await service.requestWith(other.key)("POST", consensus(id), {})).toMatchObject({ status: 404 });
  const spans = await givenBatch(service, {
    settings: { annotation_type: "named_entity_recognition", labels: [{ name: "place" }] },
  });
  expect(await request("GET", consensus(spans.id))).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining("whose results are labels") },
  });
});

test("in a multi-label batch each label is a separate problem", async () => {
  const { id } = await givenBatch(service, {
    texts: 64,
    settings: {
      ...{ annotation_type: "multilabel_classification", quality_level: "basic" },
      ...{ labels: [{ name: "odd" }, { name: "even" }, { name: "text" }], quality_policy: { overlap: 5 } },
    },
  });
  const saidOf = (item: number, index: number) => {
    const isOdd = said(item, index) === "yes";
    return isOdd ? ["text", "odd"] : item % 4 === 0 ? [] : ["text"];
  };
  const annotations = Array.from({ length: 64 }, (_, item) =>
    ANNOTATORS.map((annotator, index) => ({
      ...{ external_id: String(item + 1), annotator },
      result: { labels: saidOf(item, index) },
    })),
  ).flat();
  bodyOf(await request("POST", `/v1/batches/${id}/annotations`, { annotations }), 200);
  const itemsOf = async () =>
    db
      .selectFrom("items")
      .select(["result", "support", "origin", "status"])
      .where("batch_id", "=", id)
      .orderBy("position")
      .execute();
  const voted = await itemsOf();
  expect(voted.every(({ status }) => status === "accepted")).toBe(true);

  const preview = bodyOf(await request("GET", consensus(id)), 200);
  expect(preview).toMatchObject({
    ...{ method: MODEL, reason: "held_out", items: 64, answers: 320, annotators: 5, labels: 2 },
    ...{ known: 0, versions: [] },
  });
  expect(preview.changes).toHaveLength(preview.changed);
  expect(preview.changes[0]).toMatchObject({ from: expect.any(Array), to: expect.any(Array), support: 0.4 });

  const majority = bodyOf(await request("POST", consensus(id), { method: "majority" }), 200);
  expect(majority).toMatchObject({ version: 1, method: "majority", changed: 0 });
  expect(await itemsOf()).toEqual(voted);
  const version = bodyOf(await request("POST", consensus(id), {}), 200);
  expect(version).toMatchObject({ version: 2, method: MODEL, changed: preview.changed });
  const modelled = await itemsOf();
  expect(modelled.map(({ result }) => result)).toEqual(
    modelled.map((_, item) => ({ labels: saidOf(item, 0).toSorted() })),
  );
});

test("a model decides the sets of labels before their sample is drawn", async () => {
  const account = await service.givenAccount(); // the texts of other batches would share the risk
  const { id } = await givenBatch(service, {
    account,
    texts: 64,
    settings: {
      ...{ annotation_type: "multilabel_classification", quality_level: "basic" },
      ...{ labels: [{ name: "yes" }], quality_policy: { overlap: 5 } },
    },
  });
  const annotations = Array.from({ length: 64 }, (_, item) =>
    ANNOTATORS.map((annotator, index) => ({
      ...{ external_id: String(item + 1), annotator },
      result: { labels: said(item, index) === "yes" ? ["yes"] : [] },
    })),
  ).flat();
  bodyOf(await account.request("POST", `/v1/batches/${id}/annotations`, { annotations }), 200);

  await runJobs();

  expect(bodyOf(await account.request("GET", `/v1/batches/${id}`), 200)).toMatchObject({
    audit: { look: 1 },
    consensus: { version: 1, method: MODEL, changed: OUTVOTED },
  });
  const drawn = await db
    .selectFrom("audits")
    .innerJoin("items", "items.id", "audits.item_id")
    .select(["judged", "items.external_id", "items.result"])
    .where("audits.batch_id", "=", id)
    .execute();
  for (const { judged, external_id, result } of drawn) {
    expect(judged).toEqual({ labels: said(Number(external_id) - 1, 0) === "yes" ? ["yes"] : [] });
    expect(judged).toEqual(result);
  }
  expect(drawn.length).toBeGreaterThan(10);
});
