import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { drawOrder } from "@assay/domain/draw/order.ts";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { auditToVerdict, bodyOf, givenLines, givenProject } from "../../test/given.ts";
import { answersOf, importAnswers } from "../../test/import-answers.ts";
import { startService } from "../../test/service.ts";
import { seedOf } from "../draws/steps.ts";
import { listDraws } from "../draws/store.ts";
import { auditCsv } from "../exports/file/audit-csv.ts";
import { sha256 } from "../platform/sha256.ts";
import { SLICES_ONLY } from "../queue/audits.ts";

const service = await startService();
const { request, db, runJobs } = service;

interface Given {
  readonly items: number;
  readonly slices: readonly unknown[];
  /** By item, from 1. */
  readonly metadataOf: (item: number) => object;
  readonly groupOf?: (item: number) => string;
  readonly challenge?: "nonce";
}

/** A completed batch whose items are all labeled "yes". */
async function givenSliced({ items, slices, metadataOf, groupOf, challenge }: Given): Promise<string> {
  const quality_policy = { overlap: 1, slices, ...(challenge && { challenge }) };
  const { id: project_id } = await givenProject(service, { quality_policy });
  const lines = Array.from({ length: items }, (_, index) => {
    const line = { text: `text ${index + 1}`, external_id: String(index + 1) };
    return groupOf === undefined ? line : { ...line, group: groupOf(index + 1) };
  });
  const upload_id = await givenLines(service, service, lines);
  const { id } = bodyOf(await request("POST", "/v1/batches", { project_id, upload_ids: [upload_id] }), 201);
  const metadata = Array.from({ length: items }, (_, index) => metadataOf(index + 1));
  await sql`update items set metadata = (${JSON.stringify(metadata)}::jsonb) -> (position - 1)
    where batch_id = ${id}`.execute(db);
  bodyOf(await importAnswers(service, id, answersOf(items, ["ann"])), 200);
  await runJobs();
  return id;
}

const read = async (path: string) => bodyOf(await request("GET", path), 200);
const batchOf = (id: string) => read(`/v1/batches/${id}`);
const slicesOf = async (id: string) => (await read(`/v1/batches/${id}/quality`)).slices;

async function auditsOf(batch_id: string) {
  return db
    .selectFrom("audits")
    .innerJoin("items", "items.id", "audits.item_id")
    .select(["item_id", "rank", "look", "items.position", "items.group", "items.metadata"])
    .where("audits.batch_id", "=", batch_id)
    .orderBy("rank")
    .execute();
}

/** The ids of the batch's items in the order in which `nonce` will have them drawn. */
async function orderBy(batch_id: string, nonce: string): Promise<string[]> {
  const [draw] = await listDraws(db, { account_id: service.accountId, id: batch_id });
  if (draw === undefined) throw new Error(`${batch_id} has no draw`);
  const seed = Buffer.from(seedOf(service.deps, draw), "hex");
  const items = await db.selectFrom("items").select("id").where("batch_id", "=", batch_id).execute();
  return drawOrder(sha256, { seed, nonce }, items, items.length).map(({ id }) => id);
}

/** Audits until nothing is left to audit. */
function auditToEnd(id: string, verdict: (item: number) => string = () => "yes"): Promise<number> {
  return auditToVerdict(service, id, "eve", (content) => verdict(Number(content.slice(5))));
}

test("a floor adds the audits that its slices need, and every slice is shown in report and certificate", async () => {
  const languages = (item: number) =>
    item <= 180 ? { language: "de" } : item <= 240 ? { language: "fr" } : {};
  const id = await givenSliced({
    items: 300,
    slices: [{ key: "language", min_score: 60 }, "site"],
    metadataOf: (item) => ({ ...languages(item), site: `site ${item % 24}` }),
  });
  const { audit } = await batchOf(id);
  const planned = await slicesOf(id);
  const audits = await auditsOf(id);

  expect(planned.slice(0, 4)).toMatchObject([
    { key: "language", value: "de", other_values: 0, N: 180, need: 60, is_floor: true, audited: 0 },
    {
      key: "language",
      value: "fr",
      other_values: 0,
      N: 60,
      need: 60,
      is_floor: true,
      outcome: "open",
      d: null,
      score: null,
    },
    { key: "language", value: null, other_values: 0, N: 60, need: 60, is_floor: true },
    { key: "site", value: "site 1", other_values: 0, N: 13, need: 80, is_floor: false },
  ]);
  expect(planned).toHaveLength(3 + 20 + 1);
  expect(planned.at(-1)).toMatchObject({ key: "site", value: null, other_values: 4, N: 48 });
  const main = audits.filter(({ look }) => look > 0);
  expect(main.map(({ rank }) => rank)).toEqual(
    Array.from({ length: audit.required }, (_, index) => index + 1),
  );
  expect(audit.done).toBe(0);
  const inLanguage = (value: string | null) =>
    audits.filter(({ metadata }) => ((metadata.language as string | undefined) ?? null) === value);
  for (const { value, n } of planned.slice(0, 3)) {
    expect(n).toBeGreaterThan(10);
    expect(inLanguage(value)).toHaveLength(n);
  }

  expect(await auditToEnd(id)).toBe(audits.length);

  const batch = await batchOf(id);
  expect(batch).toMatchObject({ status: "certified" });
  const judged = await slicesOf(id);
  expect(judged.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
    ...["shown", "shown", "shown"],
    ...Array.from({ length: 21 }, () => "too_few_audits"),
  ]);
  for (const { n, audited, d, score, need } of judged.slice(0, 3)) {
    expect([audited, d]).toEqual([n, 0]);
    expect(score).toBeGreaterThanOrEqual(need);
  }
  const { looks } = await read(`/v1/batches/${id}/quality`);
  expect(looks.at(-1)).toMatchObject({ n: audit.required, d: 0 });
  const certificate = await read(`/v1/batches/${id}/certificate`);
  const predicate = JSON.parse(Buffer.from(certificate.payload, "base64").toString()).predicate;
  expect(predicate.looks.at(-1).slices).toMatchObject(
    judged.map(({ key, value, n, d, outcome, score }: Record<string, unknown>) => ({
      ...{ key, value, n, d, outcome, score },
    })),
  );
  const forSlices = audits.length - audit.required;
  expect(predicate.auditors).toMatchObject([{ audits: audit.required, slice_audits: forSlices }]);
  const { body } = await service.anonymous("GET", `/certificates/${certificate.id}`);
  const page = String(body).replaceAll(/ data-head="[^"]*"/g, "");
  expect(page).toContain(`<td>${audit.required} and ${forSlices} for slices</td>`);
  expect(page).toContain(
    `<td class="name">language: de</td><td>180</td><td>${judged[0].n}</td><td>0</td><td>at least ${judged[0].score} of 100 right</td>`,
  );
  expect(page).toContain("site: 4 other values");
  expect(page).toContain("not enough audits to say");
  const csv = await db.transaction().execute((tx) => {
    return text(
      Readable.from(auditCsv(tx, { account_id: service.accountId, id, round: 1 }, (result) => result)),
    );
  });
  expect(csv.trimEnd().split("\n")).toHaveLength(1 + audit.required);
});

