import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { startService } from "../../../test/service.ts";
import { givenForm, givenImage, sendRaw, traces } from "../../../test/upload-bodies.ts";

const service = await startService();
const { request, advance, givenAccount, deps, runJobs } = service;
const jpeg = await givenImage("jpeg", 40, 20);
const sha256 = (bytes: Buffer | string): string => createHash("sha256").update(bytes).digest("hex");
const sendText = (text: string) => request("POST", "/v1/uploads", { files: [{ filename: "a.txt", text }] });

test("a raw body is a file, named and checked by its headers, and ready at once", async () => {
  const digest = createHash("sha256").update(jpeg).digest("base64");

  const { status, body, headers } = await sendRaw(request, "bild.jpg", jpeg, {
    "content-type": "image/jpeg",
    "content-disposition": "attachment; filename=\"bild.jpg\"; filename*=UTF-8''%C3%BCber%20bild.jpg",
    "content-digest": `sha-512=:AAAA:, sha-256=:${digest}:`,
  });

  expect(status).toBe(201);
  expect(headers.location).toBe(`/v1/uploads/${body.id}`);
  const file = {
    filename: "über bild.jpg",
    content_type: "image/jpeg",
    size_bytes: jpeg.length,
    sha256: sha256(jpeg),
  };
  expect(body).toEqual({
    id: expect.stringMatching(/^upl_[0-9A-HJKMNP-TV-Z]{26}$/),
    status: "ready",
    ...file,
    offset: jpeg.length,
    skipped: 0,
    file_count: 1,
    files: [{ id: expect.stringMatching(/^file_/), ...file }],
    upload_url: null,
    upload_method: null,
    upload_headers: null,
    source_id: null,
    error: null,
    metadata: {},
    created_at: "2026-11-21T03:00:00.000Z",
    expires_at: null,
  });
  expect(await request("GET", `/v1/uploads/${body.id}`)).toMatchObject({ status: 200, body });
});

test("JSON carries text and base64, with metadata and a project to check", async () => {
  const project = await request("POST", "/v1/projects", { annotation_type: "object_detection" });

  const { status, body } = await request("POST", "/v1/uploads", {
    files: [
      { filename: "a.txt", content_type: "text/plain", text: "Grüße", sha256: sha256("Grüße").toUpperCase() },
      { filename: "b.jpg", content_base64: jpeg.toString("base64") },
    ],
    metadata: { sensor: "cam2" },
    project_id: project.body.id,
  });

  expect({ status, body }).toMatchObject({
    status: 201,
    body: {
      status: "ready",
      filename: null,
      content_type: null,
      sha256: null,
      file_count: 2,
      metadata: { sensor: "cam2" },
      files: [
        { filename: "a.txt", content_type: "text/plain", size_bytes: 7 },
        { filename: "b.jpg", content_type: "image/jpeg" },
      ],
    },
  });
});

test("a form carries files and metadata", async () => {
  const { body: form, headers } = givenForm([
    { name: "file", filename: "dir\\a.txt", type: "text/plain", content: "one" },
    { name: "metadata", content: '{"day":"1"}' },
    { name: "file", filename: "/tmp/b.jpg", type: "image/png", content: jpeg },
  ]);

  const { status, body } = await request("POST", "/v1/uploads", form, headers);

  expect({ status, body }).toMatchObject({
    status: 201,
    body: {
      file_count: 2,
      metadata: { day: "1" },
      files: [{ filename: "a.txt" }, { filename: "b.jpg", content_type: "image/jpeg" }],
    },
  });
});

test.each([
  ["page.html", "text/html", "<!doctype html><script>alert(1)</script>", "text/plain"],
  ["photo.png", "image/png", jpeg, "image/jpeg"],
  ["photo", "application/octet-stream", jpeg, "image/jpeg"],
  ["list.jsonl", "application/octet-stream", '{"text":"a"}', "application/x-ndjson"],
  ["list.txt", "application/x-ndjson", '{"text":"a"}', "application/x-ndjson"],
  ["list.csv", "application/vnd.ms-excel", "text\na", "text/csv"],
  ["list.tsv", "application/octet-stream", "text\tn\na\t1", "text/tab-separated-values"],
  ["list.txt", "text/tab-separated-values", "text\tn\na\t1", "text/tab-separated-values"],
  ["list.json", "application/octet-stream", '{"text":"a"}\n{"text":"b"}', "application/x-ndjson"],
  ["list.json", "application/octet-stream", ' [{"text":"a"},\n{"text":"b"}]', "application/json"],
])("%s sent as %s is what its bytes are", async (filename, type, content, expected) => {
  const { body } = await sendRaw(request, filename, content, { "content-type": type });

  expect(body).toMatchObject({
    status: "ready",
    content_type: expected,
    files: [{ content_type: expected }],
  });
});

