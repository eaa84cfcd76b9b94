import { expect, test } from "vitest";
import { bodyOf, givenBatch, givenLines, givenProject } from "../../test/given.ts";
import { givenBatchOfType } from "../../test/given-dataset.ts";
import { startService, untilSomeoneWaits } from "../../test/service.ts";
import { lockProject } from "./store.ts";

const service = await startService();
const { request, db, accountId, advance } = service;

async function updatesOf(project_id: string) {
  const rows = await db
    .selectFrom("events")
    .select("body")
    .where("type", "=", "project.updated")
    .orderBy("id")
    .execute();
  return rows
    .map(({ body }) => JSON.parse(String(body)).data)
    .filter((data) => data.project_id === project_id);
}

test("a project requires nothing but its annotation type", async () => {
  const { status, body, headers } = await request("POST", "/v1/projects", {
    annotation_type: "object_detection",
  });

  expect(status).toBe(201);
  expect(headers.location).toBe(`/v1/projects/${body.id}`);
  expect(Object.keys(body).slice(0, 7)).toEqual([
    "id",
    "name",
    "annotation_type",
    "export_format",
    "quality_level",
    "status",
    "created_at",
  ]);
  expect(body).toMatchObject({
    name: "Untitled project",
    export_format: "coco",
    quality_level: "standard",
    status: "active",
    created_at: "2026-11-21T03:00:00.000Z",
    guideline_version: 1,
  });
  expect(body.id).toMatch(/^proj_[0-9A-HJKMNP-TV-Z]{26}$/);
});

test("the refusal names a missing annotation type", async () => {
  expect(await request("POST", "/v1/projects", { name: "x" })).toMatchObject({
    status: 400,
    body: { error: "invalid_request", message: "Missing required field: annotation_type" },
  });
});

test.each([
  [
    { annotation_type: "telepathy" },
    /annotation_type must be one of image_classification, multilabel_classification, object_/,
  ],
  [
    { annotation_type: "ner", quality_level: "best" },
    /quality_level must be one of none, basic, standard, premium, elite/,
  ],
  [
    { annotation_type: "ner", export_format: "coco" },
    /export_format must be one of .*conll.* for named_entity_recognition/,
  ],
  [{ annotation_type: "ner", qualityLevel: "basic" }, /Unknown field: qualityLevel/],
  [{ annotation_type: "ner", name: "" }, /name must not be empty/],
  [{ annotation_type: 7 }, /annotation_type must be a string/],
  [
    { annotation_type: "ner", labels: [{ name: "a" }, { name: "a" }] },
    /labels.1.name "a" is already the name of label 0/,
  ],
  [
    { annotation_type: "bbox", labels: [{ name: "a", hotkey: "b" }] },
    /labels.0.hotkey must be a key that the editor does not use; "b" takes the box tool/,
  ],
  [
    { annotation_type: "ner", fields: [{ name: "x", type: "choice" }] },
    /fields.0.options are missing for a choice/,
  ],
  [
    { annotation_type: "ner", quality_policy: { evidence: "agreement" } },
    /agreement only for the level basic/,
  ],
  [
    { annotation_type: "ner", quality_policy: { scored_fields: ["tone"] } },
    /quality_policy.scored_fields.0 "tone" is not a field of the project/,
  ],
  [{ annotation_type: "ner", metadata: { key: 1 } }, /metadata.key must be a string/],
])("%j is refused by name", async (body, message) => {
  const response = await request("POST", "/v1/projects", body);

  expect(response).toMatchObject({ status: 400, body: { error: "invalid_request" } });
  expect(response.body.message).toMatch(message);
});

test("aliases are returned as they were sent, in any case", async () => {
  const body = { annotation_type: "Bounding_Box", export_format: "coco_json", quality_level: "gold" };

  expect(await request("POST", "/v1/projects", body)).toMatchObject({ status: 201, body });
});

test("a project has an ETag, and a request with it gets 304", async () => {
  const { id } = await givenProject(service);
  const { status, body, headers } = await request("GET", `/v1/projects/${id}`);

  expect({ status, id: body.id }).toEqual({ status: 200, id });
  const again = await request("GET", `/v1/projects/${id}`, undefined, {
    "if-none-match": String(headers.etag),
  });
  expect(again).toMatchObject({ status: 304, body: "" });
});

