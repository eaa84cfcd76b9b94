import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { readKeySet } from "../src/certificates/keys.ts";
import { revokeCertificate } from "../src/certificates/logged.ts";
import { emit } from "../src/events/emit.ts";
import { bootstrap } from "../src/installation/bootstrap.ts";
import { deleteAccount } from "../src/installation/delete-account.ts";
import { sweepRateCounts } from "../src/platform/rate-limits/database-rate-limit.ts";
import { deliverDue } from "./deliveries.ts";
import { GIVEN_MODEL, GIVEN_SOURCE } from "./every-resource.ts";
import { annotateAll, auditAll, bodyOf, finishedRun } from "./given.ts";
import { askToken, givenPerson } from "./people.ts";
import { startService, type TestAccount, untilSomeoneWaits } from "./service.ts";
import { findInTables, listTables, readFiles } from "./traces.ts";
import { givenImage } from "./upload-bodies.ts";

const service = await startService({
  outbound: {
    post: async () => ({ status: 500, body: "no" }),
    ask: async () => ({ status: 500, headers: {}, body: Buffer.from("no") }),
    get: async () => Promise.reject(new Error("nothing is fetched here")),
    keep: (_trusted, work) => work(),
    agents: () => {
      throw new Error("nothing is connected here");
    },
    refusal: () => undefined,
  },
});
const { db, deps, runJobs } = service;

/** A text that both accounts upload, so that one blob is stored for both. */
const SHARED = "Shared7marker";

async function post(account: TestAccount, url: string, body?: unknown) {
  const sent = await account.request("POST", url, body, { "idempotency-key": randomUUID() });
  if (sent.status < 300) return sent.body;
  throw new Error(`POST ${url}: ${sent.status} ${sent.bytes}`);
}

/** A certified batch, of texts with a mark, and an upload that another account has too. */
async function givenCertified(account: TestAccount, mark: string) {
  const project = await post(account, "/v1/projects", {
    annotation_type: "text_classification",
    quality_level: "basic",
    name: mark,
  });
  const lines = ["a", "b", "c"].map((name) => JSON.stringify({ text: `${mark} ${name}`, external_id: name }));
  const upload = await post(account, "/v1/uploads", {
    files: [{ filename: `${mark}.jsonl`, content_type: "application/x-ndjson", text: lines.join("\n") }],
  });
  const shared = await post(account, "/v1/uploads", { files: [{ filename: "shared.txt", text: SHARED }] });
  await runJobs();
  const batch = await post(account, "/v1/batches", {
    project_id: project.id,
    upload_ids: [upload.id],
    name: mark,
  });
  await annotateAll(account, batch.id, ["ann", "bob"], () => "good");
  await runJobs();
  await auditAll(account, batch.id, "eve", () => "good");
  await runJobs();
  const certificate = await db
    .selectFrom("certificates")
    .select("id")
    .where("batch_id", "=", batch.id)
    .executeTakeFirstOrThrow();
  return { project, upload, shared, batch, certificate };
}

