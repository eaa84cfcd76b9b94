import { utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { startService } from "../../test/service.ts";
import { blobPath, sendRaw, traces } from "../../test/upload-bodies.ts";
import { directPart } from "./lease.ts";
import { sweepBlobs, sweepUploads } from "./sweep.ts";

const service = await startService();
const { request, deps, advance } = service;
const DAY_MS = 24 * 3_600_000;
const list = `{"text":"a"}\n${" ".repeat(1024 * 1024)}`;

/** Dates a blob by the service's clock instead of the disk's. */
async function aged(sha256: string, ms: number): Promise<void> {
  const time = new Date(deps.now().getTime() - ms);
  await utimes(blobPath(deps.config, sha256), time, time);
}

test("an upload that is not finished within seven days expires and loses its bytes", async () => {
  const before = await traces(service);
  const { body } = await sendRaw(request, "a.jsonl", list);

  advance(7 * DAY_MS - 1);
  await sweepUploads(deps);
  expect(await request("GET", `/v1/uploads/${body.id}`)).toMatchObject({ body: { status: "processing" } });
  advance(1);
  await sweepUploads(deps);

  expect(await request("GET", `/v1/uploads/${body.id}`)).toMatchObject({ body: { status: "expired" } });
  expect(await traces(service)).toEqual({ ...before, uploads: before.uploads + 1 });
});

test("an upload that is ready never expires", async () => {
  const { body } = await sendRaw(request, "a.txt", "ready");

  advance(400 * DAY_MS);
  await sweepUploads(deps);

  expect(await request("GET", `/v1/uploads/${body.id}`)).toMatchObject({ body: { status: "ready" } });
});

test("bytes without a row are removed after a day; those of files and waiting uploads stay", async () => {
  const { body: ready } = await sendRaw(request, "b.txt", "has a row");
  const { body: waiting } = await sendRaw(request, "b.jsonl", list);
  const orphan = await deps.blobs.receive(Readable.from([Buffer.from("has none")]), 100);
  const all = [ready.sha256, waiting.sha256, orphan.sha256];
  const sweep = async () => {
    for (const sha256 of all) await sweepBlobs(deps, Number.parseInt(sha256.slice(0, 2), 16));
    return Promise.all(all.map((sha256) => deps.blobs.exists(sha256)));
  };

  for (const sha256 of all) await aged(sha256, DAY_MS - 1000);
  expect(await sweep()).toEqual([true, true, true]);
  for (const sha256 of all) await aged(sha256, DAY_MS + 1000);
  expect(await sweep()).toEqual([true, true, false]);
});

const HOUR_MS = 3_600_000;

/** A part of an upload that was stored some time ago. */
async function givenPart(name: string, ms: number): Promise<string> {
  const path = join(deps.config.dataDir, "blobs", "unfinished", name);
  await writeFile(path, "bytes");
  const time = new Date(deps.now().getTime() - ms);
  await utimes(path, time, time);
  return name;
}

const announce = async () =>
  (await request("POST", "/v1/uploads", { filename: "a.txt", size_bytes: 5 })).body.id as string;

test("what was sent for an upload that is over is removed after two hours, and what open ones have stays", async () => {
  const [open, deleted] = [await announce(), await announce()];
  await request("DELETE", `/v1/uploads/${deleted}`);
  const kept = [
    await givenPart(directPart(open), 6 * HOUR_MS),
    await givenPart(directPart(deleted), 2 * HOUR_MS - 1_000),
  ];
  const over = await givenPart(`${deleted}.lost`, 2 * HOUR_MS + 1_000);
  const older = await givenPart("upl_of_no_row", 2 * HOUR_MS + 1_000);

  await sweepUploads(deps);

  const sizes = (names: readonly string[]) => Promise.all(names.map(deps.blobs.unfinished.findSize));
  expect(await sizes(kept)).toEqual([5, 5]);
  expect(await sizes([over, older])).toEqual([undefined, undefined]);
});

test("a complete upload whose bytes are lost does not stop the sweep", async () => {
  const id = await announce();
  const lost = { unfinished: JSON.stringify([{ name: `${id}.lost`, bytes: 5 }]), received_bytes: 5 };
  await deps.db
    .updateTable("uploads")
    .set({ ...lost, status: "uploading" })
    .where("id", "=", id)
    .execute();
  const over = await givenPart("upl_over", 6 * HOUR_MS);
  advance(120_000);

  await sweepUploads(deps);

  expect(await deps.blobs.unfinished.findSize(over)).toBeUndefined();
});