test("a batch whose sample passes fails for a slice that misses its floor, and says which", async () => {
  const id = await givenSliced({
    items: 300,
    slices: [{ key: "site", min_score: 50 }],
    challenge: "nonce",
    metadataOf: () => ({ site: "Basel" }),
  });
  const nonce = "a-nonce-of-the-buyer";
  const bern = (await orderBy(id, nonce)).slice(-6);
  await sql`update items set metadata = '{"site": "Bern"}' where id = any(${bern})`.execute(db);
  bodyOf(await request("POST", `/v1/batches/${id}/challenge`, { nonce }), 200);
  await runJobs();
  const inBern = (await auditsOf(id)).filter(({ item_id }) => bern.includes(item_id));
  expect(new Set(inBern.map(({ look }) => look))).toEqual(new Set([SLICES_ONLY]));
  const wrong = new Set(inBern.map(({ position }) => position));

  await auditToEnd(id, (item) => (wrong.has(item) ? "no" : "yes"));

  expect(await batchOf(id)).toMatchObject({
    status: "failed",
    failure_reasons: [
      {
        code: "slice_floor",
        message: expect.stringMatching(
          new RegExp(`site: Bern \\(${inBern.length} of ${inBern.length} wrong\\)\\.$`),
        ),
        count: 1,
      },
    ],
  });
  const slices = await slicesOf(id);
  expect(slices).toMatchObject([
    { value: "Basel", outcome: "shown", d: 0 },
    { value: "Bern", outcome: "not_shown", N: 6, d: inBern.length },
  ]);
  expect(slices[1].score).toBeLessThan(50);
});

test("without a floor a slice takes the audits there are and fails nothing", async () => {
  const id = await givenSliced({
    items: 60,
    slices: ["site"],
    metadataOf: (item) => ({ site: item <= 3 ? "Bern" : "Basel" }),
  });
  const audits = await auditsOf(id);
  expect(audits.every(({ look }) => look > 0)).toBe(true);

  await auditToEnd(id);

  expect(await batchOf(id)).toMatchObject({ status: "certified" });
  const slices = await slicesOf(id);
  expect(slices.map(({ n }: { n: number }) => n).reduce((sum: number, n: number) => sum + n, 0)).toBe(
    audits.length,
  );
});

test("of groups the first item's value counts, and a group is right if all its items are", async () => {
  const id = await givenSliced({
    items: 60,
    slices: [{ key: "site", min_score: 50 }],
    groupOf: (item) => `page ${Math.ceil(item / 3)}`,
    metadataOf: (item) => ({ site: item % 3 === 1 && item > 30 ? "Bern" : "Basel" }),
  });
  const sites = await slicesOf(id);
  expect(sites).toMatchObject([
    { value: "Basel", N: 10 },
    { value: "Bern", N: 10 },
  ]);
  const { unit } = (await batchOf(id)).audit;
  expect(unit).toBe("group");

  await auditToEnd(id, (item) => (item === 32 ? "no" : "yes"));

  const drawn = (await auditsOf(id)).some(({ position }) => position === 32);
  const judged = await slicesOf(id);
  expect(judged).toMatchObject([{ d: 0 }, { value: "Bern", d: Number(drawn) }]);
});

test("slices are refused with agreement as evidence, with a key twice and without a key", async () => {
  const refused = async (quality_policy: object, quality_level = "standard") =>
    request("POST", "/v1/projects", {
      ...{ name: "p", annotation_type: "text_classification", labels: [{ name: "yes" }] },
      ...{ quality_policy, quality_level },
    });
  for (const [policy, level] of [
    [{ slices: ["site"], evidence: "agreement" }, "basic"],
    [{ slices: ["site", "site"] }, "standard"],
    [{ slices: [""] }, "standard"],
    [{ slices: [{ min_score: 80 }] }, "standard"],
    [{ slices: [{ key: "site", min_score: 100 }] }, "standard"],
    [{ slices: ["a", "b", "c", "d", "e", "f"] }, "standard"],
  ] as const) {
    const { status, body } = await refused(policy, level);
    expect([status, body.message]).toEqual([expect.anything(), expect.stringContaining("quality_policy.")]);
    expect([400, 422]).toContain(status);
  }
});