test("an unknown or malformed id is not found", async () => {
  for (const id of ["proj_01JD3W8Q9V6T2R4M5N7P8X0YZC", "nonsense", "proj_%00"]) {
    expect(await request("GET", `/v1/projects/${id}`)).toMatchObject({
      status: 404,
      body: { error: "not_found" },
    });
  }
});

test("another account's project is not found by any operation", async () => {
  const { id } = await givenProject(service);
  const stranger = await service.givenAccount();

  expect((await stranger.request("GET", `/v1/projects/${id}`)).status).toBe(404);
  expect((await stranger.request("PATCH", `/v1/projects/${id}`, { name: "mine" })).status).toBe(404);
  expect((await stranger.request("DELETE", `/v1/projects/${id}`)).status).toBe(404);
  expect((await stranger.request("GET", `/v1/projects/${id}/versions`)).status).toBe(404);
});

test("lists page by key: each row appears once, even if many were created in one millisecond", async () => {
  const account = await service.givenAccount();
  const made: string[] = [];
  for (let index = 0; index < 25; index += 1) made.push((await givenProject(account)).id);

  const seen: string[] = [];
  let url: string | undefined = "/v1/projects?limit=7";
  while (url !== undefined) {
    const { body, headers }: { body: { data: { id: string }[] }; headers: Record<string, unknown> } =
      await account.request("GET", url);
    seen.push(...body.data.map(({ id }) => id));
    if (seen.length === 14) await givenProject(account);
    url = /<https?:\/\/[^/]+([^>]+)>; rel="next"/.exec(String(headers.link ?? ""))?.[1];
  }

  expect(seen.filter((id) => made.includes(id)).sort()).toEqual(made.sort());
});

test.each([
  "limit=0",
  "limit=101",
  "limit=abc",
  "cursor=garbage",
  "sort=name",
  "created_after=yesterday",
  "annotation_type=telepathy",
  "name=%00",
])("a list refuses %s", async (query) => {
  expect(await request("GET", `/v1/projects?${query}`)).toMatchObject({
    status: 400,
    body: { error: "invalid_request" },
  });
});

test("lists filter by status, type by any of its names, and part of the name; archived ones only on request", async () => {
  const account = await service.givenAccount();
  const { id } = await givenProject(account, { name: "Street Night" });
  const archived = await givenProject(account, { name: "old" });
  bodyOf(await account.request("PATCH", `/v1/projects/${archived.id}`, { status: "archived" }), 200);
  const ids = async (query: string) =>
    (await account.request("GET", `/v1/projects?${query}`)).body.data.map(
      (project: { id: string }) => project.id,
    );

  expect(await ids("")).toEqual([id]);
  expect(await ids("status=all&sort=created_at")).toHaveLength(2);
  expect(await ids("status=archived")).toEqual([archived.id]);
  expect(await ids("annotation_type=sentiment&name=nIGHT")).toEqual([id]);
  expect(await ids("annotation_type=ner")).toEqual([]);
});

test("a change emits one event with the previous values; an unchanged project emits none", async () => {
  const { id } = await givenProject(service);
  advance(1_000);

  const changed = await request("PATCH", `/v1/projects/${id}`, { quality_level: "premium", name: "New" });
  expect(changed).toMatchObject({
    status: 200,
    body: { quality_level: "premium", name: "New", guideline_version: 1 },
  });
  bodyOf(await request("PATCH", `/v1/projects/${id}`, { name: "New" }), 200);

  expect(await updatesOf(id)).toEqual([
    {
      project_id: id,
      changed_fields: ["name", "quality_level"],
      previous: { name: "Untitled project", quality_level: "standard" },
      project: changed.body,
    },
  ]);
});

test("changed labels or instructions make a new guideline version; a renamed label keeps its id", async () => {
  const { id } = await givenProject(service);
  const { labels } = (await request("GET", `/v1/projects/${id}`)).body;

  const { body } = await request("PATCH", `/v1/projects/${id}`, {
    labels: [{ id: labels[0].id, name: "aye" }, { name: "unsure" }],
    instructions: "# Read twice",
  });

  expect(body.guideline_version).toBe(2);
  expect(body.labels).toMatchObject([
    { id: labels[0].id, name: "aye", retired: false },
    { name: "unsure", retired: false },
    { id: labels[1].id, name: "no", retired: true },
  ]);
  const versions = (await request("GET", `/v1/projects/${id}/versions`)).body.data;
  expect(versions.map(({ version }: { version: number }) => version)).toEqual([2, 1]);
  expect(versions[1].labels).toEqual(labels);
});

