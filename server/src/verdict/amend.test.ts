import { expect, test } from "vitest";
import { annotateAll, auditAll, auditToVerdict, bodyOf, claim, givenBatch } from "../../test/given.ts";
import { answersOf, importAnswers } from "../../test/import-answers.ts";
import { startService } from "../../test/service.ts";

const service = await startService();
const { request, db, advance, runJobs } = service;

async function batchOf(id: string) {
  return bodyOf(await request("GET", `/v1/batches/${id}`), 200);
}

async function givenCertified(texts = 8): Promise<string> {
  const settings = { quality_policy: { overlap: 1 }, export_format: "jsonl" };
  const { id } = await givenBatch(service, { texts, settings });
  bodyOf(await importAnswers(service, id, answersOf(texts, ["ann"])), 200);
  await runJobs();
  await auditAll(service, id, "eve");
  await runJobs();
  return id;
}

async function itemsOf(batch_id: string): Promise<string[]> {
  const rows = await db
    .selectFrom("items")
    .select("id")
    .where("batch_id", "=", batch_id)
    .orderBy("position")
    .execute();
  return rows.map(({ id }) => id);
}

function amend(id: string, item_ids: readonly string[], more: object = {}) {
  return request("POST", `/v1/batches/${id}/amend`, { item_ids, ...more });
}

test("named items are answered again, and the batch stays certified until revision 2 has its own verdict", async () => {
  const id = await givenCertified();
  const [first = "", second = ""] = await itemsOf(id);
  const before = await batchOf(id);
  const { etag } = (await request("GET", `/v1/batches/${id}/download`)).headers;
  advance(60_000);

  const amended = bodyOf(await amend(id, [first, second], { reason: "Read the question again" }), 200);
  const back = await claim(service, "ann", { batch_id: id });
  expect(back.reason).toBe("Read the question again");
  bodyOf(await request("POST", `/v1/tasks/${back.id}/release`, {}), 200);
  await annotateAll(service, id, ["ann"], () => "no");
  const answered = await batchOf(id);
  const { headers } = await request("GET", `/v1/batches/${id}/download`);
  await runJobs();

  const { quality_score, certified_at, download_url } = before;
  const kept = { status: "certified", revision: 1, quality_score, certified_at, download_url };
  expect(amended).toMatchObject({ ...kept, amendment: "processing", round: 2, annotated_count: 6 });
  expect(amended.sentence).toBe(`${before.sentence} Revision 2: 6 of 8 items labeled or excluded.`);
  expect(answered).toMatchObject({ ...kept, amendment: "completed" });
  expect(headers.etag).toBe(etag);

  const audit = await claim(service, "eve", { batch_id: id, kinds: ["audit"] });
  expect(audit).toMatchObject({ kind: "audit", round: 2 });
  bodyOf(await request("POST", `/v1/tasks/${audit.id}/release`, {}), 200);
  await auditAll(service, id, "eve", (text) => (["text 1", "text 2"].includes(text) ? "no" : "yes"));
  await runJobs();

  expect(await batchOf(id)).toMatchObject({
    ...{ status: "certified", revision: 2, amendment: null, failure_reasons: [] },
    revisions: [
      { revision: 1, superseded_by: 2, certified_at, certification_level: before.certification_level },
      { revision: 2, superseded_by: null },
    ],
  });
  const { looks } = bodyOf(await request("GET", `/v1/batches/${id}/quality`), 200);
  expect(looks).toMatchObject([
    { look: 1, round: 1, alpha: 0.0375, outcome: "certified" },
    { look: 2, round: 2, alpha: 0.009375, outcome: "certified" },
  ]);
  const certificates = await db
    .selectFrom("certificates")
    .select(["id", "revision", "envelope"])
    .where("batch_id", "=", id)
    .orderBy("revision")
    .execute();
  const statement = JSON.parse(Buffer.from(certificates[1]?.envelope.payload ?? "", "base64").toString());
  expect(statement.predicate).toMatchObject({ revision: 2, supersedes: certificates[0]?.id });
});

test("each revision can be downloaded, and the earlier one names its successor", async () => {
  const id = await givenCertified();
  const [first = ""] = await itemsOf(id);
  const old = await request("GET", `/v1/batches/${id}/download`);
  advance(60_000);
  bodyOf(await amend(id, [first]), 200);
  await annotateAll(service, id, ["ann"], () => "no");
  await runJobs();
  await auditAll(service, id, "eve", (text) => (text === "text 1" ? "no" : "yes"));
  await runJobs();

  const one = await request("GET", `/v1/batches/${id}/download?revision=1`);
  const two = await request("GET", `/v1/batches/${id}/download`);
  const csv = await request("GET", `/v1/batches/${id}/download?revision=1&format=csv`);

  expect([one.status, one.headers.etag, one.headers["last-modified"]]).toEqual([
    200,
    old.headers.etag,
    old.headers["last-modified"],
  ]);
  expect(one.headers.link).toMatch(/\/download\?revision=2>; rel="successor-version"$/);
  expect(two.headers.etag).not.toBe(old.headers.etag);
  expect(two.headers.link).toBeUndefined();
  expect(csv.status).toBe(200);
  expect((await request("GET", `/v1/batches/${id}/download?revision=3`)).status).toBe(404);
});

