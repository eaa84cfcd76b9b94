import { utimes } from "node:fs/promises";
import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { startService } from "../../test/service.ts";
import { blobPath, sendRaw, traces } from "../../test/upload-bodies.ts";
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
