import { expect, test } from "vitest";
import { annotateAll, bodyOf, claim, givenBatch, givenLines, givenProject } from "../../test/given.ts";
import { startService } from "../../test/service.ts";

const service = await startService();
const { request, db, runJobs } = service;

test("a batch has the fields of the contract and emits batch.created", async () => {
  const { id: project_id } = await givenProject(service);
  const upload_id = await givenLines(service, service, [{ text: "a" }, { text: "b" }]);
  const { status, body, headers } = await request("POST", "/v1/batches", {
    project_id,
    upload_ids: [upload_id],
    name: "street-night-03",
    priority: "high",
    metadata: { sensor: "cam2" },
  });

  expect(status).toBe(201);
  expect(headers.location).toBe(`/v1/batches/${body.id}`);
  expect(body).toMatchObject({
    project_id,
    name: "street-night-03",
    status: "created",
    file_count: 1,
    item_count: 2,
    annotated_count: 0,
    excluded_count: 0,
    progress: 0,
    hold: false,
    revision: 1,
    quality_score: null,
    certification_level: null,
    required_level: "standard",
    required_quality_score: 80,
    round: 1,
    download_url: null,
    export_format: "jsonl",
    failure_reasons: [],
    metadata: { sensor: "cam2" },
    processing_at: null,
    certified_at: null,
  });
  const event = await db
    .selectFrom("events")
    .select("body")
    .where("type", "=", "batch.created")
    .executeTakeFirstOrThrow();
  expect(JSON.parse(String(event.body)).data).toEqual({
    batch_id: body.id,
    project_id,
    status: "created",
    name: "street-night-03",
    file_count: 1,
    round: 1,
  });
});

test("refuses a batch without files, of an unknown project or upload, or with unsuitable files, and creates nothing", async () => {
  const account = await service.givenAccount();
  const { id: project_id } = await givenProject(account);
  const image = await givenProject(account, { annotation_type: "object_detection", labels: [] });
  const upload_id = await givenLines(service, account, [{ text: "a" }]);
  const theirs = await givenLines(service, service, [{ text: "a" }]);
  const create = (body: object) => account.request("POST", "/v1/batches", body);

  expect(await create({ project_id })).toMatchObject({ status: 400, body: { error: "invalid_request" } });
  expect(await create({ project_id: image.id, upload_ids: [upload_id] })).toMatchObject({ status: 400 });
  expect(await create({ project_id: "proj_x", upload_ids: [upload_id] })).toMatchObject({ status: 404 });
  const foreign = await create({ project_id, upload_ids: [theirs] });
  expect(foreign).toMatchObject({ status: 404, body: { error: "not_found" } });
  expect(foreign.body.message).toContain(theirs);
  expect((await account.request("GET", "/v1/batches")).body.data).toEqual([]);
});

test("a repeated external_id is named", async () => {
  const { id: project_id } = await givenProject(service);
  const uploads = [
    await givenLines(service, service, [{ text: "a", external_id: "doc, 1" }]),
    await givenLines(service, service, [{ text: "b", external_id: "doc, 1" }]),
  ];

  const response = await request("POST", "/v1/batches", { project_id, upload_ids: uploads });

  expect(response.status).toBe(400);
  expect(response.body.message).toContain('"doc, 1"');
});

test("an upload that is not ready and a project that is not active are conflicts", async () => {
  const { id: project_id } = await givenProject(service);
  const upload_id = await givenLines(service, service, [{ text: "a" }]);
  await db.updateTable("uploads").set({ status: "processing" }).where("id", "=", upload_id).execute();
  const body = { project_id, upload_ids: [upload_id] };
  expect(await request("POST", "/v1/batches", body)).toMatchObject({
    status: 409,
    body: { error: "upload_not_ready" },
  });

  await db.updateTable("uploads").set({ status: "ready" }).where("id", "=", upload_id).execute();
  bodyOf(await request("PATCH", `/v1/projects/${project_id}`, { status: "paused" }), 200);
  expect(await request("POST", "/v1/batches", body)).toMatchObject({
    status: 409,
    body: { error: "project_not_active" },
  });
});

test("a level, format and policy changed later apply to later batches only", async () => {
  const { id, project_id } = await givenBatch(service);
  bodyOf(
    await request("PATCH", `/v1/projects/${project_id}`, { quality_level: "elite", export_format: "csv" }),
    200,
  );

  expect((await request("GET", `/v1/batches/${id}`)).body).toMatchObject({
    required_level: "standard",
    export_format: "jsonl",
  });
});

