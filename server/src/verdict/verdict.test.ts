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
import { startService, untilSomeoneWaits } from "../../test/service.ts";
import { countAgreement } from "../quality/agreement.ts";
import { judgeBatch } from "./judge.ts";

const service = await startService();
const { request, db, runJobs } = service;

async function batchOf(id: string) {
  return (await request("GET", `/v1/batches/${id}`)).body;
}

async function givenCompleted(texts: number, settings: object = {}) {
  const batch = await givenBatch(service, {
    texts,
    settings: { quality_policy: { overlap: 1 }, ...settings },
  });
  await annotateAll(service, batch.id, ["ann"]);
  await runJobs();
  return batch;
}

test("the audit sample has the lowest secret ranks, and grows without losing items", async () => {
  const { id } = await givenCompleted(60);
  const drawn = async () =>
    (
      await db.selectFrom("audits").select("item_id").where("batch_id", "=", id).orderBy("rank").execute()
    ).map((row) => row.item_id);
  const first = await drawn();
  const before = (await batchOf(id)).audit;
  let seen = 0;
  await auditAll(service, id, "eve", () => {
    seen += 1;
    return seen <= 3 ? "no" : "yes";
  });
  await runJobs();

  const second = await drawn();

  expect(second.length).toBeGreaterThan(first.length);
  expect(second.slice(0, first.length)).toEqual(first);
  const { status, audit } = await batchOf(id);
  expect(status).toBe("completed");
  expect(audit).toMatchObject({ look: 1, done: first.length, wrong_allowed: 4 });
  expect(audit.required).toBe(second.length);
  expect(audit.most_required).toBe(before.most_required);
});

test("too many wrong labels fail the batch with the reason, and emit batch.failed", async () => {
  const { id } = await givenCompleted(40);
  await auditAll(service, id, "eve", () => "no");
  await runJobs();

  const batch = await batchOf(id);

  expect(batch).toMatchObject({
    status: "failed",
    quality_score: 0,
    certification_level: null,
    audit: null,
    audited_count: 5,
  });
  expect(batch.failure_reasons).toMatchObject([{ code: "quality" }]);
  const event = await db
    .selectFrom("events")
    .select("body")
    .where("type", "=", "batch.failed")
    .executeTakeFirstOrThrow();
  expect(JSON.parse(String(event.body)).data).toMatchObject({
    batch_id: id,
    reasons: batch.failure_reasons,
    required_quality_score: 80,
  });
});

test("rework sends unacceptable labels back to their earlier annotators first, with the reason", async () => {
  const { id } = await givenCompleted(12);
  await auditAll(service, id, "eve", () => "no");
  await runJobs();
  const labeled = await batchOf(id);

  bodyOf(await request("POST", `/v1/batches/${id}/rework`), 200);

  const reworked = await batchOf(id);
  expect(reworked).toMatchObject({ status: "processing", round: 2 });
  expect(reworked.annotated_count).toBeLessThan(labeled.annotated_count);
  expect(await claim(service, "somebody-else", { batch_id: id })).toBeUndefined();
  expect(await claim(service, "ann", { batch_id: id })).toMatchObject({ round: 2 });
});

test("a reworked batch passes in its next round, at the α of that round", async () => {
  const { id } = await givenCompleted(12);
  await auditAll(service, id, "eve", () => "no");
  await runJobs();
  bodyOf(await request("POST", `/v1/batches/${id}/rework`), 200);
  await annotateAll(service, id, ["ann"], () => "no");
  await runJobs();
  const judged = new Map<string, string>();
  for (const item of await db
    .selectFrom("items")
    .innerJoin("file_lines", (join) =>
      join.onRef("file_lines.file_id", "=", "items.file_id").onRef("file_lines.line", "=", "items.line"),
    )
    .select(["text", "result"])
    .where("batch_id", "=", id)
    .execute()) {
    judged.set(String(item.text), String((item.result as { label: string }).label));
  }

  await auditAll(service, id, "eve", (text) => judged.get(text) ?? "yes");
  await runJobs();

  expect(await batchOf(id)).toMatchObject({ status: "certified", round: 2 });
  const { looks } = await db
    .selectFrom("batches")
    .select("looks")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  expect(looks.map(({ look, alpha, round }) => ({ look, alpha, round }))).toEqual([
    { look: 1, alpha: 0.0375, round: 1 },
    { look: 2, alpha: 0.009375, round: 2 },
  ]);
});

