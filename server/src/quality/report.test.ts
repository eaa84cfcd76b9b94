import { alphaOf, disagreement } from "@assay/domain/krippendorff.ts";
import { namedEntityRecognition } from "@assay/domain/types/named-entity-recognition/named-entity-recognition.ts";
import { sql } from "kysely";
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
import { runInSteps } from "../platform/pause.ts";

const service = await startService();
const { request, db, runJobs } = service;

interface Pair {
  readonly items: number;
  readonly alpha: number | null;
}

async function qualityOf(batch_id: string) {
  return bodyOf(await request("GET", `/v1/batches/${batch_id}/quality`), 200);
}

async function memberOf(external_id: string): Promise<string> {
  const row = await db
    .selectFrom("members")
    .select("id")
    .where("external_id", "=", external_id)
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Imports answers as `[external_id, annotator, label]`. */
async function answer(batch_id: string, rows: readonly (readonly [string, string, string])[]) {
  const annotations = rows.map(([external_id, annotator, label]) => ({
    external_id,
    annotator,
    result: { label },
  }));
  bodyOf(await request("POST", `/v1/batches/${batch_id}/annotations`, { annotations }), 200);
}

/** Krippendorff, "Computing Krippendorff's Alpha-Reliability" (2011), example C: 4 observers, 12 units. */
const EXAMPLE_C = "111 2232 3333 3333 2222 1234 4444 1121 2222 555 11 3".split(" ");

test.each([
  ["ordinal", 0.81539],
  ["numeric", 0.84911],
])("ratings on an %s scale agree by the published alpha of that kind", async (kind, published) => {
  const scales = [{ name: "helpfulness", min: 1, max: 9, kind }];
  const settings = {
    ...{ annotation_type: "rating", labels: [], type_options: { scales } },
    quality_policy: { overlap: 4 },
  };
  const { id } = await givenBatch(service, { texts: EXAMPLE_C.length, settings });
  const annotations = EXAMPLE_C.flatMap((unit, index) =>
    [...unit].map((digit, observer) => ({
      ...{ external_id: String(index + 1), annotator: `observer ${observer}` },
      result: { ratings: { helpfulness: Number(digit) } },
    })),
  );
  bodyOf(await request("POST", `/v1/batches/${id}/annotations`, { annotations }), 200);

  const { agreement } = await qualityOf(id);

  expect(agreement).toMatchObject({ items: 11, pairs: 55 });
  expect(agreement.alpha).toBeCloseTo(published, 5);
  expect(agreement.alpha_low).toBeLessThan(agreement.alpha);
  expect(agreement.alpha_high).toBeGreaterThan(agreement.alpha);
  expect(await qualityOf(id)).toMatchObject({ agreement });
});

test("a report states whether enough items have two answers for a meaningful alpha", async () => {
  const { id } = await givenBatch(service, { texts: 21 });
  const both = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, index) => String(from + index)).flatMap(
      (item) =>
        [
          [item, "ann", Number(item) % 2 === 0 ? "yes" : "no"],
          [item, "bob", "yes"],
        ] as const,
    );
  await answer(id, both(1, 19));
  expect((await qualityOf(id)).agreement).toMatchObject({ items: 19, has_enough_items: false });
  await answer(id, both(20, 20));
  expect((await qualityOf(id)).agreement).toMatchObject({ items: 20, has_enough_items: true });
});

