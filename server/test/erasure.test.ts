import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { deleteBatch, eraseBatch } from "../src/batches/erase.ts";
import { lockBatch } from "../src/batches/store.ts";
import { buildExport } from "../src/exports/build-export.ts";
import { newId } from "../src/platform/ids.ts";
import type { Outbound } from "../src/platform/network/outbound.ts";
import { eraseUploads } from "../src/uploads/erase.ts";
import { lockUpload } from "../src/uploads/store.ts";
import { deliverDue } from "./deliveries.ts";
import { GIVEN_MODEL } from "./every-resource.ts";
import { annotateAll, auditAll, bodyOf, claim, finishedRun } from "./given.ts";
import { type Request, type Response, startService, type TestAccount, untilSomeoneWaits } from "./service.ts";
import { findInTables, listTables, readFiles } from "./traces.ts";
import { untilHolds } from "./until.ts";

/** Receivers respond with the request body; the paths of some fail. */
let answered = Promise.resolve();
const outbound: Outbound = {
  post: async (url, _headers, body) => {
    await answered;
    return { status: url.includes("failing") ? 500 : 200, body };
  },
  ask: async () => ({
    status: 200,
    headers: {},
    body: Buffer.from(JSON.stringify({ predictions: [] })),
  }),
  get: async () => Promise.reject(new Error("nothing is fetched here")),
  keep: (_trusted, work) => work(),
  agents: () => {
    throw new Error("nothing is connected here");
  },
  refusal: () => undefined,
};
const service = await startService({ outbound });
const { db, deps, runJobs } = service;

/** Marks for deleted and for kept data: unique words, so that a text search finds nothing else. */
const GONE = "Gone7marker";
const KEPT = "Kept7marker";

/** The account, with every POST under an Idempotency-Key, so that each response is stored. */
const request: Request = (method, url, body, headers = {}) =>
  service.request(method, url, body, {
    ...headers,
    ...(method === "POST" ? { "idempotency-key": randomUUID() } : {}),
  });
const account: TestAccount = { ...service, request };

async function post(url: string, body?: unknown): Promise<Response["body"]> {
  const response = await request("POST", url, body);
  if (response.status < 300) return response.body;
  throw new Error(`POST ${url}: ${response.status} ${response.bytes}`);
}

/** An upload with a mark in every text, and a batch of it. */
async function givenMarked(project_id: string, mark: string): Promise<{ id: string; upload_id: string }> {
  const lines = Array.from({ length: 5 }, (_, index) =>
    JSON.stringify({
      text: `${mark} text ${index}`,
      external_id: `${mark}-${index}`,
      group: `${mark} group`,
      metadata: { note: `${mark} note` },
    }),
  );
  const upload = await post("/v1/uploads", {
    files: [
      { filename: `${mark}.jsonl`, content_type: "application/x-ndjson", text: lines.join("\n") },
      { filename: `${mark}.txt`, text: `${mark} whole` },
    ],
    metadata: { from: mark },
  });
  await runJobs();
  const batch = await post("/v1/batches", {
    project_id,
    upload_ids: [upload.id],
    name: `${mark} batch`,
    metadata: { sensor: mark },
  });
  return { id: batch.id, upload_id: upload.id };
}

/** Puts the mark into every field of an open batch, and then has it certified and downloaded. */
async function givenCertified(project_id: string, mark: string): Promise<{ id: string; upload_id: string }> {
  const batch = await givenMarked(project_id, mark);
  const path = `/v1/batches/${batch.id}`;
  const result = { label: `${mark} label` };
  await post(`${path}/predictions`, {
    predictions: [{ external_id: `${mark}-0`, model: `${mark} model`, result }],
  });
  const model = { ...GIVEN_MODEL, version: batch.id, batch_size: 1, concurrency: 2 };
  const { id: model_id } = await post("/v1/models", model);
  const run = await post(`${path}/predict`, { model_id, filter: { q: mark }, max_cost: 1 });
  await db
    .insertInto("model_requests")
    .values({
      ...{ account_id: service.accountId, id: newId("model_request"), run_id: run.id, batch_id: batch.id },
      ...{
        item_ids: [],
        guideline_version: 1,
        attempt: 1,
        due_at: new Date("2100-01-01"),
        reason: `${mark} reason`,
      },
    })
    .execute();
  await db
    .insertInto("auto_accepts")
    .values(
      finishedRun({ account_id: service.accountId, batch_id: batch.id, model: mark }, service.deps.now()),
    )
    .execute();
  await post(`${path}/gold`, { gold: [{ external_id: `${mark}-1`, result }] });
  await annotateAll(account, batch.id, ["ann", "bob"], () => result.label);
  await runJobs();
  await auditAll(account, batch.id, "eve", () => result.label);
  await runJobs();
  for (const query of ["", "?format=csv", "?format=json", "?format=jsonl&bundle=true"])
    bodyOf(await request("GET", `${path}/download${query}`), 200);
  return batch;
}

