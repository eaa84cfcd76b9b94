import { createHash, randomBytes } from "node:crypto";
import { expect, inject, test } from "vitest";
import { storageUrl } from "../../test/s3.ts";
import { startFaultyS3 } from "../../test/s3-faults.ts";
import { requestOf, startService } from "../../test/service.ts";
import { buildApp } from "../app.ts";
import { openBlobs } from "../platform/blobs/open.ts";
import { parseStorageUrl } from "../platform/storage-url.ts";
import { endLeasesOfDead, sweepUploads } from "./sweep.ts";

const s3 = inject("s3");
const faulty = await startFaultyS3(s3.endpoint);
const open = (endpoint: string, options = "") =>
  openBlobs(parseStorageUrl(storageUrl({ ...s3, endpoint }, "uploads") + options));
const service = await startService({ blobs: await open(s3.endpoint, "&presigned=1") });
const { advance, anonymous, deps, key, request, runJobs } = service;
/** A second node, which has only the database and the store in common with the first, and a bad way to the store. */
const other = await buildApp({ ...deps, blobs: await open(faulty.endpoint) });
const onOther = requestOf(other, key, []);

const MiB = 1024 * 1024;
const TUS = { "tus-resumable": "1.0.0" };
const digest = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");
const lines = (bytes: number): Buffer => Buffer.from(randomBytes(bytes / 2).toString("hex"));
const text = (bytes: number): Buffer => Buffer.from("a line of text\n".repeat(bytes / 15));

async function givenUpload(length: number): Promise<string> {
  const headers = { ...TUS, "upload-length": String(length), "upload-metadata": `filename ${btoa("a.txt")}` };
  return String((await request("POST", "/v1/uploads", undefined, headers)).headers.location);
}

function patch(send: typeof request, url: string, offset: number, bytes: Buffer) {
  const headers = {
    ...TUS,
    "content-type": "application/offset+octet-stream",
    "upload-offset": String(offset),
  };
  return send("PATCH", url, bytes, headers);
}

const offsetOf = async (url: string) =>
  Number((await request("HEAD", url, undefined, TUS)).headers["upload-offset"]);

async function partsOf(url: string): Promise<number[]> {
  const { unfinished } = await deps.db
    .selectFrom("uploads")
    .select("unfinished")
    .where("id", "=", url.split("/").at(-1) ?? "")
    .executeTakeFirstOrThrow();
  return (unfinished ?? []).map(({ bytes }) => bytes / MiB);
}

test("an upload goes on over any node, in parts of at least 5 MiB except the last", async () => {
  const bytes = lines(22 * MiB);
  const url = await givenUpload(bytes.length);

  expect((await patch(request, url, 0, bytes.subarray(0, 3 * MiB))).status).toBe(204);
  expect(await partsOf(url)).toEqual([3]);
  expect((await patch(onOther, url, 3 * MiB, bytes.subarray(3 * MiB, 6 * MiB))).status).toBe(204);
  expect(await partsOf(url)).toEqual([6]);
  expect((await patch(request, url, 6 * MiB, bytes.subarray(6 * MiB, 21 * MiB))).status).toBe(204);
  expect(await partsOf(url)).toEqual([6, 15]); // an injected body is one chunk, which is stored whole;
  expect((await patch(onOther, url, 21 * MiB, bytes.subarray(21 * MiB))).status).toBe(204);

  expect((await request("GET", url)).body).toMatchObject({ status: "processing", sha256: digest(bytes) });
  expect(await partsOf(url)).toEqual([]);
});

test("while the store is away nothing is counted, and the upload goes on where it was", async () => {
  const bytes = text(150_000);
  const url = await givenUpload(bytes.length);
  await faulty.refuse();
  const refused = await patch(onOther, url, 0, bytes);
  await faulty.accept();

  expect(refused).toMatchObject({ status: 503, body: { error: "service_unavailable" } });
  expect(await offsetOf(url)).toBe(0);
  expect((await patch(onOther, url, 0, bytes)).status).toBe(204);
  expect((await request("GET", url)).body.sha256).toBe(digest(bytes));
});

test("a store that throttles or cuts connections within a part gets each byte once", async () => {
  const bytes = lines(10 * MiB);
  const url = await givenUpload(bytes.length);
  faulty.slowDown({ method: "PUT", url: "unfinished/" });
  faulty.cutRequest({ method: "PUT", url: "unfinished/" }, MiB);
  faulty.cutResponse({ method: "GET", url: "unfinished/" }, MiB);

  const sent = await patch(onOther, url, 0, bytes);

  expect(sent.status).toBe(204);
  expect((await request("GET", url)).body.sha256).toBe(digest(bytes));
});

