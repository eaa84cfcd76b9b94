import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { Upload } from "tus-js-client";
import { expect, test } from "vitest";
import { type Response, startService } from "../../test/service.ts";
import { storedNames } from "../../test/stored.ts";
import { untilHolds } from "../../test/until.ts";
import { endLeasesOfDead, sweepUploads } from "./sweep.ts";

const service = await startService();
const { advance, app, db, deps, request, runJobs } = service;
await app.listen({ port: 0, host: "127.0.0.1" });
const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;

const TUS = { "tus-resumable": "1.0.0" };
const PIECE = { ...TUS, "content-type": "application/offset+octet-stream" };
const text = Buffer.from("A text that comes in pieces.");
const metadata = (name: string): string => `filename ${Buffer.from(name).toString("base64")}`;
const digest = (bytes: Buffer, as: "hex" | "base64"): string => createHash("sha256").update(bytes).digest(as);

async function givenUpload(length = text.length): Promise<string> {
  const headers = { ...TUS, "upload-length": String(length), "upload-metadata": metadata("a.txt") };
  const created = await request("POST", "/v1/uploads", undefined, headers);
  expect(created).toMatchObject({ status: 201, headers: { ...TUS, "upload-offset": "0" } });
  return String(created.headers.location);
}

function patch(url: string, offset: number, bytes: Buffer, headers = {}): Promise<Response> {
  return request("PATCH", url, bytes, { ...PIECE, "upload-offset": String(offset), ...headers });
}

const head = (url: string) => request("HEAD", url, undefined, TUS);

/** The names of the files or objects that hold the bytes of an unfinished upload. */
async function unfinishedFiles(url: string): Promise<string[]> {
  const id = url.split("/").at(-1) ?? "";
  return (await storedNames(deps)).filter((name) => name.includes(`/unfinished/${id}`));
}

/** The offset once it is above 0; the test's own time limit ends the wait. */
async function firstOffset(url: string): Promise<number> {
  for (;;) {
    const offset = Number((await head(url)).headers["upload-offset"]);
    if (offset > 0) return offset;
  }
}

/** A PATCH whose body has begun and continues when the test says so. */
async function begunPatch(url: string, offset: number, first: Buffer) {
  const headers = { ...PIECE, "upload-offset": String(offset), authorization: `Bearer ${service.key}` };
  const sending = http.request(`${origin}${url}`, { method: "PATCH", headers });
  const answered = once(sending, "response");
  answered.catch(() => undefined);
  sending.write(first);
  await untilHolds(async () => expect((await request("GET", url)).body.status).toBe("uploading"));
  return {
    sending,
    status: async () => (await answered)[0].statusCode as number,
  };
}

test("a file sent in pieces becomes an upload like any other", async () => {
  const url = await givenUpload();

  expect(await patch(url, 0, text.subarray(0, 10))).toMatchObject({
    status: 204,
    headers: { ...TUS, "upload-offset": "10", "upload-expires": expect.stringContaining("GMT") },
  });
  expect(await head(url)).toMatchObject({
    status: 200,
    headers: { "upload-offset": "10", "upload-length": String(text.length), "cache-control": "no-store" },
  });
  expect((await request("GET", url)).body).toMatchObject({ status: "uploading", offset: 10 });
  expect(await patch(url, 10, text.subarray(10))).toMatchObject({ status: 204 });
  await runJobs();

  expect((await request("GET", url)).body).toMatchObject({
    status: "ready",
    filename: "a.txt",
    sha256: digest(text, "hex"),
    offset: text.length,
    files: [{ content_type: "text/plain", sha256: digest(text, "hex") }],
  });
  expect(await patch(url, text.length, Buffer.alloc(0))).toMatchObject({ status: 409 });
  expect(await unfinishedFiles(url)).toEqual([]);
});

