import { createHash, randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { Readable } from "node:stream";
import { buffer, text } from "node:stream/consumers";
import { expect, test } from "vitest";
import type { Blobs } from "../src/platform/blobs/blobs.ts";

const sha256 = (content: string | Buffer): string => createHash("sha256").update(content).digest("hex");
const chunks = (...parts: (string | Buffer)[]): Readable =>
  Readable.from(parts.map((each) => Buffer.from(each)));

/** The tests that every store of blobs passes. `staged` lists what is staged in it. */
export function testBlobs(blobs: Blobs, staged: Staged): void {
  testReading(blobs);
  testKeeping(blobs, staged);
  testRefusals(blobs, staged);
  testRemoval(blobs, staged);
}

type Staged = () => Promise<readonly string[]>;

function testReading(blobs: Blobs): void {
  test("a blob is named by the SHA-256 of its streamed bytes, and can be read whole or in part", async () => {
    const blob = await blobs.receive(chunks("hello ", "", "world"), 11);

    expect(blob).toEqual({ sha256: sha256("hello world"), size_bytes: 11 });
    expect(await blobs.findSize(blob.sha256)).toBe(11);
    expect(await text(blobs.open(blob.sha256))).toBe("hello world");
    expect(await text(blobs.open(blob.sha256, { start: 4, end: 6 }))).toBe("o w");
    expect(await text(blobs.kept(blob).open({ start: 10, end: 10 }))).toBe("d");
    expect(String(await blobs.readSmall(blob.sha256, 11))).toBe("hello world");
    expect(await blobs.readSmall(blob.sha256, 10)).toBeUndefined();
  });

  test("a blob of no bytes, and one of many parts, are read as they were stored", async () => {
    const large = randomBytes(17 * 1024 * 1024 + 1);
    const none = await blobs.receive(chunks(), 10);
    const many = await blobs.receive(
      chunks(large.subarray(0, 9_000_000), large.subarray(9_000_000)),
      large.length,
    );

    expect(none).toEqual({ sha256: sha256(""), size_bytes: 0 });
    expect(await text(blobs.open(none.sha256))).toBe("");
    expect(many).toEqual({ sha256: sha256(large), size_bytes: large.length });
    expect(sha256(await buffer(blobs.open(many.sha256)))).toBe(many.sha256);
  });

  test("a staged and a kept blob are lent as a file", async () => {
    const blob = await blobs.stage(chunks("to be lent"), 100);
    const before = await blob.borrow();
    expect(await readFile(before.path, "utf8")).toBe("to be lent");
    await before.giveBack();
    await blobs.keep([blob]);

    const after = await blobs.kept(blob).borrow();
    expect(await readFile(after.path, "utf8")).toBe("to be lent");
    await after.giveBack();

    expect(existsSync(before.path)).toBe(false);
    expect(await text(blobs.open(blob.sha256))).toBe("to be lent");
  });
}

function testKeeping(blobs: Blobs, staged: Staged): void {
  test("a staged blob is not readable by its digest until it is kept", async () => {
    const blob = await blobs.stage(chunks("staged"), 100);
    expect(await blobs.exists(blob.sha256)).toBe(false);
    expect(await text(blob.open())).toBe("staged");
    expect(await text(blob.open({ start: 1, end: 3 }))).toBe("tag");

    await blobs.keep([blob, blob]);
    await blobs.keep([blob]); // as a transaction does that runs again

    expect(await blobs.exists(blob.sha256)).toBe(true);
    expect(await staged()).toEqual([]);
  });

  test("bytes in memory are read, lent and kept like those of a stream, and have the same limit", async () => {
    const blob = await blobs.stage(Buffer.from("in memory"), 9);
    expect(blob).toMatchObject({ sha256: sha256("in memory"), size_bytes: 9 });
    expect(await blobs.exists(blob.sha256)).toBe(false);
    expect([await text(blob.open()), await text(blob.open({ start: 3, end: 5 }))]).toEqual([
      "in memory",
      "mem",
    ]);
    const { path, giveBack } = await blob.borrow();
    expect(await readFile(path, "utf8")).toBe("in memory");
    await giveBack();

    await blobs.keep([blob]);
    await blobs.keep([blob]);
    await blobs.discard([blob, await blobs.stage(Buffer.from("discarded"), 9)]);

    expect(await text(blobs.open(blob.sha256))).toBe("in memory");
    expect(await staged()).toEqual([]);
    await expect(blobs.stage(Buffer.from("too much"), 7)).rejects.toMatchObject({
      code: "payload_too_large",
    });
  });

  test("the same bytes staged twice are kept once, and discarding a kept blob removes nothing", async () => {
    const twins = [await blobs.stage(chunks("twin"), 100), await blobs.stage(chunks("twin"), 100)];

    await blobs.keep(twins);
    await blobs.discard(twins);

    expect(await text(blobs.open(sha256("twin")))).toBe("twin");
    expect(await staged()).toEqual([]);
  });

  test("a discarded blob leaves nothing", async () => {
    await blobs.discard([await blobs.stage(chunks("one"), 100), await blobs.stage(chunks("two"), 100)]);

    expect(await staged()).toEqual([]);
  });
}

function testRefusals(blobs: Blobs, staged: Staged): void {
  test("a byte over the limit is refused and leaves no file", async () => {
    await expect(blobs.stage(chunks("12345", "6"), 5)).rejects.toMatchObject({ code: "payload_too_large" });

    expect(await staged()).toEqual([]);
  });

  test("an interrupted source leaves no file, even after many parts", async () => {
    async function* broken() {
      yield Buffer.alloc(9 * 1024 * 1024);
      yield Buffer.alloc(9 * 1024 * 1024);
      throw new Error("gone");
    }

    await expect(blobs.stage(broken(), 1e9)).rejects.toThrow("gone");

    expect(await staged()).toEqual([]);
  });

  test("a stream that fails before it is read fails the call, not the process", async () => {
    const stream = chunks("never read");
    const receiving = blobs.stage(stream, 100);
    stream.destroy(new Error("gone at once"));

    await expect(receiving).rejects.toThrow();
  });
}

function testRemoval(blobs: Blobs, staged: Staged): void {
  test("a removed blob is gone, and removing it again is no error", async () => {
    const { sha256: name } = await blobs.receive(chunks("to be removed"), 100);

    await blobs.remove([name]);
    await blobs.remove([name]);

    expect(await blobs.exists(name)).toBe(false);
    await expect(text(blobs.open(name))).rejects.toThrow(name);
  });

  test("blobs are listed by the first byte of their digest and their age", async () => {
    const { sha256: name } = await blobs.receive(chunks("listed"), 100);
    const byte = Number.parseInt(name.slice(0, 2), 16);
    const later = new Date(Date.now() + 60_000);

    expect(await blobs.listSome(byte, later)).toContain(name);
    expect(await blobs.listSome(byte, new Date(0))).toEqual([]);
    expect(await blobs.listSome((byte + 1) % 256, later)).not.toContain(name);
  });

  test("what a process left staged is discarded once it is old", async () => {
    const before = await staged();
    await blobs.stage(chunks("abandoned"), 100);

    await blobs.discardAbandoned(new Date(Date.now() - 3_600_000));
    expect((await staged()).length).toBe(before.length + 1);
    await blobs.discardAbandoned(new Date(Date.now() + 3_600_000));
    expect(await staged()).toEqual([]);
  });

  test("an unfinished file continues behind its parts, is staged as a whole, and goes", async () => {
    const { append, bytesOf, listSome, stage, drop } = blobs.unfinished;
    const record = async (): Promise<void> => undefined;
    const first = await append({ name: "upl_1", parts: [] }, chunks("one "), 100, record);
    const { parts } = await append({ name: "upl_1", parts: first.parts }, chunks("two"), 100, record);

    const whole = await stage(parts);

    expect(whole).toMatchObject({ sha256: sha256("one two"), size_bytes: 7 });
    expect(await bytesOf(parts)).toBe(7);
    const names = parts.map(({ name }) => name);
    expect(await listSome(new Date(Date.now() + 60_000))).toEqual(expect.arrayContaining(names));
    expect(await listSome(new Date(0))).toEqual([]);
    await blobs.discard([whole]);
    await drop(parts);
    await drop(parts);
    await expect(stage(parts)).rejects.toThrow();
  });

  test("a store is empty until a blob is kept in it, and again when all is removed", async () => {
    await blobs.removeAll();
    const blob = await blobs.stage(chunks("last"), 100);
    expect(await blobs.isEmpty()).toBe(true);
    await blobs.keep([blob]);
    expect(await blobs.isEmpty()).toBe(false);

    await blobs.removeAll();

    expect(await blobs.isEmpty()).toBe(true);
    await blobs.assertReady();
  });
}