test("a short list is parsed within the request, a long one by the job", async () => {
  const line = `{"text":"${"x".repeat(1000)}"}\n`;
  const short = await sendRaw(request, "a.jsonl", line.repeat(10));
  const long = await sendRaw(request, "a.jsonl", line.repeat(1100));

  expect(short).toMatchObject({ status: 201, body: { status: "ready", file_count: 1 } });
  expect(long).toMatchObject({
    status: 201,
    body: {
      status: "processing",
      file_count: 0,
      files: [],
      filename: "a.jsonl",
      content_type: "application/x-ndjson",
      size_bytes: line.length * 1100,
      expires_at: "2026-11-28T03:00:00.000Z",
    },
  });
  await service.runJobs();
  const ready = await request("GET", `/v1/uploads/${long.body.id}`);
  expect(ready.body).toMatchObject({ status: "ready", file_count: 1, expires_at: null });
  const file = await request("GET", `/v1/files/${ready.body.files[0].id}`);
  expect(file.body).toMatchObject({ line_count: 1100, width: null });
});

test("a body of more than 256 MiB is refused by its Content-Length, before a byte is read", async () => {
  const headers = { "content-length": String(256 * 2 ** 20 + 1) };

  const response = await sendRaw(request, "a", "x", headers);

  expect(response).toMatchObject({
    status: 413,
    body: { error: "payload_too_large" },
    headers: { connection: "close" },
  });
});

test("the same key and form with another boundary get the first response and store nothing more", async () => {
  const { body: form, headers } = givenForm([{ name: "file", filename: "same.txt", content: "same" }]);
  const other = Buffer.from(form.toString().replaceAll("a-boundary", "b-boundary"));
  const otherType = headers["content-type"].replace("a-boundary", "b-boundary");
  const first = await request("POST", "/v1/uploads", form, { ...headers, "idempotency-key": "k1" });
  const before = await traces(service);

  const second = await request("POST", "/v1/uploads", other, {
    "content-type": otherType,
    "idempotency-key": "k1",
  });

  expect(second).toMatchObject({ status: 201, body: first.body, headers: { "idempotent-replayed": "true" } });
  expect(await traces(service)).toEqual(before);
});

test("the same key with other bytes is refused", async () => {
  const send = (content: string) => sendRaw(request, "k.txt", content, { "idempotency-key": "k2" });
  await send("one");

  expect(await send("two")).toMatchObject({ status: 422, body: { error: "idempotency_key_reused" } });
});

test("uploads are listed newest first, by status, with their files", async () => {
  const { request: mine } = await givenAccount();
  const ids: string[] = [];
  for (const text of ["one", "two", "three"]) {
    advance(1000);
    ids.unshift((await mine("POST", "/v1/uploads", { files: [{ filename: "a.txt", text }] })).body.id);
  }

  const first = await mine("GET", "/v1/uploads?limit=2");
  const second = await mine("GET", `/v1/uploads?limit=2&cursor=${first.body.next_cursor}`);

  expect([...first.body.data, ...second.body.data].map(({ id }) => id)).toEqual(ids);
  expect(first.body.data[0].files).toHaveLength(1);
  expect((await mine("GET", "/v1/uploads?status=failed")).body.data).toEqual([]);
  expect((await mine("GET", "/v1/uploads?status=ready")).body.data).toHaveLength(3);
  expect(await mine("GET", "/v1/uploads?status=done")).toMatchObject({ status: 400 });
});

test("an upload shows its first hundred files, and its list pages through all of them in order", async () => {
  const files = Array.from({ length: 105 }, (_, index) => ({ filename: `${index}.txt`, text: `${index}` }));
  const { body } = await request("POST", "/v1/uploads", { files });
  expect(body).toMatchObject({ file_count: 105 });
  expect(body.files).toHaveLength(100);

  const first = await request("GET", `/v1/uploads/${body.id}/files?limit=100`);
  const second = await request(
    "GET",
    `/v1/uploads/${body.id}/files?limit=100&cursor=${first.body.next_cursor}`,
  );

  expect(first).toMatchObject({
    body: { has_more: true },
    headers: { link: expect.stringContaining('rel="next"') },
  });
  expect(second.body).toMatchObject({ has_more: false, next_cursor: null });
  const names = [...first.body.data, ...second.body.data].map(({ filename }) => filename);
  expect(names).toEqual(files.map(({ filename }) => filename));
});