/** A batch in work: drafts, skips, corrections, bulk changes. */
async function givenInWork(project_id: string, mark: string): Promise<{ id: string; upload_id: string }> {
  const batch = await givenMarked(project_id, mark);
  const wish = { batch_id: batch.id };
  const drafted = await claim(account, "ann", wish);
  const draft = { draft: { note: `${mark} draft` } };
  bodyOf(await request("PUT", `/v1/tasks/${drafted.id}/draft`, draft), 200);
  const skipped = await claim(account, "bob", wish);
  const comment = await post("/v1/comments", { item_id: skipped.item.id, text: `${mark} comment` });
  await db
    .insertInto("comment_reads")
    .values({ account_id: service.accountId, batch_id: batch.id, comment_id: comment.id, member_id: mark })
    .execute();
  await db
    .insertInto("training_answers")
    .values({
      ...{ account_id: service.accountId, project_id, member_id: mark, run: 1 },
      ...{ batch_id: batch.id, item_id: skipped.item.id, task_id: skipped.id },
    })
    .execute();
  await post(`/v1/tasks/${skipped.id}/skip`, { reason: `${mark} reason` });
  const answered = await claim(account, "eve", wish);
  const sent = { result: { label: `${mark} label` }, client_id: `${mark} client` };
  await post(`/v1/tasks/${answered.id}/submit`, sent);
  await post("/v1/items/bulk", {
    filter: { ...wish, external_ids: [`${mark}-4`] },
    action: "exclude",
    reason: `${mark} reason`,
  });
  await runJobs();
  return batch;
}

async function exported(sent: object): Promise<string> {
  const { id } = await post("/v1/exports", { include: "all_answers", ...sent });
  await runJobs();
  return id;
}