test("an upload whose node died goes on; once expired, it leaves nothing in the store", async () => {
  const bytes = lines(9 * MiB);
  const url = await givenUpload(bytes.length);
  await patch(request, url, 0, bytes.subarray(0, MiB));
  await deps.db.updateTable("uploads").set({ writer: "dead", writer_until: deps.now() }).execute();
  expect((await patch(onOther, url, MiB, bytes.subarray(MiB, 2 * MiB))).status).toBe(204);
  await endLeasesOfDead(deps);
  const name =
    (
      await deps.db
        .selectFrom("uploads")
        .select("unfinished")
        .where("id", "=", url.split("/").at(-1) ?? "")
        .executeTakeFirstOrThrow()
    ).unfinished?.[0]?.name ?? "";
  expect(await deps.blobs.unfinished.findSize(name)).toBe(2 * MiB);

  advance(7 * 24 * 3_600_000 + 1);
  await sweepUploads(deps);

  expect(await deps.blobs.unfinished.findSize(name)).toBeUndefined();
});

async function givenAnnounced(bytes: Buffer, extra = {}) {
  const { body } = await request("POST", "/v1/uploads", {
    ...{ filename: "a.txt", size_bytes: bytes.length, sha256: digest(bytes) },
    ...extra,
  });
  const send = (sent: Buffer) => fetch(body.upload_url, { method: "PUT", body: new Uint8Array(sent) });
  return { id: String(body.id), send, complete: () => request("POST", `/v1/uploads/${body.id}/complete`) };
}

test("a file goes straight to the store and comes straight from it, whole and in part", async () => {
  const bytes = text(150);
  const { id, send, complete } = await givenAnnounced(bytes);

  expect((await send(bytes)).status).toBe(200);
  expect(await complete()).toMatchObject({ status: 200, body: { status: "processing" } });
  await runJobs();

  const { body } = await request("GET", `/v1/uploads/${id}`);
  expect(body).toMatchObject({ status: "ready", sha256: digest(bytes) });
  const { status, headers } = await request("GET", `/v1/files/${body.files[0].id}/content`);
  expect(status).toBe(307);
  const whole = await fetch(String(headers.location));
  expect(whole.headers.get("content-disposition")).toContain("a.txt");
  expect(await whole.text()).toBe(String(bytes));
  const some = await fetch(String(headers.location), { headers: { range: "bytes=2-5" } });
  expect([some.status, await some.text()]).toEqual([206, "line"]);
  expect((await fetch(String(headers.location).replace("blobs", "unfinished"))).status).toBe(403);
});

test("the store refuses another size, and the service another digest", async () => {
  const bytes = text(150);
  const { send, complete } = await givenAnnounced(bytes);

  expect((await send(bytes.subarray(1))).status).toBe(403);
  expect((await complete()).status).toBe(409);
  expect((await send(Buffer.from(bytes).fill("x"))).status).toBe(200);
  expect(await complete()).toMatchObject({ status: 422, body: { error: "checksum_mismatch" } });
  expect((await complete()).status).toBe(409);

  expect((await send(bytes)).status).toBe(200);
  expect((await complete()).status).toBe(200);
});

test("without the setting everything goes through the service, with ranges", async () => {
  const bytes = text(150);
  const { body } = await request("POST", "/v1/uploads", {
    files: [{ filename: "b.txt", text: String(bytes) }],
  });
  const announced = await onOther("POST", "/v1/uploads", { filename: "a.txt", size_bytes: 7 });
  const url = `/v1/files/${body.files[0].id}/content`;

  expect(new URL(announced.body.upload_url).pathname).toBe(`/v1/uploads/${announced.body.id}/content`);
  const some = await onOther("GET", url, undefined, { range: "bytes=2-5" });
  expect([some.status, String(some.bytes)]).toEqual([206, "line"]);
  expect((await anonymous("GET", url)).status).toBe(401);
});

test("small pieces beside a hundred other requests become parts of 8 MiB, and the file is whole", async () => {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  async function* waiting(): AsyncGenerator<Buffer> {
    await ended;
    yield Buffer.alloc(0);
  }
  const others = Array.from({ length: 100 }, (_, nth) =>
    deps.blobs.unfinished.append({ name: `other-${nth}`, parts: [] }, waiting(), 1, async () => undefined),
  );
  const bytes = lines(20 * MiB);
  const url = await givenUpload(bytes.length);

  for (let at = 0; at < 19 * MiB; at += MiB)
    expect((await patch(request, url, at, bytes.subarray(at, at + MiB))).status).toBe(204);
  expect(await partsOf(url)).toEqual([8, 8, 1, 1, 1]);
  expect((await patch(request, url, 19 * MiB, bytes.subarray(19 * MiB))).status).toBe(204);
  end();
  await Promise.all(others);

  expect((await request("GET", url)).body).toMatchObject({ status: "processing", sha256: digest(bytes) });
  const left = await deps.blobs.unfinished.listSome(new Date(Date.now() + 60_000));
  expect(left.filter((name) => name.startsWith(url.split("/").at(-1) ?? ""))).toEqual([]);
});
