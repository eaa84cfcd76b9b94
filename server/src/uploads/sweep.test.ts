import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { startService } from "../../test/service.ts";
import { writePart } from "../../test/stored.ts";
import { sendRaw, traces } from "../../test/upload-bodies.ts";
import { directPart } from "./lease.ts";
import { sweepBlobs, sweepUploads } from "./sweep.ts";

const service = await startService();
const { request, deps, advance } = service;
advance(1_000 * 24 * 3_600_000); // its uploads do not expire by the store's clock
const DAY_MS = 24 * 3_600_000;
const list = `{"text":"a"}\n${" ".repeat(1024 * 1024)}`;

/** The same service as it is `ms` from now by the store's clock, which dates blobs. */
const later = (ms: number) => ({ ...deps, now: () => new Date(Date.now() + ms) });

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
  const sweep = async (ms: number) => {
    for (const sha256 of all) await sweepBlobs(later(ms), Number.parseInt(sha256.slice(0, 2), 16));
    return Promise.all(all.map((sha256) => deps.blobs.exists(sha256)));
  };

  expect(await sweep(DAY_MS - 60_000)).toEqual([true, true, true]);
  expect(await sweep(DAY_MS + 60_000)).toEqual([true, true, false]);
});

const HOUR_MS = 3_600_000;

/** A part of an upload, stored now. */
async function givenPart(name: string): Promise<string> {
  await writePart(deps, name, Buffer.from("bytes"));
  return name;
}

const announce = async () =>
  (await request("POST", "/v1/uploads", { filename: "a.txt", size_bytes: 5 })).body.id as string;

test("what was sent for an upload that is over is removed after two hours, and what open ones have stays", async () => {
  const [open, deleted] = [await announce(), await announce()];
  await request("DELETE", `/v1/uploads/${deleted}`);
  const waiting = await givenPart(directPart(open));
  const over = [directPart(deleted), `${deleted}.lost`, "upl_of_no_row"];
  for (const name of over) await givenPart(name);
  const sizes = () => Promise.all([waiting, ...over].map(deps.blobs.unfinished.findSize));

  await sweepUploads(later(2 * HOUR_MS - 60_000));
  expect(await sizes()).toEqual([5, 5, 5, 5]);

  await sweepUploads(later(2 * HOUR_MS + 60_000));
  expect(await sizes()).toEqual([5, undefined, undefined, undefined]);
});

test("a complete upload whose bytes are lost does not stop the sweep", async () => {
  const id = await announce();
  const lost = { unfinished: JSON.stringify([{ name: `${id}.lost`, bytes: 5 }]), received_bytes: 5 };
  await deps.db
    .updateTable("uploads")
    .set({ ...lost, status: "uploading", updated_at: new Date(0) })
    .where("id", "=", id)
    .execute();
  const over = await givenPart("upl_over");

  await sweepUploads(later(6 * HOUR_MS));

  expect(await deps.blobs.unfinished.findSize(over)).toBeUndefined();
});
