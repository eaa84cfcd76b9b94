import { Readable } from "node:stream";
import { buffer, text } from "node:stream/consumers";
import { expect, inject, test } from "vitest";
import { storageUrl } from "../../../test/s3.ts";
import { startFaultyS3 } from "../../../test/s3-faults.ts";
import { startService } from "../../../test/service.ts";
import { untilHolds } from "../../../test/until.ts";
import { sendRaw } from "../../../test/upload-bodies.ts";
import { processUpload } from "../../uploads/process.ts";
import { parseStorageUrl } from "../storage-url.ts";
import { openBlobs } from "./open.ts";

const direct = inject("s3");
const s3 = await startFaultyS3(direct.endpoint);
const url = storageUrl({ ...direct, endpoint: s3.endpoint }, "outages");
const blobs = await openBlobs(parseStorageUrl(url));
const large = Buffer.alloc(20 * 1024 * 1024, "0123456789abcdef-");
const from = (...chunks: Buffer[]): Readable => Readable.from(chunks);

test("a part whose connection is cut, and one that is throttled, are sent again", async () => {
  s3.cutRequest({ method: "PUT", url: "partNumber=2" }, 100_000);
  s3.slowDown({ method: "PUT", url: "partNumber=1", times: 2 });

  const { sha256 } = await blobs.receive(from(large), large.length);

  expect((await buffer(blobs.open(sha256))).equals(large)).toBe(true);
  const parts = s3.requests.filter((request) => request.includes("partNumber=2"));
  expect(parts.length).toBe(2);
});

test("a read that breaks off goes on where it was", async () => {
  const { sha256 } = await blobs.receive(from(large), large.length);
  s3.cutResponse({ method: "GET", url: sha256, times: 2 }, 1_000_000);

  expect((await buffer(blobs.open(sha256))).equals(large)).toBe(true);
  expect(
    (await buffer(blobs.open(sha256, { start: 5, end: 4_000_004 }))).equals(large.subarray(5, 4_000_005)),
  ).toBe(true);
});

test("a reader that stops early closes its connection at once, even if the store is silent", async () => {
  const { sha256 } = await blobs.receive(from(large), large.length);
  const release = s3.holdResponse({ method: "GET", url: sha256 }, 1_000);
  const stream = blobs.open(sha256);
  await new Promise((resolve) => stream.once("data", resolve));

  stream.destroy();

  await untilHolds(() => expect(stream.closed).toBe(true));
  release();
});

test("a request gets 503 with Retry-After while the store is down; afterwards it succeeds, and nothing is half done", async () => {
  const service = await startService({ blobs });
  await s3.refuse();

  const refused = await sendRaw(service.request, "a.txt", "some text");
  expect(refused).toMatchObject({ status: 503, body: { error: "service_unavailable" } });
  expect(refused.headers["retry-after"]).toBe("5");
  expect(await service.anonymous("GET", "/readyz")).toMatchObject({
    status: 200,
    body: { status: "degraded", checks: { storage: "failed" } },
  });
  expect((await service.request("GET", "/v1/uploads")).body.data).toEqual([]);
  await s3.accept();

  const { status, body } = await sendRaw(service.request, "a.txt", "some text");
  expect(status).toBe(201);
  expect(await text(blobs.open(body.sha256))).toBe("some text");
});

test("a store that does not answer a deletion keeps no connection to the database from other requests", async () => {
  const service = await startService({ blobs });
  const { request, runJobs } = service;
  const names = Array.from({ length: 14 }, (_, nth) => `${nth}.txt`);
  const project = await request("POST", "/v1/projects", { annotation_type: "text_classification" });
  const exports = await Promise.all(
    names.map(async (name) => {
      const upload = await sendRaw(request, name, `text ${name}`);
      const sent = { project_id: project.body.id, upload_ids: [upload.body.id] };
      const batch = await request("POST", "/v1/batches", sent);
      return request("POST", "/v1/exports", { batch_id: batch.body.id, include: "all_answers" });
    }),
  );
  await runJobs();
  const release = s3.holdResponse({ method: "POST", url: "delete", times: names.length }, 0);

  const deleted = exports.map(({ body }) => request("DELETE", `/v1/exports/${body.id}`));
  await untilHolds(async () => {
    expect((await request("GET", "/v1/exports")).body.data).toEqual([]);
  });
  release();

  expect((await Promise.all(deleted)).map(({ status }) => status)).toEqual(names.map(() => 204));
});

test("a job waits for a store that is down, and then does its work", async () => {
  const service = await startService({ blobs });
  const lines = `{"text":"a"}\n${" ".repeat(1024 * 1024)}`;
  const { body } = await sendRaw(service.request, "a.jsonl", lines);
  expect(body.status).toBe("processing");

  await s3.refuse();
  await expect(
    processUpload(service.deps, { account_id: service.accountId, upload_id: body.id }),
  ).rejects.toMatchObject({
    code: "service_unavailable",
  });
  await s3.accept();
  await service.runJobs();

  expect((await service.request("GET", `/v1/uploads/${body.id}`)).body.status).toBe("ready");
});

test.each([
  ["bucket", (given: string) => given.replace("assay-test", "no-such-bucket"), /no bucket no-such-bucket/],
  [
    "region",
    (given: string) => given.replace("us-east-1", "eu-west-1"),
    /region: the bucket assay-test is not in eu-west-1/,
  ],
  [
    "endpoint",
    (given: string) =>
      given.replace(encodeURIComponent(s3.endpoint), encodeURIComponent("http://127.0.0.1:1")),
    /endpoint: http:\/\/127.0.0.1:1 does not respond \(ECONNREFUSED\)/,
  ],
])("a wrong %s is refused at the start with a sentence that names it", async (_name, change, sentence) => {
  const fault = await openBlobs(parseStorageUrl(change(url))).catch((thrown: unknown) => thrown);
  expect(String(fault)).toMatch(sentence);
  expect(String(fault)).toMatch(/^Error: ASSAY_STORAGE_URL: /);
});

test.each([
  ["AWS_ACCESS_KEY_ID", /does not know the access key: set AWS_ACCESS_KEY_ID/],
  ["AWS_SECRET_ACCESS_KEY", /the secret does not belong to the access key: set AWS_SECRET_ACCESS_KEY/],
])("a wrong %s is refused at the start", async (name, sentence) => {
  const right = process.env[name];
  process.env[name] = "wrong";
  try {
    await expect(openBlobs(parseStorageUrl(url))).rejects.toThrow(sentence);
  } finally {
    process.env[name] = right;
  }
});