test("a tolerance that would accept every wrong answer is refused, for the project's scales", async () => {
  const scales = [{ name: "taste", min: 1, max: 10 }];
  const settings = { annotation_type: "rating", labels: [], type_options: { scales } };
  const { id } = await givenProject(service, settings);
  const patch = (tolerance: object, more: object = {}) =>
    request("PATCH", `/v1/projects/${id}`, { quality_policy: { tolerance }, ...more });

  expect((await patch({ max_steps: 2 })).status).toBe(200);
  expect(await patch({ max_steps: 3 })).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining("max_steps must be at most 2 (got 3)") },
  });
  const shorter = { type_options: { scales: [{ name: "taste", min: 1, max: 2 }] } };
  expect((await patch({ max_steps: 1 }, shorter)).status).toBe(400);
  expect((await patch({ min_f1: 0 })).status).toBe(400);
  expect((await request("GET", `/v1/quality-levels?items=10&project_id=${id}`)).status).toBe(200);
});

test("a project with a looser tolerance from before the bounds can be changed; its new batches are judged within them", async () => {
  const { id } = await givenProject(service, { annotation_type: "rating", labels: [] });
  const stored = JSON.stringify({ tolerance: { max_steps: 3 } });
  await db.updateTable("projects").set({ quality_policy: stored }).where("id", "=", id).execute();

  expect(bodyOf(await request("PATCH", `/v1/projects/${id}`, { name: "Renamed" }), 200)).toMatchObject({
    quality_policy: { tolerance: { max_steps: 3 } },
  });
  expect((await request("GET", `/v1/quality-levels?items=10&project_id=${id}`)).status).toBe(200);
  const upload_ids = [await givenLines(service, service, [{ text: "one" }])];
  const batch = bodyOf(await request("POST", "/v1/batches", { project_id: id, upload_ids }), 201);
  const { policy } = await db
    .selectFrom("batches")
    .select("policy")
    .where("id", "=", batch.id)
    .executeTakeFirstOrThrow();
  expect(policy.tolerance).toEqual({ max_steps: 1 });
});

test("guideline versions come page by page, newest first", async () => {
  const { id } = await givenProject(service);
  for (const instructions of ["one", "two", "three"]) {
    bodyOf(await request("PATCH", `/v1/projects/${id}`, { instructions }), 200);
  }
  const versionsOf = (body: { data: { version: number }[] }) => body.data.map(({ version }) => version);

  const first = bodyOf(await request("GET", `/v1/projects/${id}/versions?limit=3`), 200);
  const rest = bodyOf(await request("GET", `/v1/projects/${id}/versions?cursor=${first.next_cursor}`), 200);

  expect(versionsOf(first)).toEqual([4, 3, 2]);
  expect(versionsOf(rest)).toEqual([1]);
  expect(rest.has_more).toBe(false);
  expect((await request("GET", `/v1/projects/${id}/versions?cursor=x`)).status).toBe(400);
});

test.each([
  ["active", "paused", 200],
  ["active", "archived", 200],
  ["paused", "active", 200],
  ["paused", "archived", 200],
  ["archived", "active", 200],
  ["archived", "paused", 409],
])("a project that is %s becoming %s gives %i", async (from, to, status) => {
  const { id } = await givenProject(service);
  bodyOf(await request("PATCH", `/v1/projects/${id}`, { status: from }), 200);

  expect((await request("PATCH", `/v1/projects/${id}`, { status: to })).status).toBe(status);
});

test("the annotation type is immutable once a batch exists", async () => {
  const { project_id } = await givenBatch(service);

  expect(await request("PATCH", `/v1/projects/${project_id}`, { annotation_type: "ner" })).toMatchObject({
    status: 409,
    body: { error: "immutable_field" },
  });
  expect(
    (await request("PATCH", `/v1/projects/${project_id}`, { annotation_type: "sentiment" })).status,
  ).toBe(200);
});

