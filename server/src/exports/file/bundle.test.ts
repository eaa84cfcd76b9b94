import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { givenCertifiedOfType } from "../../../test/given-dataset.ts";
import { startService } from "../../../test/service.ts";
import { stagedNames } from "../../../test/stored.ts";
import { unzip } from "../../../test/unzip.ts";

const service = await startService();
const { request, deps } = service;
const run = promisify(execFile);
const hasSha256sum = await run("sha256sum", ["--version"]).then(
  () => true,
  () => false,
);

const images = await givenCertifiedOfType(service, "object_detection", {
  labels: [{ name: "yes" }, { name: "no" }],
});
const texts = await givenCertifiedOfType(service, "named_entity_recognition", { labels: [{ name: "yes" }] });

/** The files that a certificate adds. */
const CERTIFIED = ["assay-keys.json", "certificate-log.json", "croissant.json", "DATASHEET.md"];

async function bundleOf(batch: { id: string }, query: string): Promise<Map<string, Buffer>> {
  const answer = await request("GET", `/v1/batches/${batch.id}/download?${query}`);
  expect(answer).toMatchObject({ status: 200, headers: { "content-type": "application/zip" } });
  return unzip(answer.bytes);
}

/** The digest of each file in the manifest. */
function manifestOf(files: Map<string, Buffer>): Map<string, string> {
  const lines = String(files.get("manifest.sha256")).trimEnd().split("\n");
  return new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]));
}

test("a bundle holds the data, its records, its audit and its losses", async () => {
  const files = await bundleOf(images, "bundle=true");

  expect([...files.keys()]).toEqual([
    "dataset.jsonl",
    "about.json",
    "audit.csv",
    "population.jsonl",
    ...CERTIFIED,
    "dataset.coco.json",
    "loss.json",
    "manifest.sha256",
    "certificate.dsse.json",
  ]);
  const alone = await request("GET", `/v1/batches/${images.id}/download`);
  expect(files.get("dataset.coco.json")).toEqual(alone.bytes);
  expect(JSON.parse(String(files.get("about.json")))).toMatchObject({
    certified: true,
    batch_id: images.id,
    revision: 1,
    certified_at: "2026-11-21T03:00:00.000Z",
    categories: ["yes", "no"],
  });
});

test("the manifest names every file except itself and the certificate, with its digest", async () => {
  const files = await bundleOf(images, "include=media");

  const digests = [...files]
    .filter(([path]) => !["manifest.sha256", "certificate.dsse.json"].includes(path))
    .map(([path, bytes]) => [path, createHash("sha256").update(bytes).digest("hex")] as const);
  expect(manifestOf(files)).toEqual(new Map(digests));
});

test.skipIf(!hasSha256sum)("sha256sum verifies the manifest, and finds a changed file", async () => {
  const files = await bundleOf(images, "include=media");
  const folder = await mkdtemp(join(tmpdir(), "assay-bundle-"));
  for (const [path, bytes] of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), bytes);
  }

  const options = { cwd: folder };
  const checked = await run("sha256sum", ["--strict", "-c", "manifest.sha256"], options);
  expect(checked.stdout.trimEnd().split("\n")).toHaveLength(files.size - 2);
  await writeFile(join(folder, "audit.csv"), "rank\n");
  const refused = await run("sha256sum", ["-c", "manifest.sha256"], options).catch((fault) => fault);
  expect(refused).toMatchObject({ code: 1, stdout: expect.stringContaining("audit.csv: FAILED") });
  await rm(folder, { recursive: true });
});

test("with media the images have the names that the data gives them", async () => {
  const files = await bundleOf(images, "include=media&format=coco");

  const coco = JSON.parse(String(files.get("dataset.coco.json")));
  expect(coco.images).toHaveLength(3);
  for (const { file_name } of coco.images) {
    expect(files.get(`images/${file_name}`)?.subarray(1, 4).toString()).toBe("PNG");
  }
});

test("with media the text files are unchanged from their upload", async () => {
  const files = await bundleOf(texts, "include=media&format=conll");

  const notes = [...files].filter(([path]) => path.startsWith("texts/"));
  expect(notes.map(([path, bytes]) => [path.replace(/item_\w{26}_/, ""), String(bytes)])).toEqual([
    ["texts/note_1.txt", "Jane 1"],
    ["texts/note_2.txt", "Jane 2"],
    ["texts/note_3.txt", "Jane 3"],
  ]);
});

test("a project whose own format is a zip gets it with the proof that the log has the certificate", async () => {
  const batch = await givenCertifiedOfType(service, "object_detection", {
    labels: [{ name: "yes" }, { name: "no" }],
    export_format: "yolo",
  });
  const files = await bundleOf(batch, "");
  const { log } = JSON.parse(String(files.get("certificate-log.json")));
  expect(JSON.parse(log.entry)).toMatchObject({ type: "certificate", revision: 1 });
});

test("a format of many files is always a zip, with the usual other files", async () => {
  const files = await bundleOf(images, "format=yolo");

  expect([...files.keys()].slice(0, 10)).toEqual([
    "dataset.jsonl",
    "about.json",
    "audit.csv",
    "population.jsonl",
    ...CERTIFIED,
    "data.yaml",
    "items.csv",
  ]);
  expect([...files.keys()].filter((path) => path.startsWith("labels/train/"))).toHaveLength(3);
  expect(JSON.parse(String(files.get("loss.json")))).toMatchObject({ format: "yolo", items: 3 });
});

test("the native format appears only once in its bundle", async () => {
  const files = await bundleOf(texts, "bundle=true&format=jsonl");

  expect([...files.keys()]).toEqual([
    "dataset.jsonl",
    "about.json",
    "audit.csv",
    "population.jsonl",
    ...CERTIFIED,
    "loss.json",
    "manifest.sha256",
    "certificate.dsse.json",
  ]);
  expect(JSON.parse(String(files.get("loss.json")))).toEqual({ format: "jsonl", items: 3, lost: {} });
});

test("no temporary file of a bundle remains", async () => {
  await bundleOf(images, "include=media&format=csv");

  expect(await stagedNames(deps)).toEqual([]);
});
