import { createHash, randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { expect, test, vi } from "vitest";
import { untilHolds } from "../../../test/until.ts";
import type { StagedBlob } from "./blobs.ts";
import { boundedStage } from "./s3-bounded-staging.ts";
import type { StageStream } from "./s3-staging.ts";

const MiB = 1024 * 1024;
const CHUNK = randomBytes(MiB / 8);

/** A store that keeps small objects in memory, and hands over the bytes of a staged file at its end, as parts of 8 MiB may. */
function givenStore() {
  const objects = new Map<string, Buffer>();
  async function inParts(source: AsyncIterable<Uint8Array>): Promise<StagedBlob> {
    const bytes = await buffer(Readable.from(source));
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    const open = () => Readable.from([bytes]);
    const borrow = () => Promise.reject(new Error("nobody borrows"));
    return { sha256, size_bytes: bytes.length, staged: sha256, open, borrow };
  }
  const names: string[] = [];
  async function put(name: string, bytes: Buffer): Promise<void> {
    names.push(name);
    objects.set(name, bytes);
  }
  const open = vi.fn((name: string) => Readable.from([objects.get(name) ?? Buffer.alloc(0)]));
  const remove = async (names: readonly string[]): Promise<void> => {
    for (const name of names) objects.delete(name);
  };
  const stored = () => [...objects.values()].reduce((sum, { length }) => sum + length, 0);
  return { stage: boundedStage({ put, open, remove, stage: inParts }), stored, objects, names, open };
}

/** Has four files arrive, until `end`. */
function givenOthers(stage: StageStream) {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  async function* waiting(): AsyncGenerator<Buffer> {
    await ended;
    yield CHUNK;
  }
  return { end, others: Array.from({ length: 4 }, () => stage(waiting(), MiB)) };
}

const large = () => Readable.from(Array(80).fill(CHUNK)); // 10 MiB

test("many slow senders of whole files gather at most 128 MiB together, and each gets its own bytes", async () => {
  const { stage, stored, objects } = givenStore();
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  let sent = 0;
  async function* slowly(last: string): AsyncGenerator<Buffer> {
    for (let nth = 0; nth < 60; nth += 1) {
      sent += CHUNK.length;
      yield CHUNK;
    }
    await ended;
    yield Buffer.from(last);
  }
  const files = Array.from({ length: 60 }, (_, nth) => `file ${nth}`);
  const staged = files.map((last) => stage(slowly(last), 100 * MiB));
  await untilHolds(() => expect(sent).toBe(60 * 7.5 * MiB));

  expect((sent - stored()) / MiB).toBeLessThan(64 + 4 * 8 + 32);
  end();

  const digests = (await Promise.all(staged)).map(({ sha256 }) => sha256);
  const whole = Buffer.concat(Array.from({ length: 60 }, () => CHUNK));
  const digestOf = (last: string) => createHash("sha256").update(whole).update(last).digest("hex");
  expect(digests).toEqual(files.map(digestOf));
  expect(objects.size).toBe(0);
});

test("a file beside others that is too large, or breaks off, leaves nothing", async () => {
  const { stage, objects } = givenStore();
  const { end, others } = givenOthers(stage);
  async function* broken(): AsyncGenerator<Buffer> {
    yield CHUNK;
    throw new Error("the client left");
  }

  await expect(stage(large(), 9 * MiB)).rejects.toMatchObject({
    code: "payload_too_large",
  });
  await expect(stage(broken(), MiB)).rejects.toThrow("the client left");
  expect((await stage(Readable.from([]), MiB)).size_bytes).toBe(0);

  expect(objects.size).toBe(0);
  end();
  expect((await Promise.all(others)).map(({ size_bytes }) => size_bytes)).toEqual(
    Array(4).fill(CHUNK.length),
  );
});

test("a file beside others that fits one part is stored once, and the service's own waits for nothing", async () => {
  const { stage, names } = givenStore();
  const { end, others } = givenOthers(stage);

  expect((await stage(Readable.from([CHUNK, CHUNK]), MiB)).size_bytes).toBe(2 * CHUNK.length);
  expect((await stage(large(), Number.POSITIVE_INFINITY)).size_bytes).toBe(10 * MiB);

  expect(names).toEqual([]);
  end();
  await Promise.all(others);
});

test("three files are copied at a time", async () => {
  const { stage, objects, open } = givenStore();
  const { end, others } = givenOthers(stage);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  open.mockImplementation((name) =>
    Readable.from(
      (async function* () {
        await released;
        yield objects.get(name);
      })(),
    ),
  );
  const copied = Array.from({ length: 3 }, () => stage(large(), 20 * MiB));
  await untilHolds(() => expect(open).toHaveBeenCalledTimes(3));
  const before = objects.size;
  const queued = stage(large(), 20 * MiB);
  await untilHolds(() => expect(objects.size).toBe(before + 2));
  expect(open).toHaveBeenCalledTimes(3);

  release();

  expect((await Promise.all([...copied, queued])).map(({ size_bytes }) => size_bytes)).toEqual(
    Array(4).fill(10 * MiB),
  );
  expect(open).toHaveBeenCalledTimes(4 * 2);
  expect(objects.size).toBe(0);
  end();
  await Promise.all(others);
});
