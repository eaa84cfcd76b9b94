import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { afterAll, expect, test } from "vitest";
import { startService } from "../../../test/service.ts";
import { diskBlobs, pathOf } from "./disk.ts";
import { withFallback } from "./fallback.ts";
import { moveBlobs } from "./move.ts";

const folder = await mkdtemp(join(tmpdir(), "assay-move-"));
afterAll(() => rm(folder, { recursive: true }));
const [from, to] = [await diskBlobs(join(folder, "from")), await diskBlobs(join(folder, "to"))];
const { db, deps, request, runJobs } = await startService({ blobs: from });
const moving = withFallback(to, from);
const chunks = (content: string): Readable => Readable.from([Buffer.from(content)]);

async function givenFile(content: string): Promise<string> {
  const files = [{ filename: "a.txt", text: content }];
  const { status, body } = await request("POST", "/v1/uploads", { files });
  expect(status).toBe(201);
  await runJobs();
  return body.files[0].sha256;
}

test("a move copies what rows name, tells of damage, and copies only what is missing when it is repeated", async () => {
  const [one, two] = [await givenFile("one"), await givenFile("two")];
  const unnamed = await from.receive(chunks("named by no row"), 100);
  await writeFile(pathOf(join(folder, "from"), two), "twö");

  expect(await moveBlobs(db, from, to)).toEqual({ blobs: 2, copied: 1, bytes: 3, damaged: [two] });
  expect(await text(to.open(one))).toBe("one");
  expect([await to.exists(two), await to.exists(unnamed.sha256)]).toEqual([false, false]);
  expect(await readdir(join(folder, "to", "incoming"))).toEqual([]);

  await writeFile(pathOf(join(folder, "from"), two), "two");
  expect(await moveBlobs(db, from, to)).toEqual({ blobs: 2, copied: 1, bytes: 3, damaged: [] });
  expect(await moveBlobs(db, from, to)).toEqual({ blobs: 2, copied: 0, bytes: 0, damaged: [] });
});

test("during a move blobs are read from either store, stored in the new one and removed from both", async () => {
  const { sha256, size_bytes } = await from.receive(chunks("only in the old store"), 100);

  expect(await text(moving.open(sha256, { start: 5, end: 6 }))).toBe("in");
  expect(await text(moving.kept({ sha256, size_bytes }).open())).toBe("only in the old store");
  expect([await moving.findSize(sha256), await moving.exists("0".repeat(64))]).toEqual([21, false]);

  const stored = await moving.receive(chunks("new"), 100);
  expect([await to.exists(stored.sha256), await from.exists(stored.sha256)]).toEqual([true, false]);
  await to.receive(chunks("only in the old store"), 100);
  await moving.remove([sha256]);
  expect([await to.exists(sha256), await from.exists(sha256)]).toEqual([false, false]);
});

test("an upload that began in the old store is received to its end, and stored in the new one", async () => {
  const record = async (): Promise<void> => undefined;
  const { parts } = await from.unfinished.append(
    { name: "upl_a", parts: [] },
    chunks("begun, "),
    100,
    record,
  );

  const whole = await moving.unfinished.append({ name: "upl_a", parts }, chunks("ended"), 100, record);
  const staged = await moving.unfinished.stage(whole.parts);
  await moving.keep([staged]);
  await moving.unfinished.drop(whole.parts);

  expect(await text(to.open(staged.sha256))).toBe("begun, ended");
  expect(await readdir(join(folder, "from", "unfinished"))).toEqual([]);
  expect(deps.blobs).toBe(from);
});
