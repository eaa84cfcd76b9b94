import { createHash } from "node:crypto";
import { once } from "node:events";
import { request as httpRequest } from "node:http";
import type { AddressInfo } from "node:net";
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { startService } from "../../../test/service.ts";
import { untilHolds } from "../../../test/until.ts";
import { sendRaw } from "../../../test/upload-bodies.ts";
import { hashApiKey } from "../../platform/auth/keys.ts";
import { newId } from "../../platform/ids.ts";
import { contentUrl } from "../content-url.ts";

const service = await startService();
const { app, request, anonymous, deps, db, advance, accountId, givenAccount } = service;

const content = "0123456789 äöü";
const bytes = Buffer.from(content);
const digest = createHash("sha256").update(bytes).digest();
const etag = `"sha256-${digest.toString("hex")}"`;
const upload = (await sendRaw(request, "dir %22 ü.txt", bytes)).body;
const file_id: string = upload.files[0].id;
const url = (id = file_id): string => contentUrl(deps, id).replace(deps.config.baseUrl, "");
const get = (headers: Record<string, string> = {}) => anonymous("GET", url(), undefined, headers);

test("a file has its description and the URL of its bytes", async () => {
  const { body } = await request("GET", `/v1/files/${file_id}`);

  expect(body).toEqual({
    id: file_id,
    upload_id: upload.id,
    filename: "dir %22 ü.txt",
    content_type: "text/plain",
    size_bytes: bytes.length,
    sha256: digest.toString("hex"),
    width: null,
    height: null,
    duration: null,
    line_count: null,
    status: "ready",
    content_url: expect.stringMatching(
      /^http:\/\/localhost:8080\/v1\/files\/file_\w+\/content\?expires=\d+&signature=/,
    ),
    created_at: "2026-11-21T03:00:00.000Z",
  });
});

test("a signed URL gives the bytes to anybody, and does not count against the rate limit", async () => {
  const before = await anonymous("GET", "/healthz");

  const response = await get();

  expect(response.status).toBe(200);
  expect(response.bytes).toEqual(bytes);
  expect(response.headers).toMatchObject({
    "content-type": "text/plain; charset=utf-8",
    "content-length": String(bytes.length),
    "content-disposition":
      "attachment; filename=\"dir _22 _.txt\"; filename*=UTF-8''dir%20%2522%20%C3%BC.txt",
    "accept-ranges": "bytes",
    etag,
    "last-modified": "Sat, 21 Nov 2026 03:00:00 GMT",
    "repr-digest": `sha-256=:${digest.toString("base64")}:`,
    "cache-control": "private, max-age=3600, immutable",
    "x-content-type-options": "nosniff",
    "x-ratelimit-remaining": before.headers["x-ratelimit-remaining"],
  });
});

test("HEAD returns the same headers without the bytes", async () => {
  const response = await anonymous("HEAD", url());

  const { headers } = await get();
  expect(response.status).toBe(200);
  expect(response.bytes).toHaveLength(0);
  for (const name of ["content-length", "etag", "repr-digest", "accept-ranges", "content-type"]) {
    expect(response.headers[name]).toBe(headers[name]);
  }
});

test("any range that begins in the file returns exactly those bytes", async () => {
  const at = fc.nat({ max: bytes.length - 1 });

  await fc.assert(
    fc.asyncProperty(at, fc.nat({ max: 2 * bytes.length }), async (start, length) => {
      const response = await get({ range: `bytes=${start}-${start + length}` });
      const end = Math.min(start + length, bytes.length - 1);
      expect(response.status).toBe(206);
      expect(response.bytes).toEqual(bytes.subarray(start, end + 1));
      expect(response.headers["content-range"]).toBe(`bytes ${start}-${end}/${bytes.length}`);
      expect(response.headers["repr-digest"]).toBe(`sha-256=:${digest.toString("base64")}:`);
    }),
    { numRuns: 30 },
  );
});

test.each([
  ["bytes=10-", 10],
  ["bytes=-3", bytes.length - 3],
  ["bytes=-999", 0],
])("the range %s goes to the end", async (range, start) => {
  const response = await get({ range });

  expect(response.status).toBe(206);
  expect(response.bytes).toEqual(bytes.subarray(start));
});

test.each(["bytes=0-1,3-4", "bytes=5-2", "bytes=-", "bytes=a-b", "items=0-1"])(
  "%s, which is not a single range, returns the whole file",
  async (range) => {
    expect(await get({ range })).toMatchObject({ status: 200, bytes });
  },
);

test.each([`bytes=${bytes.length}-`, "bytes=999-1000", "bytes=-0"])("%s lies outside", async (range) => {
  const response = await get({ range });

  expect(response).toMatchObject({
    status: 416,
    body: { error: "range_not_satisfiable" },
    headers: { "content-range": `bytes */${bytes.length}`, "x-ratelimit-limit": "60" },
  });
  expect(response.headers.etag).toBeUndefined();
});

