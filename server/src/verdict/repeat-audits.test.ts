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
import { unzip } from "../../test/unzip.ts";

const service = await startService();
const { request, db, runJobs } = service;
const AUDIT = { kinds: ["audit"] };

/** Labels `yes` by `ann`, that wait for their audits. */
async function givenAudits(texts: number, policy: object = {}): Promise<string> {
  const settings = { quality_policy: { overlap: 1, ...policy } };
  const { id } = await givenBatch(service, { texts, settings });
  await annotateAll(service, id, ["ann"]);
  await runJobs();
  return id;
}

/** Lets `eve` audit everything once with `label`, and returns the next audit for `flo`: a repeat. */
async function givenRepeat(label = "yes", policy: object = {}) {
  const batch_id = await givenAudits(5, policy);
  expect(await auditAll(service, batch_id, "eve", () => label)).toBe(5);
  return { batch_id, repeat: await claim(service, "flo", { batch_id, ...AUDIT }) };
}

async function predicateOf(batch_id: string) {
  const { payload } = bodyOf(await request("GET", `/v1/batches/${batch_id}/certificate`), 200);
  return JSON.parse(Buffer.from(payload, "base64").toString()).predicate;
}

async function pageOf(batch_id: string): Promise<string> {
  const { page_url } = bodyOf(await request("GET", `/v1/batches/${batch_id}/certificate`), 200);
  return String((await request("GET", new URL(page_url).pathname)).bytes);
}

test("a second auditor repeats a tenth of the audits, and the certificate states how often both agree", async () => {
  const id = await givenAudits(40);
  const first = await auditAll(service, id, "eve");
  let audited = 0;
  const repeats = await auditAll(service, id, "flo", () => {
    audited += 1;
    return audited === 1 ? "no" : "yes";
  });
  expect(repeats).toBe(Math.ceil(first / 10));
  expect(repeats).toBe(2);
  await runJobs();

  const { looks, n, d, auditors } = await predicateOf(id);
  expect({ n, d }).toEqual({ n: first, d: 0 });
  expect(auditors).toMatchObject([{ auditor: "auditor_1", audits: first, wrong: 0 }]);
  const repeat_audits = {
    ...{ pairs: 2, agreeing: 1, share: 0.5 },
    // R: binom.test(1, 2)$conf.int
    ...{ share_low: expect.closeTo(0.012_579_1, 6), share_high: expect.closeTo(0.987_420_9, 6) },
  };
  expect(looks).toMatchObject([{ repeat_audits }]);
  const report = bodyOf(await request("GET", `/v1/batches/${id}/quality`), 200);
  expect(report.looks).toMatchObject([{ repeat_audits }]);
  expect(await pageOf(id)).toContain(
    "A second auditor repeated 2 audits without knowing the first verdict: 1 of 2 verdicts agree (50 %). With 95 % confidence, between 1.3 % and 98.7 % of all verdicts would agree.",
  );
  const { bytes } = await request("GET", `/v1/batches/${id}/download?format=jsonl&bundle=true`);
  const files = await unzip(bytes);
  const rows = String(files.get("audit.csv")).trimEnd().split("\n");
  expect(rows.filter((row) => row.endsWith(",accepted,wrong"))).toHaveLength(1);
  expect(rows.filter((row) => row.endsWith(",accepted,accepted"))).toHaveLength(1);
  expect(rows.filter((row) => row.endsWith(",accepted,"))).toHaveLength(first - 2);
  expect(String(files.get("croissant.json"))).toContain("A second auditor repeated 2 audits without knowing");
  const labels = await db
    .selectFrom("items")
    .select(["result", "origin"])
    .where("batch_id", "=", id)
    .execute();
  expect(new Set(labels.map(({ result, origin }) => JSON.stringify([result, origin])))).toEqual(
    new Set(['[{"label":"yes"},"consensus"]']),
  );
});

test("an audit that nobody repeated before the verdict is canceled, and the certificate says so", async () => {
  const id = await givenAudits(5);
  await auditToVerdict(service, id, "eve");

  expect(bodyOf(await request("GET", `/v1/batches/${id}`), 200).status).toBe("certified");
  const none = { pairs: 0, agreeing: 0, share: null, share_low: null, share_high: null };
  expect((await predicateOf(id)).looks).toMatchObject([{ repeat_audits: none }]);
  expect(await pageOf(id)).toContain("No repeat audits: nobody audited an item a second time.");
  const tasks = await db
    .selectFrom("tasks")
    .select("status")
    .where("batch_id", "=", id)
    .where("kind", "=", "audit")
    .execute();
  expect(tasks.map(({ status }) => status).sort()).toEqual(["canceled", ...Array(5).fill("submitted")]);
});