test("a tus client uploads, and resumes an interrupted upload", async () => {
  const bytes = Buffer.concat([Buffer.from("A"), Buffer.from(randomBytes(300_000).toString("hex"))]);
  const options = {
    endpoint: `${origin}/v1/uploads`,
    headers: { authorization: `Bearer ${service.key}` },
    metadata: { filename: "big.txt", filetype: "text/plain", origin: "camera 7" },
    chunkSize: 100_000,
    retryDelays: null,
  };
  const url = await new Promise<string>((resolve, reject) => {
    const upload = new Upload(bytes, {
      ...options,
      onError: reject,
      onChunkComplete: (_size, accepted) => {
        if (accepted < 200_000) return;
        void upload.abort();
        resolve(upload.url ?? "");
      },
    });
    upload.start();
  });

  await new Promise<void>((resolve, reject) => {
    new Upload(bytes, { ...options, uploadUrl: url, onError: reject, onSuccess: () => resolve() }).start();
  });
  await runJobs();

  expect((await request("GET", new URL(url).pathname)).body).toMatchObject({
    status: "ready",
    sha256: digest(bytes, "hex"),
    metadata: { origin: "camera 7" },
  });
});

test("a creation may include the first bytes", async () => {
  const headers = { ...PIECE, "upload-length": String(text.length) };

  const created = await request("POST", "/v1/uploads", text.subarray(0, 5), headers);

  expect(created).toMatchObject({ status: 201, headers: { "upload-offset": "5" } });
  expect(await patch(String(created.headers.location), 5, text.subarray(5))).toMatchObject({ status: 204 });
});

test.each([
  ["another offset than the upload's", { "upload-offset": "3" }, 409, "upload_offset_mismatch"],
  [
    "a wrong checksum",
    { "upload-checksum": `sha256 ${digest(text, "base64")}` },
    460,
    "upload_checksum_mismatch",
  ],
  ["a wrong SHA-1", { "upload-checksum": `sha1 ${"A".repeat(27)}=` }, 460, "upload_checksum_mismatch"],
  ["a checksum of another kind", { "upload-checksum": "md5 AAAA" }, 400, "invalid_request"],
  ["no offset", { "upload-offset": "x" }, 400, "invalid_request"],
  ["another type", { "content-type": "text/plain" }, 415, "unsupported_media_type"],
  ["another version", { "tus-resumable": "0.2.2" }, 412, "precondition_failed"],
])("a piece with %s is refused and counts nothing", async (_what, headers, status, error) => {
  const url = await givenUpload();

  const refused = await patch(url, 0, text.subarray(0, 10), headers);

  expect(refused).toMatchObject({ status, body: { error }, headers: TUS });
  expect(await head(url)).toMatchObject({ headers: { "upload-offset": "0" } });
});

test.each(["sha1", "sha256"])(
  "a piece with a correct %s is accepted, and one beyond the size is not",
  async (kind) => {
    const url = await givenUpload();
    const first = text.subarray(0, 10);
    const checksum = createHash(kind).update(first).digest("base64");

    expect(await patch(url, 0, first, { "upload-checksum": `${kind} ${checksum}` })).toMatchObject({
      status: 204,
    });
    expect(await patch(url, 10, text)).toMatchObject({ status: 413 });
    expect(await head(url)).toMatchObject({ headers: { "upload-offset": "10" } });
  },
);

test("bytes that arrived before a connection broke count", async () => {
  const url = await givenUpload();
  const writer = async () =>
    db
      .selectFrom("uploads")
      .select("writer")
      .where("id", "=", url.split("/").at(-1) ?? "")
      .executeTakeFirst();

  // On a busy machine the service sees the end of a connection before it has read what arrived: then the client sends that again.
  await untilHolds(async () => {
    const { sending } = await begunPatch(url, 0, text.subarray(0, 7));
    sending.destroy();
    await untilHolds(async () => expect(await writer()).toEqual({ writer: null }));
    expect((await head(url)).headers["upload-offset"]).toBe("7");
  });
  expect(await patch(url, 7, text.subarray(7))).toMatchObject({ status: 204 });
});

