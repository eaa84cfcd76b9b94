import { createHash } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { annotateAll, auditAll, bodyOf, givenBatch, givenLines, givenProject } from "../../test/given.ts";
import { givenCertified } from "../../test/given-dataset.ts";
import { startService, untilSomeoneWaits } from "../../test/service.ts";
import { stagedNames } from "../../test/stored.ts";
import { unzip } from "../../test/unzip.ts";
import { buildExport } from "./build-export.ts";

const service = await startService();
const { request, runJobs, db } = service;

/** A built export: its text and headers. */
async function exported(sent: object) {
  const { id } = bodyOf(await request("POST", "/v1/exports", sent), 202);
  await runJobs();
  const built = bodyOf(await request("GET", `/v1/exports/${id}`), 200);
  return { built, file: await request("GET", `/v1/exports/${id}/download`) };
}

// biome-ignore lint/suspicious/noExplicitAny: a record as the service wrote it; the assertions are the check
function recordsOf(bytes: Buffer): any[] {
  return bytes
    .toString()
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}

test("an export is requested, built by a job and downloaded as uncertified", async () => {
  const batch = await givenBatch(service);
  await annotateAll(service, batch.id, ["ann"]);

  const asked = await request("POST", "/v1/exports", { batch_id: batch.id });
  const { id } = asked.body;
  expect(asked.status).toBe(202);
  expect(asked.headers.location).toBe(`/v1/exports/${id}`);
  expect(asked.body).toMatchObject({
    batch_id: batch.id,
    project_id: batch.project_id,
    format: "jsonl",
    include: "accepted",
    status: "processing",
    certified: false,
    download_url: null,
  });
  expect(await request("GET", `/v1/exports/${id}/download`)).toMatchObject({
    status: 409,
    body: { error: "invalid_state" },
  });
  await runJobs();

  const built = await request("GET", `/v1/exports/${id}`);
  const file = await request("GET", `/v1/exports/${id}/download`);
  expect(built.body).toMatchObject({
    status: "ready",
    item_count: 3,
    batch_status: "processing",
    snapshot_at: "2026-11-21T03:00:00.000Z",
    filename: `${batch.id}.uncertified.jsonl`,
    size_bytes: file.bytes.length,
    sha256: createHash("sha256").update(file.bytes).digest("hex"),
    download_url: `http://localhost:8080/v1/exports/${id}/download`,
  });
  expect(file.status).toBe(200);
  expect(file.headers["x-assay-certified"]).toBe("false");
  expect(file.headers["content-disposition"]).toContain(`"${batch.id}.uncertified.jsonl"`);
  expect(recordsOf(file.bytes)).toMatchObject([
    { text: "text 1", status: "open", result: null, answers: [] },
    { text: "text 2" },
    { text: "text 3" },
  ]);
});

test("a built export supports ranges and conditions, and refuses impossible ranges", async () => {
  const batch = await givenBatch(service);
  const { built, file } = await exported({ batch_id: batch.id, format: "csv" });
  const url = `/v1/exports/${built.id}/download`;

  const part = await request("GET", url, undefined, { range: "bytes=2-5" });
  expect(part).toMatchObject({ status: 206, bytes: file.bytes.subarray(2, 6) });
  expect(await request("GET", url, undefined, { "if-none-match": String(file.headers.etag) })).toMatchObject({
    status: 304,
  });
  expect(await request("GET", url, undefined, { range: "bytes=999999-" })).toMatchObject({ status: 416 });
});