test("a batch of the level none ends completed, and can get a verdict later", async () => {
  const batch = await givenBatch(service, { texts: 4, settings: { quality_level: "none" } });
  await annotateAll(service, batch.id, ["ann"]);
  await runJobs();
  expect(await batchOf(batch.id)).toMatchObject({ status: "completed", audit: null, required_level: "none" });

  bodyOf(await request("POST", `/v1/batches/${batch.id}/audit`, { level: "silver" }), 200);
  await runJobs();
  await auditAll(service, batch.id, "eve");
  await runJobs();

  expect(await batchOf(batch.id)).toMatchObject({ status: "certified", required_level: "standard" });
});

test("corrections of audited items are delivered at certification, and the judged labels are kept", async () => {
  const { id } = await givenCompleted(40);
  let wrong: string | undefined;
  await auditToVerdict(service, id, "eve", (text) => {
    wrong ??= text;
    return text === wrong ? "no" : "yes";
  });

  expect(await batchOf(id)).toMatchObject({ status: "certified" });
  const corrected = await db
    .selectFrom("items")
    .select(["id", "result"])
    .where("batch_id", "=", id)
    .where("origin", "=", "audit")
    .execute();
  expect(corrected).toMatchObject([{ result: { label: "no" } }]);
  const audit = await db
    .selectFrom("audits")
    .select("judged")
    .where("item_id", "=", corrected[0]?.id ?? "")
    .executeTakeFirstOrThrow();
  expect(audit.judged).toEqual({ label: "yes" });
});

test("a label that is renamed after completion is audited and delivered under the name that it had", async () => {
  const { id, project_id } = await givenCompleted(5);
  await rename(project_id, "yes", "aye");

  const task = await claim(service, "eve", { batch_id: id, kinds: ["audit"] });
  expect(task.item.label).toEqual({ label: "yes" });
  const { labels } = bodyOf(await request("GET", `/v1/tasks/${task.id}/guidelines`), 200);
  expect(labels.map(({ name }: { name: string }) => name)).toEqual(["yes", "no"]);
  bodyOf(await submit(service, task, "yes"), 200);
  await auditAll(service, id, "eve", () => "yes");
  await runJobs();

  expect(await batchOf(id)).toMatchObject({ status: "certified", quality_score: 100 });
  const download = await request("GET", `/v1/batches/${id}/download`);
  expect(download.bytes.toString()).toContain('"yes"');
  expect(download.bytes.toString()).not.toContain('"aye"');
});

async function rename(project_id: string, name: string, newName: string) {
  const { labels } = (await request("GET", `/v1/projects/${project_id}`)).body;
  const renamed = labels.map((label: { name: string }) =>
    label.name === name ? { ...label, name: newName } : label,
  );
  bodyOf(await request("PATCH", `/v1/projects/${project_id}`, { labels: renamed }), 200);
}

test("nobody audits what they annotated", async () => {
  const { id } = await givenCompleted(3);

  expect(await claim(service, "ann", { batch_id: id, kinds: ["audit"] })).toBeUndefined();
});

test("nobody audits what they adjudicated", async () => {
  const { id } = await givenBatch(service, { texts: 1 });
  for (const [annotator, label] of [
    ["ann", "yes"],
    ["bob", "no"],
  ] as const) {
    bodyOf(
      await request("POST", `/v1/tasks/${(await claim(service, annotator, { batch_id: id })).id}/skip`, {
        reason: label,
      }),
      200,
    );
  }
  const decision = await claim(service, "judge", { batch_id: id, kinds: ["adjudicate"] });
  bodyOf(await submit(service, decision, "yes"), 200);
  await runJobs();

  expect(await claim(service, "judge", { batch_id: id, kinds: ["audit"] })).toBeUndefined();
  expect(await claim(service, "eve", { batch_id: id, kinds: ["audit"] })).toMatchObject({
    item: { id: decision.item.id },
  });
});