test("an amendment that fails leaves the certified revision, and can be reworked or repeated", async () => {
  const id = await givenCertified();
  const items = await itemsOf(id);
  bodyOf(await amend(id, items.slice(0, 4)), 200);
  await annotateAll(service, id, ["ann"], () => "no");
  await runJobs();
  await auditAll(service, id, "eve");
  await runJobs();

  const failed = await batchOf(id);
  expect(failed).toMatchObject({
    ...{ status: "certified", revision: 1, amendment: "failed", failed_at: null },
    failure_reasons: [{ code: "quality", count: 2 }],
  });
  expect(failed.sentence).toContain("Revision 2: Failed Standard (≥ 80).");
  const read = async (revision: number) => {
    const certificate = bodyOf(
      await request("GET", `/v1/batches/${id}/certificate?revision=${revision}`),
      200,
    );
    const { headers } = await request("GET", `/v1/batches/${id}/download?revision=${revision}`);
    const page = await request("GET", `/certificates/${certificate.id}`);
    const said = /Somebody changed labels of this batch later[^<]*/.exec(String(page.bytes))?.[0];
    return [certificate.failed_amendments, headers["x-assay-failed-amendments"], said];
  };
  const wrong = await db
    .selectFrom("audits")
    .select("item_id")
    .where("batch_id", "=", id)
    .where("acceptable", "=", false)
    .execute();
  const [, last] = bodyOf(await request("GET", `/v1/batches/${id}/quality`), 200).looks;
  const said = `Somebody changed labels of this batch later, and the audit of the changed batch failed: round 2 checked ${last.n} of 8 items and found 2 wrong. This certificate covers the labels from before that amendment.`;
  expect(await read(1)).toEqual([1, "1", said]);
  const flags = { superseded_by_failed_amendment: true, superseded_by: null };
  expect((await request("GET", `/v1/batches/${id}/certificate`)).body).toMatchObject(flags);
  expect((await request("GET", `/v1/batches/${id}`)).body.revisions).toMatchObject([flags]);
  expect(bodyOf(await request("POST", `/v1/batches/${id}/rework`), 200)).toMatchObject({
    ...{ status: "certified", amendment: "processing", round: 3, annotated_count: 8 - wrong.length },
    quality_score: failed.quality_score,
  });
  await annotateAll(service, id, ["ann"]);
  await runJobs();
  await auditToVerdict(service, id, "eve");
  expect(await batchOf(id)).toMatchObject({ revision: 2, amendment: null, round: 3 });
  expect([await read(1), await read(2)]).toEqual([
    [1, "1", said],
    [0, undefined, undefined],
  ]);
});

test("nobody audits their own correction, and nobody reads audits of an amendment before its verdict", async () => {
  const settings = { quality_level: "basic", quality_policy: { overlap: 1 } };
  const { id } = await givenBatch(service, { texts: 5, settings });
  bodyOf(await importAnswers(service, id, answersOf(5, ["ann"])), 200);
  await runJobs();
  while ((await batchOf(id)).status === "completed") {
    await auditAll(service, id, "eve", (text) => (text === "text 1" ? "no" : "yes"));
    await runJobs();
  }
  const [first = "", second = ""] = await itemsOf(id);
  bodyOf(await amend(id, [second]), 200);
  await annotateAll(service, id, ["ann"]);
  await runJobs();
  const drawn = await db
    .selectFrom("audits")
    .innerJoin("items", "items.id", "audits.item_id")
    .select(["items.id", "items.origin", "audits.rank"])
    .where("audits.batch_id", "=", id)
    .where("audits.round", "=", 2)
    .execute();
  expect(drawn).toHaveLength(5);
  expect(drawn).toContainEqual({ id: first, origin: "audit", rank: expect.any(Number) });

  const claimed: string[] = [];
  for (let task = await nextAudit(id, "eve"); task; task = await nextAudit(id, "eve")) {
    claimed.push(task.item.id);
    bodyOf(await request("POST", `/v1/tasks/${task.id}/submit`, { result: { label: "yes" } }), 200);
  }
  expect(claimed).toHaveLength(drawn.length - 1);
  expect(claimed).not.toContain(first);

  // The audit of rank 1 is repeated, which would give its item another answer.
  const audited = drawn.find(({ id, rank }) => rank !== 1 && claimed.includes(id))?.id;
  const read = async () => bodyOf(await request("GET", `/v1/items/${audited}/annotations`), 200).data;
  const auditsOf = (answers: { kind: string; round: number }[]) =>
    answers.filter(({ kind, round }) => kind === "audit" && round === 2);
  expect(auditsOf(await read())).toEqual([]);
  const lines = (await request("GET", `/v1/batches/${id}/annotations`)).bytes.toString().trim().split("\n");
  expect(auditsOf(lines.map((line) => JSON.parse(line)))).toEqual([]);

  await auditAll(service, id, "fay", () => "no");
  await runJobs();
  expect(await batchOf(id)).toMatchObject({ revision: 2, amendment: null });
  expect(auditsOf(await read())).toHaveLength(1);
  const { looks } = bodyOf(await request("GET", `/v1/batches/${id}/quality`), 200);
  expect(looks.at(-1)).toMatchObject({ round: 2, d: 0, independent: true });
});

function nextAudit(batch_id: string, annotator: string) {
  return claim(service, annotator, { batch_id, kinds: ["audit"] });
}

test("only a certified batch without a revision in work can be amended, and only its own items", async () => {
  const id = await givenCertified();
  const other = await givenBatch(service, { texts: 1 });
  const [mine = ""] = await itemsOf(id);
  const [foreign = ""] = await itemsOf(other.id);

  expect(await amend(other.id, [foreign])).toMatchObject({ status: 409, body: { error: "invalid_state" } });
  const refused = await amend(id, [mine, foreign]);
  expect(refused).toMatchObject({ status: 400, body: { message: `item_ids: the batch has no ${foreign}` } });
  expect((await amend(id, [])).status).toBe(400);
  expect(
    (await (await service.givenAccount()).request("POST", `/v1/batches/${id}/amend`, { item_ids: [mine] }))
      .status,
  ).toBe(404);
  bodyOf(await amend(id, [mine]), 200);
  expect(await amend(id, [mine])).toMatchObject({ status: 409 });
});