test("a deleted batch leaves its tombstone: no row, stored response, event or file mentions it", async () => {
  await post("/v1/webhooks", { url: "https://hooks.acme.test/" });
  await post("/v1/webhooks", { url: "https://failing.acme.test/" });
  const project = await post("/v1/projects", {
    annotation_type: "text_classification",
    quality_level: "basic",
  });
  const kept = await givenCertified(project.id, KEPT);
  const gone = [await givenCertified(project.id, GONE), await givenInWork(project.id, GONE)];
  for (const { id } of gone) await exported({ batch_id: id });
  const ofProject = await exported({ project_id: project.id, bundle: true });
  const query = { project_id: project.id, statuses: ["certified", "processing"] };
  const dataset = await post("/v1/datasets", { name: "all of it", query });
  await post(`/v1/datasets/${dataset.id}/versions`);
  await runJobs();
  const certified = { project_id: project.id, batch_ids: [gone[0]?.id] };
  const ofCertified = await post("/v1/datasets", { name: "certified", query: certified });
  const version = `/v1/datasets/${ofCertified.id}/versions`;
  await post(version);
  await runJobs();
  const copy = await post(`${version}/1/certification`);
  await runJobs();
  await auditAll(account, copy.id, "zed", () => `${GONE} label`);
  await runJobs();
  bodyOf(await request("GET", `/v1/batches/${copy.id}/download?format=jsonl&bundle=true`), 200);
  await deliverDue(deps);
  // One more delivery is still to be made, and one more export is still to be built, when the batches go.
  await post(`/v1/batches/${gone[1]?.id}/start`).catch(() => undefined);
  const late = await post("/v1/exports", { project_id: project.id });
  await post("/v1/items/bulk", {
    filter: { batch_id: gone[1]?.id, q: GONE },
    action: "exclude",
    reason: GONE,
  });
  const filesBefore = await readFiles(service);
  const before = await findInTables(service, GONE);
  const ofBatch = (await listTables(service)).filter(({ columns }) => columns.includes("batch_id"));
  const rowsOf = async () =>
    Promise.all(
      ofBatch.map(async ({ name }) => {
        const { rows } = await sql`
          select from ${sql.table(name)} where batch_id = any(${[...gone, copy].map(({ id }) => id)}::text[])`.execute(
          db,
        );
        return [name, rows.length > 0] as const;
      }),
    );

  expect(before).toEqual(expect.arrayContaining(EVERYWHERE));
  // If you add a table with rows of batches, fill it above.
  expect(await rowsOf()).toEqual(ofBatch.map(({ name }) => [name, true]));
  for (const { id } of gone) expect((await request("DELETE", `/v1/batches/${id}`)).status).toBe(204);
  expect((await request("GET", `/v1/exports/${ofProject}/download`)).status).toBe(404);
  await runJobs();

  expect(await findInTables(service, GONE)).toEqual([]);
  // The certificate stays with the tombstone: it contains nothing about single items. So do the keyed digests of the
  // ledger, from which nobody can read a content.
  const left = ["certificates", "looked_items"];
  expect(await rowsOf()).toEqual(ofBatch.map(({ name }) => [name, left.includes(name)]));
  const filesAfter = await readFiles(service);
  expect(filesAfter.filter(({ bytes }) => bytes.includes(GONE)).map(({ path }) => path)).toEqual([]);
  expect(filesAfter.length).toBeLessThan(filesBefore.length);
  const { rows: named } = await sql<{ sha256: string }>`
    select sha256 from files union select sha256 from artefacts
    union select sha256 from exports where sha256 is not null
    union select sha256 from dataset_files`.execute(db);
  expect(filesAfter.map(({ path }) => path.split("/").at(-1)).sort()).toEqual(
    named.map(({ sha256 }) => sha256).sort(),
  );

  for (const { id } of [...gone, copy]) {
    expect((await request("GET", `/v1/batches/${id}`)).status).toBe(404);
    expect((await request("GET", `/v1/batches/${id}/download`)).body.error).toBe("gone");
  }
  expect(
    await db
      .selectFrom("batches")
      .select(["id", "name", "metadata"])
      .where("deleted_at", "is not", null)
      .orderBy("id")
      .execute(),
  ).toEqual([...gone, copy].map(({ id }) => ({ id, name: "deleted", metadata: {} })));
  expect((await request("GET", `/v1/batches/${kept.id}/download`)).bytes.toString()).toContain(KEPT);
  const built = bodyOf(await request("GET", `/v1/exports/${late.id}/download`), 200);
  expect(built).toContain(KEPT);
});

test("a delivery in flight while its batch is deleted leaves no response behind, and is not tried again", async () => {
  const project = await post("/v1/projects", { annotation_type: "text_classification" });
  const { id } = await givenMarked(project.id, "Late7marker");
  const arrival = Promise.withResolvers<void>();
  answered = arrival.promise;
  const delivering = deliverDue(deps);
  await untilHolds(async () => {
    const claimed = db.selectFrom("deliveries").select("id").where("claimed_at", "is not", null);
    expect(await claimed.execute()).not.toEqual([]);
  });
  bodyOf(await request("DELETE", `/v1/batches/${id}`), 204);
  await runJobs();

  arrival.resolve();
  await delivering;

  expect(await findInTables(service, "Late7marker")).toEqual([]);
  const { rows } = await sql`
    select from deliveries join events on events.id = event_id where body is null and status = 'pending'`.execute(
    db,
  );
  expect(rows).toEqual([]);
});

test("an erasure holds no lock while it waits for a submit, and a second run finishes one that was killed", async () => {
  const project = await post("/v1/projects", { annotation_type: "text_classification" });
  const { id } = await givenMarked(project.id, "Killed7marker");
  const itemsOf = () => db.selectFrom("items").select("id").where("batch_id", "=", id).execute();
  const [held] = await itemsOf();
  const submit = await db.startTransaction().execute();
  await submit
    .selectFrom("items")
    .where("id", "=", held?.id ?? "")
    .forUpdate()
    .execute();
  bodyOf(await request("DELETE", `/v1/batches/${id}`), 204);

  const killed = eraseBatch(deps, { account_id: service.accountId, batch_id: id }).catch(
    (fault: unknown) => fault,
  );
  await untilSomeoneWaits(db);
  expect(await itemsOf()).toEqual([held]);
  await killWaiting();
  expect(await killed).toBeInstanceOf(Error);
  await submit.rollback().execute();
  await runJobs();

  expect(await findInTables(service, "Killed7marker")).toEqual([]);
});