test("agreement, labels and confusion equal a count by hand", async () => {
  const { id } = await givenBatch(service, { texts: 5 });
  const labels = [
    ["yes", "yes"],
    ["yes", "no"],
    ["no", "no"],
    ["yes", "yes"],
  ];
  await answer(
    id,
    labels.flatMap(
      ([ann = "", bob = ""], index) =>
        [
          [String(index + 1), "ann", ann],
          [String(index + 1), "bob", bob],
        ] as const,
    ),
  );

  const quality = await qualityOf(id);

  // Observed disagreement 2/8; by chance 2·5·3/(8·7): alpha = 1 − .25/.5357 (Krippendorff 2011, section C).
  expect(quality.agreement).toMatchObject({
    items: 4,
    unanimous_items: 3,
    pairs: 4,
    agreeing_pairs: 3,
  });
  // By chance: Fleiss 34/64; Gwet 2·5·3/64.
  expect(quality.agreement.details).toEqual({
    raw: 0.75,
    fleiss_kappa: expect.closeTo((0.75 - 34 / 64) / (30 / 64), 12),
    gwet_ac1: expect.closeTo((0.75 - 30 / 64) / (34 / 64), 12),
  });
  const member_ids = [await memberOf("ann"), await memberOf("bob")].sort();
  const alpha = expect.closeTo(quality.agreement.alpha, 12);
  expect(quality.agreement.annotator_pairs).toEqual([{ member_ids, items: 4, agreeing_items: 3, alpha }]);
  expect(quality.agreement.alpha).toBeCloseTo(1 - 0.25 / (30 / 56), 12);
  expect(quality.agreement.alpha_low).toBeLessThan(quality.agreement.alpha);
  expect(quality.agreement.alpha_high).toBe(1);
  expect(quality.agreement.by_label).toEqual([
    { label: "yes", answers: 5, agreement: 4 / 5, alpha },
    { label: "no", answers: 3, agreement: 2 / 3, alpha },
  ]);
  expect(quality.labels).toEqual([
    { label: "yes", delivered: 2, audited: 0, wrong: 0 },
    { label: "no", delivered: 1, audited: 0, wrong: 0 },
  ]);
  expect(quality.confusion).toEqual([
    { answer: "yes", accepted: "yes", count: 4 },
    { answer: "no", accepted: "no", count: 2 },
  ]);
  expect(quality).toMatchObject({
    status: "processing",
    sample: { items: 5, of: 5 },
    needed: {
      items: 2,
      audits: 0,
      leased: 0,
      leased_until: null,
      rework: null,
      message: "2 items need a label. Each needs 2 answers.",
    },
    audit: null,
    looks: [],
    quality_score: null,
  });
});

test("annotators are measured by the accepted labels and by gold", async () => {
  const { id } = await givenBatch(service, { texts: 3, settings: { quality_policy: { overlap: 3 } } });
  await answer(
    id,
    ["1", "2", "3"].flatMap(
      (item) =>
        [
          [item, "ann", "yes"],
          [item, "bob", "yes"],
          [item, "cyd", item === "1" ? "yes" : "no"],
        ] as const,
    ),
  );
  const gold = [
    { external_id: "1", result: { label: "yes" } },
    { external_id: "2", result: { label: "no" } },
  ];
  bodyOf(await request("POST", `/v1/batches/${id}/gold`, { gold }), 200);

  const { annotators } = await qualityOf(id);

  const confused = (answer: string, accepted: string, count: number) => ({ answer, accepted, count });
  const none = { answered: 0, right: 0 };
  // BetaInv(.025; 1, 2) = 1 − √.975, and BetaInv(.025; 2, 1) = √.025.
  const half = { answered: 2, right: 1, low: expect.closeTo(0.0125791), high: expect.closeTo(0.9874209) };
  const both = { answered: 2, right: 2, low: expect.closeTo(0.1581139), high: 1 };
  const expected = [
    ...["ann", "bob"].map(() => ({
      ...{
        answers: 3,
        compared: 3,
        median_seconds: null,
        agreement_with_consensus: 1,
        gold: half,
        audited: none,
      },
      confusion: [confused("yes", "yes", 3)],
      gold_confusion: [confused("yes", "no", 1), confused("yes", "yes", 1)],
      audit_confusion: [],
    })),
    {
      ...{
        answers: 3,
        compared: 3,
        median_seconds: null,
        agreement_with_consensus: 1 / 3,
        gold: both,
        audited: none,
      },
      confusion: [confused("no", "yes", 2), confused("yes", "yes", 1)],
      gold_confusion: [confused("no", "no", 1), confused("yes", "yes", 1)],
      audit_confusion: [],
    },
  ];
  const ids = await Promise.all(["ann", "bob", "cyd"].map(memberOf));
  const byMember = ids.map((member_id, index) => ({ member_id, ...expected[index] }));
  expect(annotators).toHaveLength(3);
  expect(annotators).toEqual(expect.arrayContaining(byMember));
});