/** Puts rows of the account into every table that has some, those that the API fills only in passing by hand. */
async function givenEverything(account: TestAccount, mark: string) {
  await post(account, "/v1/webhooks", { url: "https://hooks.acme.test/" });
  await post(account, "/v1/sources", GIVEN_SOURCE);
  const gone = await post(account, "/v1/webhooks", { url: "https://gone.acme.test/" });
  const made = await givenCertified(account, mark);
  const { project, upload } = made;
  const open = await post(account, "/v1/batches", { project_id: project.id, upload_ids: [upload.id] });
  const wish = { batch_id: open.id };
  await post(account, `/v1/batches/${open.id}/predictions`, {
    predictions: [{ external_id: "a", model: mark, result: { label: "good" } }],
  });
  await post(account, "/v1/models", { ...GIVEN_MODEL, kind: "openai", version: `chat ${mark}` });
  const model = await post(account, "/v1/models", { ...GIVEN_MODEL, version: mark });
  const run = await post(account, `/v1/batches/${open.id}/predict`, { model_id: model.id });
  await post(account, `/v1/batches/${open.id}/gold`, {
    gold: [{ external_id: "b", result: { label: "good" } }],
  });
  const { data: tasks } = await post(account, "/v1/tasks/claim", { ...wish, annotator: "zoe" });
  const comment = await post(account, "/v1/comments", { item_id: tasks[0].item.id, text: mark });
  await post(account, "/v1/items/bulk", { filter: wish, action: "priority", priority: 1 });
  await post(account, "/v1/exports", { ...wish, include: "all_answers" });
  const query = { project_id: project.id, statuses: ["processing", "certified"] };
  const dataset = await post(account, "/v1/datasets", { name: mark, query });
  await post(account, `/v1/datasets/${dataset.id}/versions`, {});
  await deliverDue(deps);
  await runJobs();
  const photo = (await givenImage("png")).toString("base64");
  const { files } = await post(account, "/v1/uploads", {
    files: [{ filename: `${mark}.png`, content_base64: photo }],
  });
  bodyOf(await account.request("GET", `/v1/files/${files[0].id}/thumbnail`), 200);
  bodyOf(await account.request("DELETE", `/v1/webhooks/${gone.id}`), 204);
  const member = await post(account, "/v1/members", { name: mark, email: `${mark}@acme.test` });
  const { accountId: account_id } = account;
  const at = deps.now();
  const project_id = project.id;
  const member_id = member.id;
  await db
    .insertInto("model_errors")
    .values({
      ...{ account_id, run_id: run.id, batch_id: open.id, item_id: tasks[0].item.id },
      ...{ position: 1, reason: mark, created_at: at },
    })
    .execute();
  await db
    .insertInto("auto_accepts")
    .values(finishedRun({ account_id, batch_id: open.id, model: mark }, at))
    .execute();
  await db
    .insertInto("comment_reads")
    .values({ account_id, batch_id: open.id, comment_id: comment.id, member_id })
    .execute();
  await db
    .insertInto("digests")
    .values({ account_id, member_id, due_at: at, checked_at: at, told: "{}" })
    .execute();
  await db
    .insertInto("guideline_confirmations")
    .values({ account_id, member_id, project_id, version: 1, confirmed_at: at })
    .execute();
  await db
    .insertInto("pay_rates")
    .values({
      ...{ account_id, member_id, starts_on: "2026-11-01", unit: "hour", amount: "15.5", currency: "EUR" },
      ...{ set_by: mark, set_at: at },
    })
    .execute();
  const counts = { gold_answered: 1, gold_right: 0, gold_floor: 0.5 };
  await db
    .insertInto("pauses")
    .values({ id: `pause_${mark}`, account_id, project_id, member_id, ...counts, paused_at: at })
    .execute();
  await db
    .insertInto("qualifications")
    .values({
      ...{ account_id, project_id, member_id, status: "training", run: 1, attempt: 1 },
      ...{ items: 10, pass_mark: 0.8, answered: 0, right: 0 },
    })
    .execute();
  await db
    .insertInto("training_answers")
    .values({
      ...{ account_id, project_id, member_id, run: 1, batch_id: open.id },
      ...{ item_id: tasks[0].item.id, task_id: `task_${mark}` },
    })
    .execute();
  await db
    .insertInto("notifications")
    .values({ id: `note_${mark}`, account_id, recipient: null, subject: mark, body: mark, created_at: at })
    .execute();
  await sql`
    insert into upload_steps (account_id, upload_id, kind, position, result)
    values (${account_id}, ${upload.id}, 'link', 1, '{}')`.execute(db);
  await sql`update uploads set progress = '{}' where id = ${upload.id}`.execute(db);
  await sql`
    insert into upload_skips (account_id, upload_id, position, filename, reason)
    values (${account_id}, ${upload.id}, 1, ${mark}, ${mark})`.execute(db);
  await sql`
    insert into upload_objects (account_id, upload_id, position, source_id, key, etag, size_bytes)
    values (${account_id}, ${upload.id}, 0, ${`src_${mark}`}, ${mark}, '', 1)`.execute(db);
  await sql`
    insert into job_shares (account_id, lane, taken_at) values (${account_id}, 'uploads', ${at})
    on conflict do nothing`.execute(db);
  return { ...made, open };
}