test("an upload that is being erased is gone for everybody, and a second run finishes an erasure that was killed", async () => {
  const project = await post("/v1/projects", { annotation_type: "text_classification" });
  const { id, upload_id } = await givenMarked(project.id, "Closed7marker");
  const { body } = await request("GET", `/v1/uploads/${upload_id}/files`);
  const file_ids = body.data.map((file: { id: string }) => file.id);
  const signed = body.data[0].content_url;
  bodyOf(await request("DELETE", `/v1/batches/${id}`), 204);
  bodyOf(await request("DELETE", `/v1/uploads/${upload_id}`), 204);
  const reader = await db.startTransaction().execute();
  const linesOf = () => db.selectFrom("file_lines").select("line").where("file_id", "in", file_ids);
  const [held] = await linesOf().execute();
  await sql`select from file_lines where file_id = any(${file_ids}::text[]) and line = ${held?.line} for update`.execute(
    reader,
  );
  const outcome = eraseUploads(deps, { account_id: service.accountId }).catch((fault: unknown) => fault);
  await untilSomeoneWaits(db);

  expect(await linesOf().execute()).toEqual([held]);
  for (const sent of [{ file_ids }, { upload_ids: [upload_id] }]) {
    const refused = await service.request("POST", "/v1/batches", { project_id: project.id, ...sent });
    expect(refused).toMatchObject({ status: 404 });
  }
  for (const url of [`/v1/uploads/${upload_id}`, `/v1/files/${file_ids[0]}`, signed])
    expect((await request("GET", url)).status).toBe(404);
  await killWaiting();
  expect(await outcome).toBeInstanceOf(Error);
  await reader.rollback().execute();
  await runJobs();

  expect(await findInTables(service, "Closed7marker")).toEqual([]);
});

test("an upload goes with the last of its batches, also where both are erased at the same time", async () => {
  const project = await post("/v1/projects", { annotation_type: "text_classification" });
  const first = await givenMarked(project.id, "Shared7marker");
  const second = await post("/v1/batches", { project_id: project.id, upload_ids: [first.upload_id] });
  bodyOf(await request("DELETE", `/v1/batches/${first.id}`), 204);
  await runJobs();
  bodyOf(await request("GET", `/v1/uploads/${first.upload_id}`), 200);
  const third = await post("/v1/batches", { project_id: project.id, upload_ids: [first.upload_id] });
  for (const { id } of [second, third]) bodyOf(await request("DELETE", `/v1/batches/${id}`), 204);

  await eraseBatch(deps, { account_id: service.accountId, batch_id: second.id });

  expect((await request("GET", `/v1/uploads/${first.upload_id}`)).status).toBe(404);
  await runJobs();
  expect(await findInTables(service, "Shared7marker")).toEqual([]);
});

test("an upload is deleted, or a batch is created from it, and never both", async () => {
  const project = await post("/v1/projects", { annotation_type: "text_classification" });
  const upload = await post("/v1/uploads", { files: [{ filename: "a.txt", text: "fine" }] });
  const other = await db.startTransaction().execute();
  await lockUpload(other, service.accountId, upload.id);
  const deletion = request("DELETE", `/v1/uploads/${upload.id}`);
  await untilSomeoneWaits(db);
  const batch = service.request("POST", "/v1/batches", { project_id: project.id, upload_ids: [upload.id] });
  await untilSomeoneWaits(db, 2);
  await other.rollback().execute();

  bodyOf(await deletion, 204);
  expect(await batch).toMatchObject({ status: 404, body: { message: `there is no upload ${upload.id}` } });
});

test("more events and stored responses than one transaction changes are erased", async () => {
  const project = await post("/v1/projects", { annotation_type: "text_classification" });
  const { id } = await givenMarked(project.id, "Many7marker");
  const at = deps.now();
  await sql`
    insert into events (id, account_id, type, body, created_at)
    select 'evt_many' || n, ${service.accountId}, 'batch.created', 'Many7marker ' || ${id}, ${at}
    from generate_series(1, 5001) as n`.execute(db);
  await sql`
    insert into idempotency_keys (account_id, method, path, key, status, subjects, fingerprint, created_at, expires_at)
    select ${service.accountId}, 'POST', '/v1/many', 'key' || n, 200, array[${id}], 'Many7marker', ${at}, ${at}
    from generate_series(1, 5001) as n`.execute(db);

  bodyOf(await request("DELETE", `/v1/batches/${id}`), 204);
  await runJobs();

  expect(await findInTables(service, "Many7marker")).toEqual([]);
});