test("of two appending requests one is refused, until 8 seconds after the other fell silent", async () => {
  const url = await givenUpload();
  const silent = await begunPatch(url, 0, text.subarray(0, 7));

  expect(await patch(url, 0, text)).toMatchObject({ status: 423, body: { error: "locked" } });
  advance(8_001);
  expect(await patch(url, 0, text)).toMatchObject({ status: 204 });

  silent.sending.end(text.subarray(7));
  expect(await silent.status()).toBe(423);
  await runJobs();
  expect((await request("GET", url)).body).toMatchObject({ status: "ready", sha256: digest(text, "hex") });
});

/** Ends the lease of whoever appends to the upload, and it cannot be renewed. */
async function endLease(url: string): Promise<void> {
  await untilHolds(async () => {
    const [{ numUpdatedRows } = { numUpdatedRows: 0n }] = await db
      .updateTable("uploads")
      .set({ writer: "another", writer_until: deps.now() })
      .where("id", "=", url.split("/").at(-1) ?? "")
      .where("writer", "is not", null)
      .execute();
    expect(numUpdatedRows).toBe(1n);
  });
}

test("a request that lost its lease changes no byte, neither before nor after the upload's end", async () => {
  const url = await givenUpload();
  const first = await begunPatch(url, 0, text.subarray(0, 7));
  await endLease(url);
  expect(await patch(url, 0, text.subarray(0, 14))).toMatchObject({ status: 204 });
  const second = await begunPatch(url, 14, text.subarray(14, 16));
  await endLease(url);

  first.sending.end(Buffer.alloc(text.length - 7, "X"));
  expect(await first.status()).toBe(423);
  expect(await patch(url, 14, text.subarray(14))).toMatchObject({ status: 204 });
  second.sending.end(Buffer.alloc(text.length - 16, "Y"));
  expect(await second.status()).toBe(423);
  await runJobs();

  const { body } = await request("GET", url);
  expect(body).toMatchObject({ status: "ready", sha256: digest(text, "hex") });
  expect((await request("GET", `/v1/files/${body.files[0].id}/content`)).bytes.toString()).toBe(String(text));
  expect(await unfinishedFiles(url)).toEqual([]);
});

test("if a request's process dies, each 8 MiB on disk count", async () => {
  const bytes = Buffer.alloc(8 * 1024 * 1024 + 5, "a");
  const url = await givenUpload(bytes.length);
  const silent = await begunPatch(url, 0, bytes.subarray(0, -1));

  const offset = await firstOffset(url);
  advance(8_001);
  expect(await patch(url, offset, bytes.subarray(offset))).toMatchObject({ status: 204 });

  silent.sending.end(bytes.subarray(-1));
  expect(await silent.status()).toBe(423);
  expect((await request("GET", url)).body).toMatchObject({ sha256: digest(bytes, "hex") });
});

test("a service that starts with its own database takes the next bytes at once", async () => {
  const url = await givenUpload();
  const silent = await begunPatch(url, 0, text.subarray(0, 7));
  expect(await patch(url, 0, text)).toMatchObject({ status: 423 });

  await endLeasesOfDead(deps);
  expect(await patch(url, 0, text)).toMatchObject({ status: 204 });

  silent.sending.end(text.subarray(7));
  expect(await silent.status()).toBe(423);
});

test("an upload not finished within a week is deleted with its bytes", async () => {
  const url = await givenUpload();
  await patch(url, 0, text.subarray(0, 7));

  advance(7 * 24 * 3_600_000 + 1);
  expect(await patch(url, 7, text.subarray(7))).toMatchObject({ status: 410, body: { error: "gone" } });
  await sweepUploads(deps);

  expect(await head(url)).toMatchObject({ status: 410 });
  expect(await request("GET", url, undefined, TUS)).toMatchObject({ status: 410, body: { error: "gone" } });
  expect((await request("GET", url)).body).toMatchObject({ status: "expired" });
  expect(await unfinishedFiles(url)).toEqual([]);
});