/** The rows of the account in each table with `account_id`, read from the catalogue: a new table is among them. */
async function rowsOf(account_id: string): Promise<Record<string, number>> {
  const tables = (await listTables(service)).filter(({ columns }) => columns.includes("account_id"));
  const counts = await Promise.all(
    tables.map(async ({ schema, name }) => {
      const { rows } = await sql<{ rows: number }>`
        select count(*)::integer as rows from ${sql.table(`${schema}.${name}`)}
        where account_id = ${account_id}`.execute(db);
      return [name, rows[0]?.rows ?? 0] as const;
    }),
  );
  return Object.fromEntries(counts);
}

/** The tables in which one of the texts still stands; the counts of an account's requests go by themselves within an hour. */
async function tracesOf(...texts: readonly string[]): Promise<string[]> {
  service.advance(3_600_000);
  await sweepRateCounts(deps);
  return findInTables(service, ...texts);
}

const filesWith = async (text: string) =>
  (await readFiles(service)).filter(({ bytes }) => bytes.includes(text)).length;

const gone = await service.givenAccount();
const kept = await service.givenAccount();
const { certificate, batch } = await givenEverything(gone, "Gone7marker");
const { upload, shared } = await givenCertified(kept, "Kept7marker");

test("a deleted account leaves no row in any table and no file, and other accounts keep theirs", async () => {
  const person = await givenPerson(service, {}, gone);
  const both = await givenPerson(service, {}, gone);
  await db
    .updateTable("members")
    .set(({ selectFrom }) => ({
      person_id: selectFrom("members as joined").select("person_id").where("joined.id", "=", both.member_id),
    }))
    .where("account_id", "=", kept.accountId)
    .where("origin", "=", "account")
    .execute();
  await db.transaction().execute((tx) => revokeCertificate(tx, certificate.id, "Gone7marker", deps.now()));
  const before = await rowsOf(gone.accountId);
  const keptBefore = await rowsOf(kept.accountId);
  expect(Object.entries(before).filter(([, rows]) => rows === 0)).toEqual([]); // fill a new table above
  const log = await db.selectFrom("log_entries").select("position").execute();

  const removed = await deleteAccount(deps, gone.accountId);

  expect(Object.values(await rowsOf(gone.accountId)).filter((rows) => rows > 0)).toEqual([]);
  expect(await filesWith("Gone7marker")).toBe(0);
  expect(removed.get("items")).toBe(before.items);
  expect(await db.selectFrom("log_entries").select("position").execute()).toEqual(log);
  expect((await readKeySet(db)).revoked_certificates).toEqual([
    { id: certificate.id, revoked_at: deps.now().toISOString(), reason: null },
  ]);

  service.advance(1_000);
  expect((await gone.request("GET", "/v1/account")).status).toBe(401);
  expect((await person.request("GET", "/v1/members")).status).toBe(401);
  expect((await askToken(service, person.cookie)).status).toBe(401);
  expect((await askToken(service, both.cookie)).status).toBe(200);
  expect(await rowsOf(kept.accountId)).toEqual(keptBefore);
  const { body: files } = await kept.request("GET", `/v1/uploads/${shared.id}/files`);
  expect((await service.anonymous("GET", files.data[0].content_url)).bytes.toString()).toBe(SHARED);
  expect((await kept.request("GET", `/v1/uploads/${upload.id}`)).status).toBe(200);
  await runJobs();
  expect(await tracesOf(gone.accountId, batch.id, "Gone7marker")).toEqual([]);
  const people = await db.selectFrom("people").select("email").execute();
  expect(people).toEqual([{ email: both.email }]);
  await expect(deleteAccount(deps, gone.accountId)).rejects.toMatchObject({ code: "not_found" });
});

test("keys end before the content goes, rows go in several transactions, and a second run finishes one that was killed", async () => {
  const other = await service.givenAccount();
  const { open } = await givenEverything(other, "Killed7marker");
  const itemsOf = () => db.selectFrom("items").select("id").where("batch_id", "=", open.id).execute();
  const [held] = await itemsOf();
  const submit = await db.startTransaction().execute();
  await submit
    .selectFrom("items")
    .where("id", "=", held?.id ?? "")
    .forUpdate()
    .execute();

  const killed = deleteAccount(deps, other.accountId).catch((fault: unknown) => fault);
  await untilSomeoneWaits(db);
  expect(await itemsOf()).toEqual([held]);
  expect((await other.request("GET", "/v1/account")).status).toBe(401);
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  expect(await killed).toBeInstanceOf(Error);
  await submit.rollback().execute();
  await deleteAccount(deps, other.accountId);

  expect(await tracesOf(other.accountId, "Killed7marker")).toEqual([]);
});