test("an annotator's speed is the median of their timed answers", async () => {
  const { id } = await givenBatch(service, { texts: 4, settings: { quality_level: "none" } });
  for (const active_ms of [2_000, 90_000, 4_000, undefined]) {
    const task = await claim(service, "ann", { batch_id: id });
    bodyOf(await submit(service, task, "yes", active_ms === undefined ? {} : { active_ms }), 200);
  }

  expect((await qualityOf(id)).annotators).toMatchObject([{ answers: 4, median_seconds: 4 }]);
});

test("audits are counted by label and annotator, and the report states what the verdict needs", async () => {
  const { id } = await givenBatch(service, { texts: 30 });
  await annotateAll(service, id, ["ann", "bob"], (text) => (Number(text.slice(5)) <= 15 ? "yes" : "no"));
  expect((await qualityOf(id)).needed.message).toBe("Nothing. The service is drawing the audit sample.");
  await runJobs();
  const waiting = await qualityOf(id);
  expect(waiting).toMatchObject({
    status: "completed",
    audit: { look: 1, done: 0 },
    needed: { items: 0, audits: waiting.audit.required },
  });
  expect(waiting.needed.message).toBe(`${waiting.audit.required} labels need an audit.`);

  const wish = { batch_id: id, kinds: ["audit"] };
  const wrong = await claim(service, "eve", wish);
  expect((await qualityOf(id)).needed).toMatchObject({ leased: 1, leased_until: wrong.lease_expires_at });
  const label = wrong.item.label.label;
  await submit(service, wrong, label === "yes" ? "no" : "yes");
  const begun = await qualityOf(id);
  expect(begun.needed.audits).toBe(waiting.audit.required - 1);
  expect(begun.annotators).toMatchObject([{ audited: { answered: 0 } }, { audited: { answered: 0 } }]);

  const truth = (text: string) => (Number(text.slice(5)) <= 15 ? "yes" : "no");
  await auditAll(service, id, "eve", truth);
  expect((await qualityOf(id)).needed.message).toBe("Nothing. The service is computing the verdict.");
  await runJobs();
  const { needed, audit } = await qualityOf(id);
  expect(audit).toMatchObject({ done: waiting.audit.required, wrong_allowed: 4 });
  expect(audit.required).toBeGreaterThan(waiting.audit.required);
  expect(needed).toMatchObject({ audits: audit.required - audit.done });

  await auditToVerdict(service, id, "eve", truth);
  const certified = await qualityOf(id);
  expect(certified).toMatchObject({
    status: "certified",
    quality_score: certified.looks[0].score,
    looks: [
      { look: 1, outcome: "certified", d: 1, n: audit.required, N: 30, method: "sequential", alpha: 0.0375 },
    ],
    needed: { audits: 0, message: "Nothing: the batch is certified." },
  });
  expect(certified.labels.find((row: { label: string }) => row.label === label)).toMatchObject({ wrong: 1 });
  const audited = { answered: audit.required, right: audit.required - 1 };
  expect(certified.annotators).toMatchObject([{ audited }, { audited }]);
  expect(certified.sentence).toContain("Certified");
});