test("a cursor of another list is refused", async () => {
  const { body } = await sendText("a");
  const forged = JSON.stringify({ v: 1, s: body.id, k: ["x", "y"] });
  const cursor = Buffer.from(forged).toString("base64url");

  expect(await request("GET", `/v1/uploads/${body.id}/files?cursor=${cursor}`)).toMatchObject({
    status: 400,
  });
  expect(await request("GET", `/v1/uploads/${body.id}/files?cursor=rubbish`)).toMatchObject({ status: 400 });
});

test.each([
  ["GET", "/v1/uploads/upl_none"],
  ["GET", "/v1/uploads/upl_none/files"],
  ["DELETE", "/v1/uploads/upl_none"],
  ["GET", "/v1/files/file_none"],
] as const)("%s %s finds nothing", async (method, url) => {
  expect(await request(method, url)).toMatchObject({ status: 404, body: { error: "not_found" } });
});

test("another account's uploads and files cannot be read or deleted", async () => {
  const { body } = await sendText("mine");
  const other = await givenAccount();

  for (const url of [
    `/v1/uploads/${body.id}`,
    `/v1/uploads/${body.id}/files`,
    `/v1/files/${body.files[0].id}`,
  ]) {
    expect(await other.request("GET", url)).toMatchObject({ status: 404 });
  }
  expect(await other.request("GET", `/v1/files/${body.files[0].id}/content`)).toMatchObject({ status: 404 });
  expect(await other.request("DELETE", `/v1/uploads/${body.id}`)).toMatchObject({ status: 404 });
  expect(await request("GET", `/v1/uploads/${body.id}`)).toMatchObject({ status: 200 });
});

test("deleting an upload deletes its files, lines and bytes, except bytes of other files", async () => {
  const before = await traces(service);
  const shared = { filename: "shared.txt", text: "shared bytes" };
  const { body: kept } = await request("POST", "/v1/uploads", { files: [shared] });
  const { body } = await request("POST", "/v1/uploads", {
    files: [shared, { filename: "own.txt", text: "own bytes" }],
  });

  expect(await request("DELETE", `/v1/uploads/${body.id}`)).toMatchObject({ status: 204 });

  for (const url of [
    `/v1/uploads/${body.id}`,
    `/v1/uploads/${body.id}/files`,
    `/v1/files/${body.files[0].id}`,
  ])
    expect(await request("GET", url)).toMatchObject({ status: 404 });
  expect((await request("GET", "/v1/uploads?limit=1")).body.data).toMatchObject([{ id: kept.id }]);
  await runJobs();
  expect(await deps.blobs.exists(sha256("own bytes"))).toBe(false);
  expect(await deps.blobs.exists(sha256("shared bytes"))).toBe(true);
  expect(await request("DELETE", `/v1/uploads/${kept.id}`)).toMatchObject({ status: 204 });
  await runJobs();
  expect(await traces(service)).toEqual(before);
});

test("an upload with a file in a batch cannot be deleted", async () => {
  const { body } = await sendText("in a batch");
  const project = await request("POST", "/v1/projects", { annotation_type: "text_classification" });
  const batch = { project_id: project.body.id, file_ids: [body.files[0].id] };
  expect(await request("POST", "/v1/batches", batch)).toMatchObject({ status: 201 });

  const response = await request("DELETE", `/v1/uploads/${body.id}`);

  expect(response).toMatchObject({ status: 409, body: { error: "upload_in_use" } });
  expect(await request("GET", `/v1/uploads/${body.id}`)).toMatchObject({ status: 200 });
});

test("a deletion with an outdated ETag is refused", async () => {
  const { body } = await sendText("versions");
  const { headers } = await request("GET", `/v1/uploads/${body.id}`);
  const remove = (etag: string) =>
    request("DELETE", `/v1/uploads/${body.id}`, undefined, { "if-match": etag });

  expect(await remove('"other"')).toMatchObject({ status: 412 });
  expect(await remove(String(headers.etag))).toMatchObject({ status: 204 });
});
