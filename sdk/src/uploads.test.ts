import { createHash, randomBytes } from "node:crypto";
import { mkdir, mkdtemp, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startService } from "@assay/server/test/service.ts";
import { givenImage } from "@assay/server/test/upload-bodies.ts";
import { afterAll, expect, test } from "vitest";
import { type Happening, startProxy } from "../test/proxy.ts";
import { Assay, UploadError, type UploadProgress } from "./index.ts";

const service = await startService();
const origin = await service.app.listen({ port: 0, host: "127.0.0.1" });
const folder = await mkdtemp(join(tmpdir(), "assay-sdk-uploads-"));
afterAll(() => rm(folder, { recursive: true }));

/** The service's jobs run here, as they would in its worker. */
const working = setInterval(() => void service.runJobs().catch(() => undefined), 100);
afterAll(() => clearInterval(working));

async function behind(...happenings: readonly Happening[]) {
  const proxy = await startProxy(origin, ...happenings);
  return { proxy, client: new Assay({ baseUrl: proxy.url, apiKey: service.key }) };
}

/** Lines of text, of three pieces together, with other content in each test. */
async function givenFile(name: string, lines = 22): Promise<string> {
  const path = join(folder, name);
  const texts = Array.from({ length: lines }, () =>
    JSON.stringify({ text: randomBytes(450_000).toString("hex") }),
  );
  await writeFile(path, texts.join("\n"));
  return path;
}

function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

test("a file is sent in pieces, and ready with its digest and what was said of it", async () => {
  const { proxy, client } = await behind();
  const path = await givenFile("whole.jsonl");
  const told: number[] = [];

  const upload = await client.uploads.fromFile(path, {
    metadata: { sensor: "cam2" },
    onProgress: ({ sent_bytes }) => told.push(sent_bytes),
  });

  expect(upload).toMatchObject({
    status: "ready",
    filename: "whole.jsonl",
    file_count: 1,
    metadata: { sensor: "cam2" },
  });
  const bytes = await readFile(path);
  expect(upload.sha256).toBe(sha256(bytes));
  const pieces = proxy.seen.filter(({ method }) => method === "PATCH").map(({ bytes }) => bytes);
  expect(pieces).toEqual([8_388_608, 8_388_608, bytes.length - 2 * 8_388_608]);
  expect(told).toEqual([0, 8_388_608, 16_777_216, bytes.length]);
});

test("pieces that fail in every way are sent from where the service has the bytes", async () => {
  const locked = { status: 423, error: "locked" };
  const { proxy, client } = await behind("pass", "pass", "pass", "lose", "pass", locked, "pass", "reset");
  const path = await givenFile("broken.jsonl");

  const upload = await client.uploads.fromFile(path);

  expect(upload.sha256).toBe(sha256(await readFile(path)));
  const offsets = proxy.seen
    .filter(({ method }) => method === "PATCH")
    .map(({ headers }) => Number(headers["upload-offset"]));
  expect(offsets).toEqual([0, 8_388_608, 8_388_608, 8_388_608, 16_777_216]);
});

test("the same call continues an upload that broke off, and returns it again once it is complete", async () => {
  const { proxy, client } = await behind();
  const path = await givenFile("resumed.jsonl");
  const leaving = new AbortController();
  let id: string | undefined;
  const stop = ({ upload_id, sent_bytes }: UploadProgress) => {
    id = upload_id;
    if (sent_bytes > 0) leaving.abort(new Error("the process ends"));
  };
  await expect(client.uploads.fromFile(path, { signal: leaving.signal, onProgress: stop })).rejects.toThrow(
    "the process ends",
  );
  const before = proxy.seen.length;

  const upload = await client.uploads.fromFile(path);
  const again = await client.uploads.fromFile(path);

  expect([upload.id, again.id]).toEqual([id, id]);
  const pieces = proxy.seen.slice(before).filter(({ method }) => method === "PATCH");
  expect(pieces.map(({ headers }) => headers["upload-offset"])).toEqual(["8388608", "16777216"]);
});

test("a file that was changed, or whose upload was deleted, is a new upload", async () => {
  const { client } = await behind();
  const path = await givenFile("changed.jsonl", 1);
  const first = await client.uploads.fromFile(path);
  await client.uploads.delete(first.id);
  const second = await client.uploads.fromFile(path);
  await writeFile(path, '{"text": "other"}');
  const third = await client.uploads.fromFile(path);

  expect(new Set([first.id, second.id, third.id]).size).toBe(3);
});

test("a Blob is uploaded, and continues by its id", async () => {
  const { client } = await behind();
  const bytes = await readFile(await givenFile("blob.jsonl"));
  const leaving = new AbortController();
  let id = "";
  const stop = ({ upload_id, sent_bytes }: UploadProgress) => {
    id = upload_id;
    if (sent_bytes > 0) leaving.abort(new Error("the page is closed"));
  };
  const file = new File([bytes], "chosen.jsonl");
  await expect(client.uploads.fromBlob(file, { signal: leaving.signal, onProgress: stop })).rejects.toThrow(
    "the page is closed",
  );

  const upload = await client.uploads.fromBlob(file, { resume: id });

  expect(upload).toMatchObject({ id, status: "ready", filename: "chosen.jsonl", sha256: sha256(bytes) });
});