test("files can be added to a batch in created, not once it is processing", async () => {
  const { id } = await givenBatch(service, { texts: 2 });
  const more = await givenLines(service, service, [{ text: "more" }]);

  const added = await request("POST", `/v1/batches/${id}/files`, { upload_ids: [more] });
  expect(added).toMatchObject({ status: 200, body: { item_count: 3, file_count: 2 } });
  expect((await request("POST", `/v1/batches/${id}/files`, {})).status).toBe(400);
  bodyOf(await request("POST", `/v1/batches/${id}/start`), 200);
  expect(await request("POST", `/v1/batches/${id}/files`, { upload_ids: [more] })).toMatchObject({
    status: 409,
    body: { error: "invalid_state" },
  });
  expect((await request("POST", "/v1/batches/batch_x/files", {})).status).toBe(404);
});

test("name, priority, hold and metadata can be changed, guarded by If-Match", async () => {
  const { id } = await givenBatch(service);
  const { headers } = await request("GET", `/v1/batches/${id}`);
  const change = { name: "n", priority: "low", hold: true, metadata: { a: "b" } };

  expect((await request("PATCH", `/v1/batches/${id}`, change, { "if-match": '"old"' })).status).toBe(412);
  const changed = await request("PATCH", `/v1/batches/${id}`, change, {
    "if-match": String(headers.etag),
  });
  expect(changed).toMatchObject({ status: 200, body: change });
  expect((await request("PATCH", `/v1/batches/${id}`, { status: "certified" })).status).toBe(400);
  expect((await request("PATCH", "/v1/batches/batch_x", { name: "n" })).status).toBe(404);
});

test("lists filter by project and status", async () => {
  const account = await service.givenAccount();
  const first = await givenBatch(service, { account });
  await givenBatch(service, { account });
  bodyOf(await account.request("POST", `/v1/batches/${first.id}/start`), 200);
  const ids = async (query: string) =>
    (await account.request("GET", `/v1/batches?${query}`)).body.data.map((batch: { id: string }) => batch.id);

  expect(await ids(`project_id=${first.project_id}`)).toEqual([first.id]);
  expect(await ids("status=processing")).toEqual([first.id]);
  expect(await ids("")).toHaveLength(2);
  expect((await account.request("GET", "/v1/batches?status=done")).status).toBe(400);
});

test("a deleted batch is gone with its answers, and then its project can be deleted", async () => {
  const { id, project_id } = await givenBatch(service, { texts: 2 });
  await annotateAll(service, id, ["ann"]);
  expect((await request("DELETE", `/v1/batches/${id}`, undefined, { "if-match": '"old"' })).status).toBe(412);

  expect((await request("DELETE", `/v1/batches/${id}`)).status).toBe(204);
  await runJobs();

  expect((await request("GET", `/v1/batches/${id}`)).status).toBe(404);
  expect((await request("DELETE", `/v1/batches/${id}`)).status).toBe(404);
  expect(await claim(service, "bob", { project_id })).toBeUndefined();
  expect((await request("DELETE", `/v1/projects/${project_id}`)).status).toBe(204);
  for (const table of ["items", "annotations", "tasks", "batch_files"] as const) {
    expect(await db.selectFrom(table).select("batch_id").where("batch_id", "=", id).execute()).toEqual([]);
  }
});

test("another account's batch is not found by any operation", async () => {
  const { id } = await givenBatch(service);
  const { request: theirs } = await service.givenAccount();

  expect((await theirs("GET", `/v1/batches/${id}`)).status).toBe(404);
  expect((await theirs("PATCH", `/v1/batches/${id}`, { hold: true })).status).toBe(404);
  expect((await theirs("DELETE", `/v1/batches/${id}`)).status).toBe(404);
  for (const move of ["start", "rework"]) {
    expect((await theirs("POST", `/v1/batches/${id}/${move}`)).status).toBe(404);
  }
  expect((await theirs("POST", `/v1/batches/${id}/audit`, { level: "basic" })).status).toBe(404);
  expect((await theirs("POST", `/v1/batches/${id}/files`, {})).status).toBe(404);
  expect((await theirs("POST", "/v1/tasks/claim", { batch_id: id })).status).toBe(404);
});