test("what a request stores after the keys ended is deleted too", async () => {
  const late = await service.givenAccount();
  const project = bodyOf(
    await late.request("POST", "/v1/projects", { annotation_type: "text_classification" }),
    201,
  );
  const insertion = await db.startTransaction().execute();
  await insertion
    .insertInto("audit_log")
    .values({
      id: "chg_late",
      account_id: late.accountId,
      actor_id: "key_x",
      action: "late",
      resource_id: project.id,
      request_id: "req_late",
      created_at: deps.now(),
    })
    .execute();

  const deletion = deleteAccount(deps, late.accountId);
  await untilSomeoneWaits(db); // for the row of the account, which the insert holds
  await insertion.commit().execute();
  await deletion;

  expect(await tracesOf(late.accountId)).toEqual([]);
});

test("an event that was not committed yet when its webhook is deleted is deleted too", async () => {
  const late = await service.givenAccount();
  await post(late, "/v1/webhooks", { url: "https://late.acme.test/" });
  const emission = await db.startTransaction().execute();
  const data = { id: "proj_late" };
  await emit(emission, { account_id: late.accountId, type: "project.updated", created_at: deps.now(), data });

  const deletion = deleteAccount(deps, late.accountId);
  await untilSomeoneWaits(db); // for the webhook, which the delivery refers to
  await emission.commit().execute();
  await deletion;

  expect(await tracesOf(late.accountId)).toEqual([]);
});

test("a deletion that others outrun every time says that it is to be repeated", async () => {
  const late = await service.givenAccount();
  await sql`
    create table outrun (account_id text primary key references accounts);
    insert into outrun values (${sql.lit(late.accountId)})`.execute(db);

  const deletion = deleteAccount(deps, late.accountId);
  await expect(deletion).rejects.toMatchObject({
    code: "conflict",
    message: "something was stored meanwhile; run the command again",
  });

  await sql`drop table outrun`.execute(db);
  await deleteAccount(deps, late.accountId);
});

test("the key of a deleted account does not open a new one at the next start, nor does a start without accounts", async () => {
  const alone = await startService();
  const start = (apiKey?: string) =>
    bootstrap({ ...alone.deps, config: { ...alone.deps.config, bootstrap: { ...first, apiKey } } });
  const first = { email: undefined, plan: "enterprise" } as const;
  const key = `configured_${randomUUID()}`;
  await deleteAccount(alone.deps, alone.accountId);

  expect(await start()).toBeUndefined();
  expect(await start(key)).toMatchObject({ key });
  const [made] = await alone.db.selectFrom("accounts").select("id").execute();
  await deleteAccount(alone.deps, made?.id ?? "");
  expect(await start(key)).toBeUndefined();
  expect(await start()).toBeUndefined();
  expect(await alone.db.selectFrom("accounts").select("id").execute()).toEqual([]);
});

test("a certificate can be revoked once its account is deleted, one that was never issued cannot", async () => {
  const former = await service.givenAccount();
  const { certificate } = await givenCertified(former, "Former7marker");
  await deleteAccount(deps, former.accountId);
  const revoke = (id: string) =>
    db.transaction().execute((tx) => revokeCertificate(tx, id, "mistaken", deps.now()));
  const entries = () => db.selectFrom("log_entries").select("position").execute();
  const before = (await entries()).length;

  expect(await revoke(certificate.id)).toEqual({ batch_id: null });
  expect(await revoke(certificate.id)).toEqual({ batch_id: null });
  expect(await revoke("cert_unknown")).toBeUndefined();

  expect((await readKeySet(db)).revoked_certificates).toContainEqual({
    id: certificate.id,
    revoked_at: deps.now().toISOString(),
    reason: "mistaken",
  });
  expect(await entries()).toHaveLength(before + 1);
});