test.each([
  [etag, 206],
  ["Sat, 21 Nov 2026 03:00:00 GMT", 206],
  [`W/${etag}`, 200],
  ['"sha256-other"', 200],
  ["Sat, 21 Nov 2026 02:59:59 GMT", 200],
])("a range with If-Range: %s is answered with %i", async (condition, status) => {
  expect(await get({ range: "bytes=0-1", "if-range": condition })).toMatchObject({ status });
});

test.each([
  [{ "if-none-match": etag }, 304],
  [{ "if-none-match": `"a", W/${etag}` }, 304],
  [{ "if-none-match": "*" }, 304],
  [{ "if-none-match": '"other"' }, 200],
  [{ "if-none-match": '"other"', "if-modified-since": "Sat, 21 Nov 2026 03:00:00 GMT" }, 200],
  [{ "if-modified-since": "Sat, 21 Nov 2026 03:00:00 GMT" }, 304],
  [{ "if-modified-since": "Sat, 21 Nov 2026 02:59:59 GMT" }, 200],
  [{ "if-none-match": etag, range: "bytes=999-" }, 304],
])("%j is answered with %i", async (headers: Record<string, string>, status) => {
  for (const method of ["GET", "HEAD"] as const) {
    const response = await anonymous(method, url(), undefined, headers);
    expect(response.status).toBe(status);
    if (status === 304) expect(response.bytes).toHaveLength(0);
    expect(response.headers.etag).toBe(etag);
  }
});

test("a signed URL stays the same for ten minutes and expires within the hour", async () => {
  const signed = url();
  expect(url()).toBe(signed);

  advance(49 * 60_000);
  expect(await anonymous("GET", signed)).toMatchObject({ status: 200 });
  advance(11 * 60_000);
  expect(await anonymous("GET", signed)).toMatchObject({ status: 403, body: { error: "forbidden" } });
  expect(await anonymous("GET", url())).toMatchObject({ status: 200 });
});

test.each([
  ["another signature", () => url().replace(/.$/, (last) => (last === "A" ? "B" : "A"))],
  ["a later expiry", () => url().replace(/expires=\d+/, "expires=9999999999")],
  ["another file", () => url().replace(file_id, newId("file"))],
  ["no signature", () => url().replace(/&.*/, "")],
  ["no expiry", () => url().replace(/expires=\d+&/, "")],
])("a URL with %s is forbidden, also to the owner's key", async (_name, forged) => {
  expect(await anonymous("GET", forged())).toMatchObject({ status: 403, body: { error: "forbidden" } });
  expect(await request("GET", forged())).toMatchObject({ status: 403 });
});

test("a repeated signature is refused in plain words", async () => {
  expect(await anonymous("GET", `${url()}&signature=x`)).toMatchObject({
    status: 400,
    body: { error: "invalid_request", message: "query parameter signature must be a string" },
  });
});

test("without a signature the key decides: none, another's, one that lacks the scope, one that has it", async () => {
  const plain = `/v1/files/${file_id}/content`;
  const key = "a-key-that-may-only-read-projects-0001";
  const shown = { name: "narrow", prefix: "a", last4: "b", created_at: deps.now() };
  await db
    .insertInto("api_keys")
    .values({
      id: newId("key"),
      account_id: accountId,
      hash: hashApiKey(key),
      scopes: ["projects:read"],
      ...shown,
    })
    .execute();

  expect(await anonymous("GET", plain)).toMatchObject({ status: 401 });
  expect(await (await givenAccount()).request("GET", plain)).toMatchObject({ status: 404 });
  expect(await anonymous("GET", plain, undefined, { authorization: `Bearer ${key}` })).toMatchObject({
    status: 403,
    headers: { "www-authenticate": 'Bearer error="insufficient_scope", scope="uploads:read"' },
  });
  expect(await request("GET", plain)).toMatchObject({ status: 200, bytes });
});

test("the signed URL of a deleted file is a 404", async () => {
  const { body } = await sendRaw(request, "gone.txt", "soon gone");
  const signed = url(body.files[0].id);
  await request("DELETE", `/v1/uploads/${body.id}`);

  expect(await anonymous("GET", signed)).toMatchObject({ status: 404 });
});

test("a client that disconnects half-way frees the file", async () => {
  const open = vi.spyOn(deps.blobs, "open");
  const line = `${"x".repeat(999)}\n`;
  const { body } = await sendRaw(
    request,
    "large.jsonl",
    `{"text":"a"}\n${line.replaceAll("x", " ").repeat(8_000)}`,
  );
  await service.runJobs();
  const ready = await request("GET", `/v1/uploads/${body.id}`);
  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as AddressInfo;

  const client = httpRequest({ port, path: url(ready.body.files[0].id) }).end();
  const [response] = await once(client, "response");
  await once(response, "data");
  client.destroy();

  const [stream] = open.mock.results.map(({ value }) => value);
  await untilHolds(() => expect(stream.closed).toBe(true));
});