test("a person who works alone audits their own work, which certifies at most basic", async () => {
  const alone = await service.givenAccount();
  const batch = await givenBatch(service, {
    texts: 30,
    account: alone,
    settings: { quality_level: "basic", quality_policy: { overlap: 1 } },
  });
  await annotateAll(alone, batch.id, ["ann"]);
  await runJobs();
  await auditAll(alone, batch.id, "ann");
  await runJobs();

  const { body } = await alone.request("GET", `/v1/batches/${batch.id}`);
  expect(body).toMatchObject({ status: "certified", certification_level: "basic" });
  expect(body.sentence).toContain("The annotators checked their own labels");
});

test("a person who works alone cannot certify standard", async () => {
  const alone = await service.givenAccount();
  const batch = await givenBatch(service, {
    texts: 6,
    account: alone,
    settings: { quality_policy: { overlap: 1 } },
  });
  await annotateAll(alone, batch.id, ["ann"]);
  await runJobs();
  await auditAll(alone, batch.id, "ann");
  await runJobs();

  const { body } = await alone.request("GET", `/v1/batches/${batch.id}`);
  expect(body).toMatchObject({ status: "failed", failure_reasons: [{ code: "insufficient_evidence" }] });
});

test("an audit that two auditors skip counts as not acceptable, with the reason of the second", async () => {
  const { id } = await givenCompleted(1);
  const skip = async (auditor: string) => {
    const task = await claim(service, auditor, { batch_id: id, kinds: ["audit"] });
    bodyOf(await request("POST", `/v1/tasks/${task.id}/skip`, { reason: `${auditor} cannot tell` }), 200);
  };
  const auditOf = () =>
    db
      .selectFrom("audits")
      .select(["acceptable", "reason"])
      .where("batch_id", "=", id)
      .executeTakeFirstOrThrow();

  await skip("eve");
  expect(await auditOf()).toEqual({ acceptable: null, reason: null });
  expect(await claim(service, "eve", { batch_id: id, kinds: ["audit"] })).toBeUndefined();
  await skip("joe");
  expect(await auditOf()).toEqual({ acceptable: false, reason: "joe cannot tell" });
  expect(await claim(service, "kim", { batch_id: id, kinds: ["audit"] })).toBeUndefined();
  await runJobs();

  expect(await batchOf(id)).toMatchObject({ status: "failed", quality_score: 0 });
});

test("a single skip by the only person of an account counts as not acceptable", async () => {
  const alone = await service.givenAccount();
  const settings = { quality_policy: { overlap: 1 } };
  const { id } = await givenBatch(service, { texts: 1, account: alone, settings });
  await annotateAll(alone, id, ["ann"]);
  await runJobs();
  const task = await claim(alone, "ann", { batch_id: id, kinds: ["audit"] });
  bodyOf(await alone.request("POST", `/v1/tasks/${task.id}/skip`, { reason: "cannot tell" }), 200);
  await runJobs();

  expect((await alone.request("GET", `/v1/batches/${id}`)).body.status).toBe("failed");
});

test("audits of a batch of higher priority come first, then those of the older batch", async () => {
  const account = await service.givenAccount();
  const batches: string[] = [];
  for (const priority of ["normal", "normal", "high"]) {
    const settings = { quality_policy: { overlap: 1 } };
    const { id } = await givenBatch(service, { texts: 3, account, settings });
    bodyOf(await account.request("PATCH", `/v1/batches/${id}`, { priority }), 200);
    batches.push(id);
    service.advance(1_000);
  }
  for (const id of batches) await annotateAll(account, id, ["ann"]);
  await runJobs();

  const claimSome = async (count: number) => {
    const wish = { annotator: "eve", kinds: ["audit"], count };
    const { data } = bodyOf(await account.request("POST", "/v1/tasks/claim", wish), 200);
    return data.map((task: { batch_id: string }) => task.batch_id);
  };
  const [first, second, high] = batches;
  expect(await claimSome(2)).toEqual([high, high]);
  expect(await claimSome(3)).toEqual([high, first, first]);
  expect(await claimSome(20)).toEqual([first, second, second, second]);
});

test("a claim skips an audit that another transaction is claiming", async () => {
  const { id } = await givenCompleted(2);
  const audits = db.selectFrom("tasks").select("id").where("batch_id", "=", id).where("kind", "=", "audit");

  const taken = await db.transaction().execute(async (tx) => {
    const held = await tx
      .selectFrom("tasks")
      .select("id")
      .where("id", "in", audits)
      .orderBy("id")
      .limit(1)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const task = await claim(service, "eve", { batch_id: id, kinds: ["audit"] });
    return { task, held };
  });

  expect(taken.task.id).not.toBe(taken.held.id);
});