test("once a batch exists, points are only added, and masks and scales stay what they are", async () => {
  const { project_id } = await givenBatchOfType(service, "keypoint", {
    type_options: { keypoints: ["nose", "tail"], skeleton: [["nose", "tail"]] },
  });
  const change = (id: string, type_options: object) =>
    request("PATCH", `/v1/projects/${id}`, { type_options });

  expect(await change(project_id, { keypoints: ["nose"] })).toMatchObject({
    status: 400,
    body: {
      error: "invalid_request",
      message:
        'type_options.keypoints.1 must stay "tail" (got nothing), since answers may have this point; add new points at the end',
    },
  });
  expect((await change(project_id, { keypoints: ["nose", "tail", "paw"] })).status).toBe(200);
  const unused = await givenProject(service, {
    annotation_type: "keypoint",
    type_options: { keypoints: ["nose"] },
  });
  expect((await change(unused.id, { keypoints: ["tail"] })).status).toBe(200);

  const masks = await givenBatchOfType(service, "semantic_segmentation");
  expect((await change(masks.project_id, { instances: true })).body.message).toBe(
    "type_options.instances must stay false, since answers may have been given under it",
  );

  const help = { name: "help", min: 1, max: 7 };
  const rated = await givenBatchOfType(service, "rating", { type_options: { scales: [help] } });
  expect((await change(rated.project_id, { scales: [{ ...help, max: 5 }] })).body.message).toBe(
    'type_options.scales must keep "help" from 1 to 7 in steps of 1 (ordinal), since answers may rate it; only min_label and max_label may change',
  );
  const named = { scales: [{ ...help, max_label: "very helpful" }] };
  expect((await change(rated.project_id, named)).body.type_options).toEqual(named);
});

test("If-Match guards a change and a deletion", async () => {
  const { id } = await givenProject(service);
  const { headers } = await request("GET", `/v1/projects/${id}`);
  const stale = { "if-match": '"stale"' };

  expect(await request("PATCH", `/v1/projects/${id}`, { name: "x" }, stale)).toMatchObject({ status: 412 });
  expect(await request("DELETE", `/v1/projects/${id}`, undefined, stale)).toMatchObject({
    status: 412,
    body: { error: "precondition_failed" },
  });
  const fresh = { "if-match": String(headers.etag) };
  expect((await request("PATCH", `/v1/projects/${id}`, { name: "x" }, fresh)).status).toBe(200);
});

test("of two changes with one If-Match the later one waits and is refused", async () => {
  const { id } = await givenProject(service);
  const { headers } = await request("GET", `/v1/projects/${id}`);

  const second = await db.transaction().execute(async (tx) => {
    await lockProject(tx, accountId, id);
    const response = request(
      "PATCH",
      `/v1/projects/${id}`,
      { name: "second" },
      { "if-match": String(headers.etag) },
    );
    await untilSomeoneWaits(db);
    await tx.updateTable("projects").set({ name: "first" }).where("id", "=", id).execute();
    return { response };
  });

  expect((await second.response).status).toBe(412);
});

test("a project without batches is deleted, one with batches is not", async () => {
  const { id } = await givenProject(service);
  const { project_id } = await givenBatch(service);

  expect(
    (await request("DELETE", `/v1/projects/${id}`, undefined, { "content-type": "application/json" })).status,
  ).toBe(204);
  expect((await request("DELETE", `/v1/projects/${id}`)).status).toBe(404);
  expect(await request("DELETE", `/v1/projects/${project_id}`)).toMatchObject({
    status: 409,
    body: { error: "conflict" },
  });
});

test("types and formats are listed with their aliases and supported combinations", async () => {
  const types = (await request("GET", "/v1/annotation-types")).body.data;
  const formats = (await request("GET", "/v1/export-formats")).body.data;

  expect(types.map(({ name }: { name: string }) => name)).toContain("named_entity_recognition");
  expect(types[0].result_schema).toMatchObject({ type: "object" });
  expect(formats).toContainEqual(
    expect.objectContaining({ name: "conll", annotation_types: ["named_entity_recognition"] }),
  );
});

test("a project with batches refuses a list that omits labels, and retires labels marked retired", async () => {
  const { project_id } = await givenBatch(service, { texts: 1 });
  const { labels } = (await request("GET", `/v1/projects/${project_id}`)).body;
  const change = (sent: readonly object[]) =>
    request("PATCH", `/v1/projects/${project_id}`, { labels: sent });
  const [kept, left] = labels;

  expect(await change([{ name: kept.name }])).toMatchObject({
    status: 400,
    body: {
      error: "invalid_request",
      message: `labels: "${left.name}" must not be left out, since answers may use it; send "retired": true to retire it`,
    },
  });
  expect((await request("GET", `/v1/projects/${project_id}`)).body.labels).toEqual(labels);

  const retired = bodyOf(await change([{ name: kept.name }, { name: left.name, retired: true }]), 200);
  expect(retired.labels).toEqual([kept, { ...left, retired: true }]);
  expect(bodyOf(await change([{ name: kept.name }]), 200).labels).toEqual(retired.labels);
});