test("an upload can be deleted before it is finished", async () => {
  const url = await givenUpload();
  await patch(url, 0, text.subarray(0, 7));

  expect(await request("DELETE", url, undefined, TUS)).toMatchObject({ status: 204, headers: TUS });

  expect(await head(url)).toMatchObject({ status: 404 });
  await runJobs();
  expect(await unfinishedFiles(url)).toEqual([]);
});

test("the sweep hands over an upload whose last request died after the last byte", async () => {
  const url = await givenUpload();
  const id = url.split("/").at(-1) ?? "";
  const file = { name: id, parts: [] };
  const { parts } = await deps.blobs.unfinished.append(
    file,
    chunks(text),
    text.length,
    async () => undefined,
  );
  await db
    .updateTable("uploads")
    .set({
      status: "uploading",
      received_bytes: text.length,
      unfinished: JSON.stringify(parts),
      updated_at: deps.now(),
    })
    .where("id", "=", id)
    .execute();

  advance(60_001);
  await sweepUploads(deps);
  await runJobs();

  expect((await request("GET", url)).body).toMatchObject({ status: "ready", sha256: digest(text, "hex") });
});

async function* chunks(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

test.each([
  ["no length", {}],
  ["a length of none", { "upload-length": "0" }],
  ["a length to be told later", { "upload-length": "5", "upload-defer-length": "1" }],
  ["a part of a whole", { "upload-length": "5", "upload-concat": "partial" }],
  ["metadata that is no base64", { "upload-length": "5", "upload-metadata": "filename ä" }],
  ["a name that leads outside", { "upload-length": "5", "upload-metadata": metadata("..") }],
])("a creation with %s is refused", async (_what, headers) => {
  expect(await request("POST", "/v1/uploads", undefined, { ...TUS, ...headers })).toMatchObject({
    status: 400,
  });
});

test("another version of the protocol is refused, and the response names the supported one", async () => {
  const other = { "tus-resumable": "0.2.2", "upload-length": "5" };

  const refused = { status: 412, headers: { ...TUS, "tus-version": "1.0.0" } };
  expect(await request("POST", "/v1/uploads", undefined, other)).toMatchObject(refused);
  expect(await request("GET", await givenUpload(), undefined, other)).toMatchObject(refused);
});

test("OPTIONS lists the supported features, and a file over 5 GiB is refused", async () => {
  expect(await request("OPTIONS", "/v1/uploads")).toMatchObject({
    status: 204,
    headers: { "tus-version": "1.0.0", "tus-extension": expect.stringContaining("checksum") },
  });
  const headers = { ...TUS, "upload-length": String(5 * 1024 ** 3 + 1) };
  expect(await request("POST", "/v1/uploads", undefined, headers)).toMatchObject({ status: 413 });
});

test("pieces and requests for the offset do not count against the rate limit", async () => {
  const { key } = await service.givenAccount("starter");
  const asStarter = service.requestWith(key);
  const headers = { ...TUS, "upload-length": String(text.length) };
  const url = String((await asStarter("POST", "/v1/uploads", undefined, headers)).headers.location);

  await asStarter("HEAD", url, undefined, TUS);
  const last = await asStarter("PATCH", url, text, { ...PIECE, "upload-offset": "0" });

  expect(last).toMatchObject({ status: 204, headers: { "x-ratelimit-remaining": "59" } });
});

async function givenAnnounced(extra = {}): Promise<{ id: string; put: string }> {
  const body = { filename: "a.txt", content_type: "text/plain", size_bytes: text.length, ...extra };
  const created = await request("POST", "/v1/uploads", body);
  expect(created).toMatchObject({ status: 201, body: { status: "pending", upload_method: "PUT" } });
  const { pathname, search } = new URL(created.body.upload_url);
  return { id: created.body.id, put: `${pathname}${search}` };
}

const put = (url: string, bytes: Buffer) =>
  service.anonymous("PUT", url, bytes, { "content-type": "text/plain" });

test("a file is sent to a signed URL without a key, and keeps its path", async () => {
  const filename = "street/a.txt";
  const { id, put: url } = await givenAnnounced({
    filename,
    sha256: digest(text, "hex"),
    metadata: { a: "b" },
  });

  expect(await put(url, text)).toMatchObject({ status: 204 });
  await runJobs();

  expect((await request("GET", `/v1/uploads/${id}`)).body).toMatchObject({
    ...{ status: "ready", upload_url: null, metadata: { a: "b" } },
    files: [{ filename, sha256: digest(text, "hex") }],
  });
  expect(await put(url, text)).toMatchObject({ status: 409 });
});

test.each([
  { "content-type": "application/json" },
  { "content-type": "multipart/form-data; boundary=x" },
  {},
])("a signed URL takes the bytes as they are, with the headers %j", async (headers) => {
  const { put: url } = await givenAnnounced({ sha256: digest(text, "hex") });

  expect(await service.anonymous("PUT", url, text, headers)).toMatchObject({ status: 204 });
});

test("a signed URL accepts exactly the announced number of bytes", async () => {
  const { id, put: url } = await givenAnnounced({ sha256: digest(text, "hex") });
  const other = Buffer.from(text).fill("x");

  expect(await put(url, text.subarray(1))).toMatchObject({ status: 400 });
  expect(await put(url, Buffer.concat([text, text]))).toMatchObject({ status: 413 });
  expect(await put(url, other)).toMatchObject({ status: 422, body: { error: "checksum_mismatch" } });
  expect((await request("GET", `/v1/uploads/${id}`)).body.offset).toBe(0);
  expect(await put(url, text)).toMatchObject({ status: 204 });
});

test("a signed URL is valid for one upload and one hour", async () => {
  const { put: url } = await givenAnnounced();
  const { id } = await givenAnnounced();

  expect(await put(url.replace(/upl_\w+/, id), text)).toMatchObject({ status: 403 });
  await request("DELETE", new URL(url, origin).pathname.replace("/content", ""));
  expect(await put(url, text)).toMatchObject({ status: 404 });
  advance(3_600_001);
  expect(await put(url, text)).toMatchObject({ status: 403 });
});

test("a signed URL in use by another request is locked, and an expired upload is gone", async () => {
  const { id, put: url } = await givenAnnounced();
  const { sending } = await begunPatch(`/v1/uploads/${id}`, 0, text.subarray(0, 7));

  expect(await put(url, text)).toMatchObject({ status: 423 });

  sending.destroy();
  await untilHolds(async () => expect((await request("GET", `/v1/uploads/${id}`)).body.offset).toBe(7));
  await db.updateTable("uploads").set({ status: "expired" }).where("id", "=", id).execute();
  expect(await put(url, text)).toMatchObject({ status: 410 });
});

test.each([
  ["no filename", { filename: undefined }],
  ["files too", { files: [{ filename: "b.txt", text: "b" }] }],
  ["a size of none", { size_bytes: 0 }],
  ["a name that leads out", { filename: "../a.txt" }],
])("an announcement with %s is refused", async (_what, extra) => {
  const body = { filename: "a.txt", size_bytes: 5, ...extra };

  expect(await request("POST", "/v1/uploads", body)).toMatchObject({ status: 400 });
});

test("pieces without a valid key have the same rate limit as other such requests", async () => {
  advance(60_000);
  const statuses: number[] = [];
  for (let n = 0; n < 61; n += 1) {
    const { status } = await service.anonymous("PATCH", "/v1/uploads/upl_x", text, {
      ...PIECE,
      "upload-offset": "0",
    });
    statuses.push(status);
  }

  expect(statuses.filter((status) => status === 401)).toHaveLength(60);
  expect(statuses.at(-1)).toBe(429);
});
