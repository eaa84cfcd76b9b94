import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { givenCertified } from "@assay/server/test/given-dataset.ts";
import { startService } from "@assay/server/test/service.ts";
import { beforeEach, expect, test } from "vitest";
import { type Happening, startProxy } from "../test/proxy.ts";
import { Assay, BatchNotCertifiedError, DigestError } from "./index.ts";

const service = await startService();
const origin = await service.app.listen({ port: 0, host: "127.0.0.1" });
const direct = new Assay({ baseUrl: origin, apiKey: service.key });
const batch = await givenCertified(service);
const text = randomBytes(450_000).toString("hex");
const upload = await direct.uploads.create({ files: [{ filename: "long.txt", text }] });
const file_id = upload.files[0]?.id ?? "";
const sha256 = createHash("sha256").update(text).digest("hex");

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "assay-sdk-downloads-"));
  return () => rm(folder, { recursive: true });
});

async function behind(...happenings: readonly Happening[]) {
  const proxy = await startProxy(origin, ...happenings);
  return { proxy, client: new Assay({ baseUrl: proxy.url, apiKey: service.key }) };
}

test("a dataset, an export and a file are saved with the digest that the service states", async () => {
  const path = join(folder, "dataset.jsonl");
  const saved = await direct.downloads.toFile(batch.id, path, { format: "jsonl" });
  const bytes = await readFile(path);

  expect(saved).toEqual({
    path,
    size_bytes: bytes.length,
    sha256: createHash("sha256").update(bytes).digest("hex"),
  });
  expect(bytes.toString().trim().split("\n")).toHaveLength(12);
  const { id } = await direct.exports.create({ batch_id: batch.id, format: "csv" });
  await service.runJobs();
  await direct.downloads.toFile(id, join(folder, "export.csv"));
  const here = process.cwd();
  process.chdir(folder);
  const named = await direct.downloads.toFile(file_id).finally(() => process.chdir(here));
  expect(named.path).toBe("long.txt");
  expect(await readFile(join(folder, "long.txt"), "utf8")).toBe(text);
  expect((await readdir(folder)).toSorted()).toEqual(["dataset.jsonl", "export.csv", "long.txt"]);
});

test("a download that breaks again and again continues where it ended", async () => {
  const { proxy, client } = await behind("pass", { cut: 300_000 }, "reset", { cut: 500_000 }, 503);
  const told: number[] = [];

  const path = join(folder, "long.txt");
  await client.downloads.toFile(file_id, path, {
    onProgress: ({ received_bytes }) => told.push(received_bytes),
  });

  expect(await readFile(path, "utf8")).toBe(text);
  const ranges = proxy.seen.map(({ headers }) => Number(/^bytes=(\d+)-/.exec(String(headers.range))?.[1]));
  expect(ranges).toEqual(ranges.toSorted((a, b) => a - b));
  expect(ranges.at(-1)).toBeGreaterThan(500_000);
  expect(told.at(-1)).toBe(text.length);
});

test("another call continues what an earlier one left, and bytes of another file do not count", async () => {
  const { proxy, client } = await behind();
  const path = join(folder, "long.txt");
  await writeFile(`${path}.${sha256.slice(0, 16)}.part`, text.slice(0, 700_000));
  await writeFile(`${path}.0123456789abcdef.part`, "of another file");

  await client.downloads.toFile(file_id, path);

  expect(await readFile(path, "utf8")).toBe(text);
  expect(proxy.seen.map(({ headers }) => headers.range)).toEqual(["bytes=0-0", "bytes=700000-"]);
});

test("damaged bytes are refused and removed, so that the next call gets them right", async () => {
  const path = join(folder, "long.txt");
  await writeFile(`${path}.${sha256.slice(0, 16)}.part`, "damaged");

  await expect(direct.downloads.toFile(file_id, path)).rejects.toBeInstanceOf(DigestError);
  expect(await readdir(folder)).toEqual([]);
  await direct.downloads.toFile(file_id, path);
  expect(await readFile(path, "utf8")).toBe(text);
});

test("a signal ends a download, and what has arrived stays for the next call", async () => {
  const { client } = await behind();
  const leaving = new AbortController();
  const onProgress = () => leaving.abort(new Error("enough"));

  const download = client.downloads.toFile(file_id, join(folder, "long.txt"), {
    signal: leaving.signal,
    onProgress,
  });
  await expect(download).rejects.toThrow("enough");
  expect(await readdir(folder)).toEqual([`long.txt.${sha256.slice(0, 16)}.part`]);
});

test("a batch without a certificate, and an id of something else, are refused before a file is made", async () => {
  const open = await direct.batches.create({ project_id: batch.project_id, upload_ids: [upload.id] });

  await expect(direct.downloads.toFile(open.id, join(folder, "x"))).rejects.toBeInstanceOf(
    BatchNotCertifiedError,
  );
  await expect(direct.downloads.toFile("proj_1", join(folder, "x"))).rejects.toThrow("no id of a batch");
  expect(await readdir(folder)).toEqual([]);
});

test("the store that a download is redirected to does not get the key", async () => {
  const store = await startProxy(origin, 404);
  const { client, proxy } = await behind("pass", {
    status: 307,
    headers: { location: `${store.url}/signed` },
  });

  await client.downloads.toFile(file_id, join(folder, "x"), {}).catch(() => undefined);
  // the service itself states the digest, then the store may send the bytes
  const path = `/v1/files/${file_id}/content`;
  expect(proxy.seen.map(({ url }) => url).slice(0, 2)).toEqual([`${path}?redirect=false`, path]);
  expect(store.seen[0]).toMatchObject({ url: "/signed" });
  expect(store.seen[0]?.headers.authorization).toBeUndefined();
  expect(store.seen[0]?.headers.range).toBe("bytes=0-");
});