test("a file that the service cannot process is an UploadError, and is sent anew when it is tried again", async () => {
  const { client } = await behind();
  const path = join(folder, "lines.jsonl");
  await writeFile(path, '{"text": "a"}\nno JSON\n');

  const failed = await client.uploads.fromFile(path).catch((error) => error);
  expect(failed).toBeInstanceOf(UploadError);
  expect(failed.message).toContain("line 2");
  const again = await client.uploads.fromFile(path).catch((error) => error);
  expect(again.upload.id).not.toBe(failed.upload.id);
  const skipping = await client.uploads.fromFile(path, { on_error: "skip" });
  expect(skipping).toMatchObject({ status: "ready", file_count: 1, skipped: 1 });
});

test("a folder is uploaded with the paths in it, and its journal leaves out what was uploaded before", async () => {
  const { proxy, client } = await behind();
  const street = join(folder, "street");
  await mkdir(join(street, "a/b"), { recursive: true });
  for (const name of ["1.txt", "a/2.txt", "a/b/3.txt", ".hidden.txt"])
    await writeFile(join(street, name), name);
  const large = `${JSON.stringify({ text: "x".repeat(600_000) })}\n`.repeat(2);
  await writeFile(join(street, "large.jsonl"), large);
  const journal = join(folder, "street.jsonl");
  const told: number[] = [];
  const onProgress = ({ sent_files }: { sent_files: number }) => told.push(sent_files);

  const first = await client.uploads.fromFolder(street, { journal, onProgress });
  expect(first).toMatchObject({ file_count: 4, size_bytes: large.length + "1.txta/2.txta/b/3.txt".length });
  expect(told.at(-1)).toBe(4);
  const names: string[] = [];
  for (const id of first.upload_ids) {
    for await (const { filename } of client.uploads.listFiles(id)) names.push(filename);
  }
  expect(names.toSorted()).toEqual(["1.txt", "a/2.txt", "a/b/3.txt", "large.jsonl"]);

  await writeFile(join(street, "4.txt"), "new");
  await writeFile(journal, '{"upload_id": "upl_cut', { flag: "a" });
  await utimes(join(street, "1.txt"), 1, 1); // as if it was changed
  const sent = proxy.seen.length;
  const second = await client.uploads.fromFolder(street, { journal });

  expect(second).toMatchObject({ file_count: 2, size_bytes: "new1.txt".length });
  expect(second.upload_ids).toEqual([...first.upload_ids, expect.stringMatching(/^upl_/)]);
  const third = await client.uploads.fromFolder(street, { journal });
  expect(third).toMatchObject({ file_count: 0, upload_ids: second.upload_ids });
  expect(proxy.seen.slice(sent).filter(({ method }) => method === "POST")).toHaveLength(1);
});

test("small files whose upload a killed process did not note are found again, not stored twice, until it is deleted", async () => {
  const { client } = await behind();
  const many = join(folder, "many");
  await mkdir(many);
  for (let n = 0; n < 5; n += 1) await writeFile(join(many, `${n}.txt`), `${n}`.repeat(900_000)); // four go together
  const journal = join(folder, "many.jsonl");
  const first = await client.uploads.fromFolder(many, { journal, concurrency: 1 });
  expect(first.upload_ids).toHaveLength(2);
  const [, last = ""] = (await readFile(journal, "utf8")).split("\n");
  await writeFile(journal, `${last}\n`);

  const second = await client.uploads.fromFolder(many, { journal });
  expect(second).toMatchObject({ upload_ids: first.upload_ids.toReversed(), file_count: 4 });

  await client.uploads.delete(first.upload_ids[1] ?? "");
  const { upload_ids } = await client.uploads.fromFolder(many, { concurrency: 1 });
  expect(upload_ids[0]).toBe(first.upload_ids[0]);
  expect(first.upload_ids).not.toContain(upload_ids[1]);
});

test("a broken image among others is named; the others are stored if it is skipped", async () => {
  const { client } = await behind();
  const photos = join(folder, "photos");
  await mkdir(photos);
  const image = await givenImage("jpeg", 200, 100);
  for (const name of ["a.jpg", "c.jpg"]) await writeFile(join(photos, name), image);
  await writeFile(join(photos, "b.jpg"), image.subarray(0, image.length / 2));

  await expect(client.uploads.fromFolder(photos)).rejects.toThrow("b.jpg");
  const { upload_ids } = await client.uploads.fromFolder(photos, { on_error: "skip" });
  expect(await client.uploads.get(upload_ids[0] ?? "")).toMatchObject({ file_count: 2, skipped: 1 });
});

test("a folder's first fault ends it, and a signal does", async () => {
  const { client } = await behind();
  const bad = join(folder, "bad");
  await mkdir(bad);
  await writeFile(join(bad, "a.jsonl"), "no JSON\n");
  await expect(client.uploads.fromFolder(bad)).rejects.toThrow("a.jsonl");

  const signal = AbortSignal.abort(new Error("not now"));
  await expect(client.uploads.fromFolder(bad, { signal })).rejects.toThrow("not now");
});