test("events of a node whose clock is late are erased, though they are older than their batch", async () => {
  const project = await post("/v1/projects", { annotation_type: "text_classification" });
  const { id } = await givenMarked(project.id, "Late8marker");
  service.advance(-2_000);
  await post(`/v1/batches/${id}/start`);
  service.advance(2_000);
  expect((await request("DELETE", `/v1/batches/${id}`)).status).toBe(204);
  await runJobs();

  const { rows } = await sql`select from events where position(${id} in body) > 0`.execute(db);
  expect(rows).toEqual([]);
});

test("an export of a project is built again if a batch was deleted while it was being built", async () => {
  const project = await post("/v1/projects", { annotation_type: "text_classification" });
  await givenMarked(project.id, KEPT);
  const gone = await givenMarked(project.id, "Raced7marker");
  const { id: export_id } = await post("/v1/exports", { project_id: project.id });
  const deletion = await db.startTransaction().execute();
  const batch = await lockBatch(deletion, service.accountId, gone.id);
  const building = buildExport(deps, { account_id: service.accountId, export_id });
  await untilSomeoneWaits(db);
  await deleteBatch(deletion, batch, deps.now());
  await deletion.commit().execute();
  await building;

  const { bytes } = await request("GET", `/v1/exports/${export_id}/download`);
  expect(bytes.toString()).toContain(KEPT);
  expect(bytes.toString()).not.toContain("Raced7marker");
});

test("a repeat of a request whose response was erased is refused, and creates nothing again", async () => {
  const project = await post("/v1/projects", { annotation_type: "text_classification" });
  const upload = await post("/v1/uploads", { files: [{ filename: "a.txt", text: "fine" }] });
  const create = () =>
    service.request(
      "POST",
      "/v1/batches",
      { project_id: project.id, upload_ids: [upload.id] },
      { "idempotency-key": "once" },
    );
  const { id } = bodyOf(await create(), 201);
  bodyOf(await request("DELETE", `/v1/batches/${id}`), 204);
  await runJobs();

  expect(await create()).toMatchObject({ status: 422, body: { error: "idempotency_key_reused" } });
});

test("a deleted member leaves a pseudonym: name, e-mail address and external ids are nowhere", async () => {
  const named = {
    name: "Ada ada7marker",
    email: "ada7marker@acme.test",
    external_id: "ext-ada7marker",
    groups: ["of ada7marker"],
    role: "reviewer",
  };
  const member = await post("/v1/members", named);
  const project = await post("/v1/projects", {
    annotation_type: "text_classification",
    quality_level: "basic",
  });
  const { id: batch_id } = await givenCertified(project.id, KEPT);
  const { id: open } = await givenMarked(project.id, KEPT);
  const task = await claim(account, named.external_id, { batch_id: open });
  await post(`/v1/tasks/${task.id}/submit`, { annotator: named.external_id, result: { label: "yes" } });
  const first = await claim(account, "ada7marker on first use", { batch_id: open });
  await exported({ batch_id: open });
  expect(await findInTables(service, "ada7marker")).toEqual(["idempotency_keys", "members"]);

  for (const id of [member.id, first.member_id]) bodyOf(await request("DELETE", `/v1/members/${id}`), 204);
  await runJobs();

  expect(await findInTables(service, "ada7marker")).toEqual([]);
  const files = await readFiles(service);
  expect(files.filter(({ bytes }) => bytes.includes("ada7marker"))).toEqual([]);
  const { body: quality } = await request("GET", `/v1/batches/${open}/quality`);
  expect(JSON.stringify(quality)).not.toContain("ada7marker");
  const answers = bodyOf(await request("GET", `/v1/items/${task.item.id}/annotations`), 200);
  expect(answers.data).toMatchObject([{ member_id: member.id, result: { label: "yes" } }]);
  expect(bodyOf(await request("GET", `/v1/batches/${batch_id}`), 200).status).toBe("certified");
});

/** Ends the connections that wait for a lock, as the death of their process would. */
async function killWaiting(): Promise<void> {
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
}

/** Checks that the mark was there before, so that its absence means something. */
const EVERYWHERE = [
  "annotations",
  "batches",
  "bulk_jobs",
  "comments",
  "delivery_attempts",
  "events",
  "file_lines",
  "files",
  "gold_answers",
  "idempotency_keys",
  "items",
  "predictions",
  "tasks",
  "uploads",
];