test("agreement on spans uses Krippendorff's alpha with the type's distance, without confusion", async () => {
  const settings = {
    annotation_type: "named_entity_recognition",
    labels: [{ name: "place" }],
    quality_policy: { overlap: 3 },
  };
  const { id } = await givenBatch(service, { texts: 4, settings });
  const spans = [
    [0, 4],
    [0, 6],
    [5, 6],
  ].map(([start, end]) => ({ spans: [{ start, end, label: "place" }] }));
  const results = [
    [0, 0, 0],
    [0, 1, 0],
    [1, 2, 2],
    [2, 2, 2],
  ].map((row) => row.map((index) => spans[index]));
  const annotations = results.flatMap((row, item) =>
    row.map((result, index) => ({ external_id: String(item + 1), annotator: `annotator ${index}`, result })),
  );
  bodyOf(await request("POST", `/v1/batches/${id}/annotations`, { annotations }), 200);

  const { agreement, confusion } = await qualityOf(id);

  expect(agreement.alpha).toBeCloseTo(
    alphaOf(await runInSteps(disagreement(results, namedEntityRecognition.distance))) ?? Number.NaN,
    12,
  );
  expect(agreement).toMatchObject({
    items: 4,
    unanimous_items: 2,
    pairs: 12,
    agreeing_pairs: 8,
    details: { raw: 8 / 12, fleiss_kappa: null, gwet_ac1: null },
    by_label: [{ label: "place", answers: 12, agreement: 1, alpha: null }],
  });
  expect(agreement.annotator_pairs.map(({ items, alpha }: Pair) => [items, alpha])).toEqual([
    [4, null],
    [4, null],
    [4, null],
  ]);
  expect(confusion).toBeNull();
});

test("answers from before and after a renaming count as one label", async () => {
  const settings = {
    labels: [
      { id: "y", name: "yes" },
      { id: "n", name: "no" },
    ],
  };
  const { id, project_id } = await givenBatch(service, { texts: 2, settings });
  await answer(id, [
    ["1", "ann", "yes"],
    ["2", "ann", "yes"],
  ]);
  const labels = [
    { id: "y", name: "agreed" },
    { id: "n", name: "no" },
  ];
  bodyOf(await request("PATCH", `/v1/projects/${project_id}`, { labels }), 200);
  await answer(id, [
    ["1", "bob", "agreed"],
    ["2", "bob", "agreed"],
  ]);

  const quality = await qualityOf(id);

  expect(quality.labels).toEqual([{ label: "agreed", delivered: 2, audited: 0, wrong: 0 }]);
  expect(quality.confusion).toEqual([{ answer: "agreed", accepted: "agreed", count: 4 }]);
  expect(quality.agreement).toMatchObject({
    alpha: null,
    details: { raw: 1, fleiss_kappa: null, gwet_ac1: null },
  });
});

test("a batch without answers has a report too", async () => {
  const { id } = await givenBatch(service, { texts: 1 });

  expect(await qualityOf(id)).toMatchObject({
    agreement: {
      ...{ items: 0, alpha: null, alpha_low: null, alpha_high: null },
      details: { raw: null, fleiss_kappa: null, gwet_ac1: null },
      ...{ by_label: [], annotator_pairs: [] },
    },
    labels: [],
    annotators: [],
    confusion: [],
  });
});

test("a large batch is read by a sample that is always the same", async () => {
  const { id } = await givenBatch(service, { texts: 1, settings: { quality_policy: { overlap: 1 } } });
  await sql`
    insert into items (id, account_id, batch_id, position, file_id, priority, metadata, overlap_required, open_slots, claim_order,
      status, result, guideline_version)
    select 'item_' || lpad(n::text, 26, '0'), ${service.accountId}, ${id}, n, 'file', 0, '{}', 1, 0, n, 'accepted',
      jsonb_build_object('label', case when n <= 6250 then 'yes' else 'no' end), 1
    from generate_series(2, 25000) as n`.execute(db);
  await db.updateTable("batches").set({ item_count: 25_000 }).where("id", "=", id).execute();

  const quality = await qualityOf(id);

  expect(quality.sample).toEqual({ items: 20_000, of: 25_000 });
  const [no, yes] = quality.labels;
  expect(no.delivered + yes.delivered).toBeGreaterThanOrEqual(19_999);
  expect(yes.delivered / 20_000).toBeCloseTo(0.25, 1);
  expect((await qualityOf(id)).labels).toEqual(quality.labels);
});

test("another account's batch is not found, nor is an unknown one", async () => {
  const { id } = await givenBatch(service, { texts: 1 });
  const stranger = await service.givenAccount();

  expect((await stranger.request("GET", `/v1/batches/${id}/quality`)).status).toBe(404);
  expect((await request("GET", "/v1/batches/none/quality")).status).toBe(404);
});
