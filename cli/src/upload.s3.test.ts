import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Assay } from "@assay/sdk/assay.ts";
import { openBlobs } from "@assay/server/src/platform/blobs/open.ts";
import { parseStorageUrl } from "@assay/server/src/platform/storage-url.ts";
import { storageUrl } from "@assay/server/test/s3.ts";
import { startService } from "@assay/server/test/service.ts";
import { afterAll, expect, inject, onTestFinished, test } from "vitest";
import { startProxy } from "../../sdk/test/proxy.ts";

const MiB = 1024 * 1024;
const folder = await mkdtemp(join(tmpdir(), "assay-upload-s3-"));
afterAll(() => rm(folder, { recursive: true }));
const path = join(folder, "a.csv");

/** A service whose clients reach the store at `public_endpoint`, the requests that it gets, and a client of it. */
async function given(public_endpoint: string) {
  const options = `&presigned=1&public_endpoint=${encodeURIComponent(public_endpoint)}`;
  const url = storageUrl(inject("s3"), "sdk-upload") + options;
  const service = await startService({ blobs: await openBlobs(parseStorageUrl(url)) });
  const origin = await service.app.listen({ port: 0, host: "127.0.0.1" });
  const working = setInterval(() => void service.runJobs().catch(() => undefined), 100);
  onTestFinished(() => clearInterval(working));
  const { url: baseUrl, seen } = await startProxy(origin);
  const pieces = () => seen.filter(({ method }) => method === "PATCH").length;
  return { client: new Assay({ baseUrl, apiKey: service.key }), pieces };
}

async function givenFile(bytes: number): Promise<string> {
  const content = randomBytes(bytes);
  await writeFile(path, content);
  return createHash("sha256").update(content).digest("hex");
}

const { endpoint } = inject("s3");

test("a file goes straight to the store if it has more than 8 MiB and up to 64, and is ready with its digest", async () => {
  const { client, pieces } = await given(endpoint);
  const sha256 = await givenFile(9 * MiB);
  const told: number[] = [];

  const upload = await client.uploads.fromFile(path, {
    content: "dataset",
    onProgress: ({ sent_bytes }) => told.push(sent_bytes),
  });
  const again = await client.uploads.fromFile(path, { content: "dataset" });

  expect(upload).toMatchObject({ status: "ready", sha256 });
  expect(again.id).toBe(upload.id);
  expect([told[0], told.at(-1), pieces()]).toEqual([0, 9 * MiB, 0]);
  expect(told.length).toBeGreaterThan(5); // as it is read, not only at its ends
  expect(told).toEqual([...new Set(told)].toSorted((a, b) => a - b));
  await givenFile(MiB);
  await client.uploads.fromFile(path, { content: "dataset" });
  expect(pieces()).toBe(1);
  await givenFile(64 * MiB + 1);
  await client.uploads.fromFile(path, { content: "dataset" });
  expect(pieces()).toBe(1 + 9);
});

test("where the store refuses a file, it goes in pieces, and the next one tries the store again", async () => {
  const store = await startProxy(endpoint, 403);
  const { client, pieces } = await given(store.url);
  const sha256 = await givenFile(9 * MiB);

  expect(await client.uploads.fromFile(path, { content: "dataset" })).toMatchObject({
    status: "ready",
    sha256,
  });
  expect([store.seen.length, pieces()]).toEqual([1, 2]);
  await givenFile(9 * MiB);
  await client.uploads.fromFile(path, { content: "dataset" });
  expect(store.seen.length).toBe(2);
});

test("a store without an answer is tried once by a client, whose files go in pieces", async () => {
  const store = await startProxy(endpoint, "reset");
  const { client, pieces } = await given(store.url);

  for (const expected of [2, 4]) {
    const sha256 = await givenFile(9 * MiB);
    const upload = await client.uploads.fromFile(path, { content: "dataset" });
    expect([upload.sha256, pieces(), store.seen.length]).toEqual([sha256, expected, 1]);
  }
});

test("a file whose bytes were damaged on the way to the store goes in pieces", async () => {
  const { client, pieces } = await given(endpoint);
  const sha256 = await givenFile(9 * MiB);
  const realFetch = globalThis.fetch;
  onTestFinished(() => {
    globalThis.fetch = realFetch;
  });
  globalThis.fetch = (input, init) =>
    realFetch(input, init?.method === "PUT" ? { ...init, body: new Uint8Array(9 * MiB) } : init);

  const upload = await client.uploads.fromFile(path, { content: "dataset" });

  expect([upload.sha256, upload.status, pieces()]).toEqual([sha256, "ready", 2]);
});