test("the second auditor sees what the first saw, and nobody sees the first verdict or a count of repeats", async () => {
  const batch_id = await givenAudits(1);
  const first = await claim(service, "eve", { batch_id, ...AUDIT });
  bodyOf(await submit(service, first, "no", { verdict: "wrong", reason: "It is a no." }), 200);
  const before = bodyOf(await request("GET", `/v1/batches/${batch_id}`), 200);
  const repeat = await claim(service, "flo", { batch_id, ...AUDIT });
  const { id: _, member_id: _eve, lease_expires_at: _until, ...shown } = first;
  expect(repeat).toMatchObject(shown);
  expect(repeat.id).not.toBe(first.id);
  expect(await claim(service, "eve", { batch_id, ...AUDIT })).toBeUndefined();
  expect(await claim(service, "ann", { batch_id, ...AUDIT })).toBeUndefined();

  bodyOf(await submit(service, repeat, "yes", { verdict: "accepted" }), 200);
  const after = bodyOf(await request("GET", `/v1/batches/${batch_id}`), 200);
  expect(after.audit).toEqual(before.audit);
  const answers = bodyOf(await request("GET", `/v1/items/${first.item.id}/annotations`), 200);
  expect(answers.data.map(({ kind }: { kind: string }) => kind)).toEqual(["annotate"]);
});

test("the second verdict of a blind audit is made by the rule, and changes neither verdict nor label", async () => {
  const { batch_id, repeat } = await givenRepeat("yes", { audit_mode: "blind" });
  expect(repeat.item).toMatchObject({ label: null });
  bodyOf(await submit(service, repeat, "no"), 200);
  await runJobs();

  expect(await predicateOf(batch_id)).toMatchObject({
    d: 0,
    looks: [{ repeat_audits: { pairs: 1, agreeing: 0, share: 0 } }],
  });
});

test("a skipped repeat goes to the next auditor, and the first verdict stands", async () => {
  const { batch_id, repeat } = await givenRepeat();
  for (const [auditor, task] of [
    ["flo", repeat],
    ["gus", undefined],
  ] as const) {
    const { id } = task ?? (await claim(service, auditor, { batch_id, ...AUDIT }));
    bodyOf(await request("POST", `/v1/tasks/${id}/skip`, { reason: "Unclear" }), 200);
  }
  expect(await auditAll(service, batch_id, "hal")).toBe(1);
  await runJobs();

  expect(await predicateOf(batch_id)).toMatchObject({
    d: 0,
    looks: [{ repeat_audits: { pairs: 1, agreeing: 1, share: 1 } }],
  });
});

test("an audit that two auditors skipped is wrong without an auditor's verdict, so nobody repeats it", async () => {
  const batch_id = await givenAudits(1);
  for (const auditor of ["eve", "flo"]) {
    const { id } = await claim(service, auditor, { batch_id, ...AUDIT });
    bodyOf(await request("POST", `/v1/tasks/${id}/skip`, { reason: "Unclear" }), 200);
  }
  expect(await claim(service, "gus", { batch_id, ...AUDIT })).toBeUndefined();
});

test("a repeated submit of a repeat audit returns its answer, and conflicts with another verdict", async () => {
  const { repeat } = await givenRepeat();
  const sent = { client_id: "c1", verdict: "accepted" };
  const stored = bodyOf(await submit(service, repeat, "yes", sent), 200);

  expect(await submit(service, repeat, "yes", sent)).toMatchObject({ status: 200, body: stored });
  expect((await submit(service, repeat, "yes", { ...sent, verdict: "wrong" })).status).toBe(409);
});

test("the version before, which knows no repeats, cannot replace the first verdict", async () => {
  const { batch_id } = await givenRepeat();
  await db
    .updateTable("audits")
    .set({ acceptable: false, verdict: "wrong" })
    .where("batch_id", "=", batch_id)
    .execute();
  const rows = await db
    .selectFrom("audits")
    .select(["acceptable", "verdict"])
    .where("batch_id", "=", batch_id)
    .execute();
  expect(rows).toEqual(Array(5).fill({ acceptable: true, verdict: "accepted" }));
});