test("all_answers has every annotator's answer under an anonymous pseudonym", async () => {
  const batch = await givenBatch(service, { texts: 2 });
  await annotateAll(service, batch.id, ["ann", "bob"], (_, annotator) =>
    annotator === "ann" ? "yes" : "no",
  );

  const { file } = await exported({ batch_id: batch.id, include: "all_answers" });

  const members = await db.selectFrom("members").select(["id", "external_id"]).orderBy("id").execute();
  const [first] = members.filter(({ external_id }) => external_id === "ann" || external_id === "bob");
  const labels = { annotator_1: first?.external_id === "ann" ? "yes" : "no" };
  for (const { answers } of recordsOf(file.bytes)) {
    expect(answers).toHaveLength(2);
    const given = answers.find(({ annotator }: { annotator: string }) => annotator === "annotator_1");
    expect(given).toMatchObject({ round: 1, guideline_version: 1, result: { label: labels.annotator_1 } });
    expect(given.created_at).toBe("2026-11-21T03:00:00.000Z");
  }
  expect(file.bytes.toString()).not.toMatch(/mem_|ann"|bob/);
});

test("exports during an audit contain neither its answers nor its sample", async () => {
  const batch = await givenBatch(service, { texts: 6 });
  await annotateAll(service, batch.id, ["ann", "bob"]);
  await runJobs();
  await auditAll(service, batch.id, "eve", () => "no");

  const asked = await request("POST", "/v1/exports", {
    batch_id: batch.id,
    include: "all_answers",
    bundle: true,
  });
  await buildExport(service.deps, { account_id: service.accountId, export_id: asked.body.id });

  const { bytes } = await request("GET", `/v1/exports/${asked.body.id}/download`);
  const files = await unzip(bytes);
  expect([...files.keys()]).not.toContain("audit.csv");
  const records = recordsOf(files.get("dataset.jsonl") ?? Buffer.of());
  expect(records).toHaveLength(6);
  for (const { result, origin, answers } of records) {
    expect({ result, origin }).toEqual({ result: { label: "yes" }, origin: "consensus" });
    expect(answers).toMatchObject([{ result: { label: "yes" } }, { result: { label: "yes" } }]);
  }
});

test("a failed batch is exported with its present labels and its audit", async () => {
  const batch = await givenBatch(service, { texts: 6 });
  await annotateAll(service, batch.id, ["ann", "bob"]);
  await runJobs();
  await auditAll(service, batch.id, "eve", () => "no");
  await runJobs();

  const { built, file } = await exported({ batch_id: batch.id, bundle: true });

  expect(built).toMatchObject({ batch_status: "failed", filename: `${batch.id}.uncertified.jsonl.zip` });
  const files = await unzip(file.bytes);
  expect(String(files.get("manifest.sha256")).split("\n")[0]).toBe(
    `# uncertified export of ${batch.id} (failed), taken 2026-11-21T03:00:00.000Z`,
  );
  expect(JSON.parse(String(files.get("about.json")))).toMatchObject({
    certified: false,
    export_id: built.id,
    snapshot_at: "2026-11-21T03:00:00.000Z",
    batches: [{ id: batch.id, status: "failed" }],
  });
  expect(String(files.get("audit.csv"))).toMatch(/^rank,item,.*\n1,item_\w+,1,0,yes,,wrong,\n/);
  expect(recordsOf(files.get("dataset.jsonl") ?? Buffer.of())[0]).toMatchObject({ origin: "consensus" });
});

test("an export of a certified batch has its corrections, but is not the certified file", async () => {
  const batch = await givenCertified(service, { texts: 6 });

  const { built, file } = await exported({ batch_id: batch.id, include: "all_answers" });

  const frozen = await request("GET", `/v1/batches/${batch.id}/download`);
  expect(built).toMatchObject({ batch_status: "certified", certified: false });
  expect(file.bytes).toEqual(frozen.bytes);
  expect(file.headers["x-assay-certified"]).toBe("false");
  expect(frozen.headers["x-assay-certified"]).toBeUndefined();
});

test("an export of a project has the items of all its batches except deleted ones", async () => {
  const project = await givenProject(service);
  const ids: string[] = [];
  for (const text of ["a", "b", "c"]) {
    const upload_id = await givenLines(service, service, [{ text }]);
    const sent = { project_id: project.id, upload_ids: [upload_id] };
    ids.push(bodyOf(await request("POST", "/v1/batches", sent), 201).id);
  }
  await request("DELETE", `/v1/batches/${ids[1]}`);

  const { built, file } = await exported({ project_id: project.id, format: "ndjson" });

  expect(built).toMatchObject({ batch_id: null, batch_status: null, item_count: 2, format: "jsonl" });
  expect(built.filename).toBe(`${project.id}.uncertified.jsonl`);
  const batches = recordsOf(file.bytes).map(({ batch_id }) => batch_id);
  expect(batches).toEqual([ids[0], ids[2]].sort());
});

test("a table too large for memory goes through a temporary file into its bundle", async () => {
  const project = await givenProject(service);
  const lines = Array.from({ length: 300 }, (_, index) => ({ text: `${index} ${"long ".repeat(2_000)}` }));
  const upload_id = await givenLines(service, service, lines);
  const sent = { project_id: project.id, upload_ids: [upload_id] };
  const batch = bodyOf(await request("POST", "/v1/batches", sent), 201);

  const { file } = await exported({ batch_id: batch.id, format: "csv", bundle: true });

  const files = await unzip(file.bytes);
  const csv = files.get("dataset.csv") ?? Buffer.of();
  expect(csv.length).toBeGreaterThan(3_000_000);
  expect(csv.toString().trimEnd().split("\n")).toHaveLength(301);
  expect(String(files.get("manifest.sha256"))).toContain(
    `${createHash("sha256").update(csv).digest("hex")}  dataset.csv\n`,
  );
  expect(await stagedNames(service.deps)).toEqual([]);
});

test("an export whose worker loses the database meanwhile is not failed, and is built by the next run", async () => {
  const batch = await givenBatch(service, { texts: 1 });
  const { id } = bodyOf(await request("POST", "/v1/exports", { batch_id: batch.id }), 202);

  await db.transaction().execute(async (tx) => {
    await sql`lock table items in access exclusive mode`.execute(tx);
    const building = buildExport(service.deps, { account_id: service.accountId, export_id: id });
    const failing = expect(building).rejects.toThrow(/conn/i); // PgBouncer says: server conn crashed?
    await untilSomeoneWaits(db);
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
    await failing;
  });
  await runJobs();

  expect(bodyOf(await request("GET", `/v1/exports/${id}`), 200)).toMatchObject({ status: "ready" });
});

test("an export that cannot be built is marked failed", async () => {
  const batch = await givenBatch(service);
  const { id } = bodyOf(await request("POST", "/v1/exports", { batch_id: batch.id }), 202);
  await db.updateTable("exports").set({ format: "nothing" }).where("id", "=", id).execute();
  await runJobs();

  const { body } = await request("GET", `/v1/exports/${id}`);
  expect(body).toMatchObject({ status: "failed", download_url: null, sha256: null });
  expect(await request("GET", `/v1/exports/${id}/download`)).toMatchObject({
    status: 409,
    body: { error: "invalid_state", message: body.error },
  });
});

test("exports are listed by batch, project and state", async () => {
  const [batch, other] = [await givenBatch(service), await givenBatch(service)];
  const first = bodyOf(await request("POST", "/v1/exports", { batch_id: batch.id }), 202);
  await runJobs();
  const second = bodyOf(await request("POST", "/v1/exports", { project_id: batch.project_id }), 202);
  bodyOf(await request("POST", "/v1/exports", { batch_id: other.id }), 202);
  const listed = async (query: string) =>
    (await request("GET", `/v1/exports?${query}`)).body.data.map(({ id }: { id: string }) => id).sort();

  expect(await listed(`batch_id=${batch.id}`)).toEqual([first.id]);
  expect(await listed(`project_id=${batch.project_id}`)).toEqual([first.id, second.id].sort());
  expect(await listed(`project_id=${batch.project_id}&status=processing`)).toEqual([second.id]);
});

test.each([
  [{}, /^send batch_id or project_id$/],
  [{ batch_id: "batch_1", project_id: "proj_1" }, /^send batch_id or project_id, not both$/],
  [{ batch_id: "batch_1", format: 7 }, /format/],
  [{ batch_id: "batch_1", include: "some" }, /accepted, all_answers/],
  [{ batch_id: "batch_1", color: "red" }, /Unknown field: color/],
])("%j is refused", async (sent, message) => {
  const answer = await request("POST", "/v1/exports", sent);

  expect(answer).toMatchObject({ status: 400, body: { error: "invalid_request" } });
  expect(answer.body.message).toMatch(message);
});

test("the refusal of a format that cannot carry the type lists those that can", async () => {
  const batch = await givenBatch(service);

  expect(await request("POST", "/v1/exports", { batch_id: batch.id, format: "coco" })).toMatchObject({
    status: 400,
    body: {
      message:
        'format must be one of jsonl, json, csv, parquet, hf_dataset, label_studio, spacy for text_classification, not "coco"',
    },
  });
});

test("another account's exports are not found", async () => {
  const batch = await givenBatch(service);
  const { id } = bodyOf(await request("POST", "/v1/exports", { batch_id: batch.id }), 202);
  const other = await service.givenAccount();

  expect(await other.request("POST", "/v1/exports", { batch_id: batch.id })).toMatchObject({ status: 404 });
  expect(await other.request("POST", "/v1/exports", { project_id: batch.project_id })).toMatchObject({
    status: 404,
  });
  expect(await other.request("GET", `/v1/exports/${id}`)).toMatchObject({ status: 404 });
  expect(await other.request("GET", `/v1/exports/${id}/download`)).toMatchObject({ status: 404 });
  expect((await other.request("GET", "/v1/exports")).body.data).toEqual([]);
});

test("deleting a batch deletes its exports", async () => {
  const batch = await givenBatch(service);
  const { built } = await exported({ batch_id: batch.id });
  await request("DELETE", `/v1/batches/${batch.id}`);

  expect(await request("GET", `/v1/exports/${built.id}`)).toMatchObject({ status: 404 });
  await runJobs();
  expect(await db.selectFrom("exports").select("id").where("id", "=", built.id).execute()).toEqual([]);
});

test("an export is deleted with its file, built or not, unless it changed since it was read", async () => {
  const { id: batch_id } = await givenBatch(service);
  const { built } = await exported({ batch_id, format: "csv" });
  const url = `/v1/exports/${built.id}`;
  const { sha256 } = await db
    .selectFrom("exports")
    .select("sha256")
    .where("id", "=", built.id)
    .executeTakeFirstOrThrow();
  const { request: asStranger } = await service.givenAccount();
  expect((await asStranger("DELETE", url)).status).toBe(404);
  expect((await request("DELETE", url, undefined, { "if-match": '"another"' })).status).toBe(412);
  expect(await service.deps.blobs.exists(sha256 ?? "")).toBe(true);

  expect((await request("DELETE", url)).status).toBe(204);

  expect(await service.deps.blobs.exists(sha256 ?? "")).toBe(false);
  expect((await request("DELETE", url)).status).toBe(404);
  expect((await request("GET", `${url}/download`)).status).toBe(404);
  const { id } = bodyOf(await request("POST", "/v1/exports", { batch_id }), 202);
  expect((await request("DELETE", `/v1/exports/${id}`)).status).toBe(204);
  await runJobs();
  expect((await request("GET", `/v1/exports/${id}`)).status).toBe(404);
});

test("the list refuses a cursor from another list", async () => {
  expect(await service.request("GET", "/v1/exports?cursor=garbage")).toMatchObject({
    status: 400,
    body: { error: "invalid_request" },
  });
});