test("a blind auditor sees no label, a verifying one does", async () => {
  const verify = await givenCompleted(3);
  const blind = await givenCompleted(3, { quality_level: "premium" });

  expect((await claim(service, "eve", { batch_id: verify.id, kinds: ["audit"] })).item.label).toEqual({
    label: "yes",
  });
  expect((await claim(service, "eve", { batch_id: blind.id, kinds: ["audit"] })).item.label).toBeNull();
});

test("a batch fails if all items are excluded, or too many", async () => {
  const { id } = await givenBatch(service, { texts: 1 });
  for (const annotator of ["ann", "bob"]) {
    const task = await claim(service, annotator, { batch_id: id });
    bodyOf(await request("POST", `/v1/tasks/${task.id}/skip`, { reason: "blank" }), 200);
  }
  const task = await claim(service, "judge", { batch_id: id, kinds: ["adjudicate"] });
  bodyOf(await request("POST", `/v1/tasks/${task.id}/exclude`, { reason: "blank" }), 200);
  await runJobs();

  expect(await batchOf(id)).toMatchObject({
    status: "failed",
    quality_score: 0,
    failure_reasons: [{ code: "excluded_items" }],
  });
});

test("agreement earns the level agreement without an audit, and the certificate says that nobody checked", async () => {
  const { id } = await givenBatch(service, {
    texts: 40,
    settings: { quality_level: "basic", quality_policy: { evidence: "agreement" } },
  });
  await annotateAll(service, id, ["ann", "bob"]);
  await runJobs();

  const batch = await batchOf(id);
  expect(batch).toMatchObject({ status: "certified", certification_level: "agreement" });
  expect(batch.revisions).toMatchObject([{ certification_level: "agreement" }]);
  expect(batch.quality_score).toBeLessThanOrEqual(79);
  expect(batch.sentence).toContain("Certified by agreement only: nobody checked a label.");
});

test("agreement compares labels by their current names, whatever they were when given", async () => {
  const settings = { quality_level: "basic", quality_policy: { evidence: "agreement" } };
  const renamed = await givenBatch(service, { texts: 40, settings });
  await annotateAll(service, renamed.id, ["ann"]);
  const { labels } = bodyOf(await request("GET", `/v1/projects/${renamed.project_id}`), 200);
  const [yes, no] = labels;
  const rename = { labels: [{ ...yes, name: "aye" }, no] };
  bodyOf(await request("PATCH", `/v1/projects/${renamed.project_id}`, rename), 200);
  await annotateAll(service, renamed.id, ["bob"], () => "aye");

  const swapped = await givenBatch(service, { texts: 40, settings });
  await annotateAll(service, swapped.id, ["ann"]);
  const { labels: others } = bodyOf(await request("GET", `/v1/projects/${swapped.project_id}`), 200);
  const swap = {
    labels: [
      { ...others[0], name: "no" },
      { ...others[1], name: "yes" },
    ],
  };
  bodyOf(await request("PATCH", `/v1/projects/${swapped.project_id}`, swap), 200);
  await annotateAll(service, swapped.id, ["bob", "cyd"], () => "yes");
  await runJobs();

  expect(await batchOf(renamed.id)).toMatchObject({ status: "certified", certification_level: "agreement" });
  expect(await batchOf(swapped.id)).toMatchObject({ status: "failed", failure_reasons: [{ count: 40 }] });
});

test("agreement is computed correctly in a process that has read no guidelines before", async () => {
  const batch = await givenBatch(service, { texts: 2, settings: { quality_policy: { overlap: 2 } } });
  await annotateAll(service, batch.id, ["ann", "bob"]);
  const { project_id } = batch;
  await db
    .insertInto("project_versions")
    .columns([
      "account_id",
      "project_id",
      "version",
      "instructions",
      "labels",
      "fields",
      "type_options",
      "created_at",
    ])
    .expression((from) =>
      from
        .selectFrom("project_versions")
        .select(["account_id", "project_id", sql.lit(2).as("version"), "instructions", "labels"])
        .select(["fields", "type_options", "created_at"])
        .where("project_id", "=", project_id),
    )
    .execute();
  await db.updateTable("items").set({ guideline_version: 2 }).where("batch_id", "=", batch.id).execute();
  const row = await db.selectFrom("batches").selectAll().where("id", "=", batch.id).executeTakeFirstOrThrow();

  const counted = await db.transaction().execute((tx) => countAgreement(tx, row));

  expect(counted).toEqual({ trials: 2, agreed: 2 });
});

