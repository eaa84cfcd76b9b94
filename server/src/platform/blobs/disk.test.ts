import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, readdir, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, expect, test } from "vitest";
import { testBlobs } from "../../../test/blobs-suite.ts";
import { diskBlobs, pathOf } from "./disk.ts";
import { openBlobs } from "./open.ts";

const folder = await mkdtemp(join(tmpdir(), "assay-blobs-"));
const blobs = await diskBlobs(folder);
afterAll(() => rm(folder, { recursive: true }));

const sha256 = (content: string): string => createHash("sha256").update(content).digest("hex");
const chunks = (...texts: string[]): Readable => Readable.from(texts.map((each) => Buffer.from(each)));
const noRecord = async (): Promise<void> => undefined;
const staged = (): Promise<string[]> => readdir(join(folder, "incoming"));

testBlobs(blobs, staged);

test("a folder that cannot be made is refused, and not tried forever", async () => {
  await expect(openBlobs({ kind: "folder", folder: "/proc/assay/blobs" })).rejects.toThrow(
    /^ASSAY_STORAGE_URL, ASSAY_DATA_DIR: \/proc\/assay\/blobs cannot hold files: ENOENT/,
  );
  const file = join(folder, "file");
  await writeFile(file, "");
  for (const taken of [file, join(file, "blobs")]) {
    await expect(openBlobs({ kind: "folder", folder: taken })).rejects.toThrow(
      `${taken} cannot hold files: E`,
    );
  }
  await rm(file);
});

test("only the service's own user can access folders and files", async () => {
  const directory = join(await mkdtemp(join(tmpdir(), "assay-modes-")), "blobs");
  const blobs = await diskBlobs(directory);
  const { sha256 } = await blobs.receive(Readable.from([Buffer.from("abc")]), 10);
  const { parts } = await blobs.unfinished.append({ name: "begun", parts: [] }, chunks("abc"), 10, noRecord);

  const modeOf = async (path: string) => (await stat(path)).mode & 0o777;
  const files = [pathOf(directory, sha256), join(directory, "unfinished", parts[0]?.name ?? "")];
  expect(await Promise.all(files.map(modeOf))).toEqual([0o600, 0o600]);
  const folders = [directory, dirname(pathOf(directory, sha256)), join(directory, "unfinished")];
  expect(await Promise.all(folders.map(modeOf))).toEqual([0o700, 0o700, 0o700]);
});

test.each(["ENOSPC", "EDQUOT"])("a disk that answers %s is full", async (code) => {
  async function* failing() {
    yield Buffer.from("abc");
    throw Object.assign(new Error(`${code}: write`), { code });
  }
  await expect(blobs.stage(failing(), 10)).rejects.toMatchObject({ code: "insufficient_storage" });
});

test.each([0, 1, 262_143, 262_144, 900_000])(
  "%i bytes that arrive in uneven pieces are stored in their order",
  async (size) => {
    const bytes = randomBytes(size);
    async function* pieces() {
      for (let at = 0; at < size; at += 99_991) yield bytes.subarray(at, at + 99_991);
    }
    const kept = await blobs.receive(pieces(), size);
    expect(kept).toEqual({ sha256: createHash("sha256").update(bytes).digest("hex"), size_bytes: size });
    expect(Buffer.concat(await blobs.open(kept.sha256).toArray()).equals(bytes)).toBe(true);
  },
);

test("old blobs are listed by the first byte of their digest", async () => {
  const { sha256: name } = await blobs.receive(chunks("old"), 100);
  const byte = Number.parseInt(name.slice(0, 2), 16);
  await utimes(pathOf(folder, name), new Date("2026-01-01"), new Date("2026-01-01"));

  expect(await blobs.listSome(byte, new Date("2026-01-02"))).toEqual([name]);
  expect(await blobs.listSome(byte, new Date("2025-12-31"))).toEqual([]);
  expect(await blobs.listSome((byte + 1) % 256, new Date("2026-01-02"))).toEqual([]);
});

test("blobs that a process left staged are discarded once they are old", async () => {
  const blob = await blobs.stage(chunks("abandoned"), 100);
  await utimes(blob.staged, new Date("2026-01-01"), new Date("2026-01-01"));

  await blobs.discardAbandoned(new Date("2025-12-31"));
  expect(await staged()).toHaveLength(1);
  await blobs.discardAbandoned(new Date("2026-01-02"));
  expect(await staged()).toEqual([]);
});

test("an unfinished file continues where its row ends, and bytes behind that are cut off", async () => {
  const { parts } = await blobs.unfinished.append(
    { name: "other", parts: [] },
    chunks("one two"),
    100,
    noRecord,
  );
  const counted = [{ name: parts[0]?.name ?? "", bytes: 4 }];
  const both = await blobs.unfinished.append({ name: "other", parts: counted }, chunks("2"), 100, noRecord);

  const staged = await blobs.unfinished.stage(both.parts);

  expect(both.parts).toEqual([{ name: parts[0]?.name, bytes: 5 }]);
  expect(staged).toMatchObject({ size_bytes: 5, sha256: sha256("one 2") });
});

test("behind a part whose writer may still live begins another part", async () => {
  const { parts } = await blobs.unfinished.append(
    { name: "two", parts: [] },
    chunks("one two"),
    100,
    noRecord,
  );
  const open = [{ name: parts[0]?.name ?? "", bytes: 4, is_open: true }];
  const both = await blobs.unfinished.append({ name: "two", parts: open }, chunks("2"), 100, noRecord);

  expect(both.parts).toMatchObject([{ bytes: 4 }, { bytes: 1 }]);
  expect(await blobs.unfinished.stage(both.parts)).toMatchObject({ sha256: sha256("one 2") });
});