test("an audit is answered and judged under the guidelines of its label", async () => {
  const fields = [{ name: "tone", type: "choice", options: ["dry", "warm"] }];
  const quality_policy = { overlap: 1, scored_fields: ["tone"] };
  const { id, project_id } = await givenBatch(service, { texts: 3, settings: { fields, quality_policy } });
  const answer = (annotator: string, kinds: string[], label: string, tone: string) => async () => {
    const task = await claim(service, annotator, { batch_id: id, kinds });
    bodyOf(await submit(service, task, label, { fields: { tone } }), 200);
    return task;
  };
  for (let left = 3; left > 0; left -= 1) await answer("ann", ["annotate"], "yes", "dry")();
  await runJobs();
  const { labels } = bodyOf(await request("GET", `/v1/projects/${project_id}`), 200);
  const [yes, no] = labels;
  const after = {
    labels: [
      { ...yes, name: "aye" },
      { ...no, retired: true },
    ],
    fields: [],
    quality_policy: { overlap: 1 },
  };
  bodyOf(await request("PATCH", `/v1/projects/${project_id}`, after), 200);

  const audit = await answer("eve", ["audit"], "yes", "warm")();
  await answer("eve", ["audit"], "no", "dry")();
  await answer("eve", ["audit"], "yes", "dry")();
  await runJobs();

  expect(audit.item).toMatchObject({ label: { label: "yes" }, fields: { tone: "dry" } });
  const { fields: asked } = bodyOf(await request("GET", `/v1/tasks/${audit.id}/guidelines`), 200);
  expect(asked).toMatchObject(fields);
  expect(await batchOf(id)).toMatchObject({ status: "failed", failure_reasons: [{ code: "quality" }] });
  const { looks } = bodyOf(await request("GET", `/v1/batches/${id}/quality`), 200);
  expect(looks).toMatchObject([{ N: 3, d: 1 }]);
});

test("a verdict job that runs twice changes nothing the second time", async () => {
  const { id } = await givenCompleted(6);
  await auditAll(service, id, "eve");
  await runJobs();
  const { judgeBatch } = await import("./judge.ts");

  await judgeBatch(service.deps, { account_id: service.accountId, batch_id: id });

  const events = await db.selectFrom("events").select("body").where("type", "=", "batch.certified").execute();
  expect(events.filter(({ body }) => body?.includes(id))).toHaveLength(1);
});

test("refused transitions name the allowed ones", async () => {
  const { id } = await givenBatch(service, { texts: 1 });

  expect(await request("POST", `/v1/batches/${id}/rework`)).toMatchObject({
    status: 409,
    body: { error: "invalid_state", message: "cannot rework a batch that is created; allowed: start" },
  });
  expect((await request("POST", `/v1/batches/${id}/audit`, { level: "basic" })).status).toBe(409);
  expect((await request("POST", `/v1/batches/${id}/audit`, { level: "bogus" })).status).toBe(400);
  expect((await request("POST", `/v1/batches/${id}/start`)).body.status).toBe("processing");
  expect((await request("POST", `/v1/batches/${id}/start`)).status).toBe(409);
});

test("an audit submitted after its batch moved on is refused", async () => {
  const { id } = await givenCompleted(2);
  const task = await claim(service, "eve", { batch_id: id, kinds: ["audit"] });
  await db.updateTable("batches").set({ status: "failed" }).where("id", "=", id).execute();

  expect(await submit(service, task, "yes")).toMatchObject({ status: 409, body: { error: "invalid_state" } });
});

test("a verdict job of a batch deleted meanwhile does nothing", async () => {
  const { id } = await givenBatch(service, { texts: 1 });
  let judging: Promise<void> | undefined;
  await db.transaction().execute(async (tx) => {
    await tx.updateTable("batches").set({ deleted_at: service.deps.now() }).where("id", "=", id).execute();
    judging = judgeBatch(service.deps, { account_id: service.accountId, batch_id: id });
    await untilSomeoneWaits(db);
  });

  expect(await judging).toBeUndefined();
});
