import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { untilHolds } from "../../../test/until.ts";
import { s3Unfinished } from "./s3-unfinished.ts";

const MiB = 1024 * 1024;
const CHUNK = randomBytes(MiB / 8);

/** A store that only counts what it is given. */
function givenStore() {
  let stored = 0;
  const objects = new Map<string, Buffer>();
  const unfinished = s3Unfinished({
    async put(name, bytes) {
      objects.set(name, bytes);
      stored += bytes.length;
    },
    open: (name) => Readable.from([objects.get(name) ?? Buffer.alloc(0)]),
    findSize: async () => undefined,
    listSome: async () => [],
    remove: async () => undefined,
    stage: () => Promise.reject(new Error("nothing is staged")),
  });
  return { ...unfinished, objects, stored: () => stored };
}

test("many requests at once gather 64 MiB, and one alone up to 8 MiB", async () => {
  const { append, stored } = givenStore();
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  let sent = 0;
  async function* slowly(): AsyncGenerator<Buffer> {
    for (let nth = 0; nth < 60; nth += 1) {
      sent += CHUNK.length;
      yield CHUNK;
    }
    await ended;
  }
  const send = (name: string) => append({ name, parts: [] }, slowly(), 1_000 * MiB, async () => undefined);

  const alone = send("alone");
  await untilHolds(() => expect(sent).toBe(7.5 * MiB));
  expect(stored()).toBe(0);
  const others = Array.from({ length: 40 }, (_, nth) => send(String(nth)));
  await untilHolds(() => expect(sent).toBe(41 * 7.5 * MiB));

  expect((sent - stored()) / MiB).toBeLessThan(64 + 8);
  end();
  const appended = await Promise.all([alone, ...others]);
  expect(appended.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(sent);
});

test("a file that arrives beside a hundred others has a short list of parts, which hold its bytes", async () => {
  const { append, objects } = givenStore();
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  async function* waiting(): AsyncGenerator<Buffer> {
    await ended;
    yield CHUNK;
  }
  const others = Array.from({ length: 100 }, (_, nth) =>
    append({ name: `other ${nth}`, parts: [] }, waiting(), MiB, async () => undefined),
  );
  const sent = randomBytes(100 * MiB);
  async function* pieces(): AsyncGenerator<Buffer> {
    for (let at = 0; at < sent.length; at += CHUNK.length) yield sent.subarray(at, at + CHUNK.length);
  }
  let longest = 0;
  const record = async (parts: readonly { readonly name: string }[]): Promise<void> => {
    longest = Math.max(longest, parts.length);
    expect(parts.every(({ name }) => objects.has(name))).toBe(true);
  };

  const { parts } = await append({ name: "file", parts: [] }, pieces(), 200 * MiB, record);

  expect(longest).toBeLessThan(100 / 8 + 16);
  const whole = Buffer.concat(parts.map(({ name }) => objects.get(name) ?? Buffer.alloc(0)));
  expect(whole.equals(sent)).toBe(true);
  expect(parts.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(sent.length);
  end();
  await Promise.all(others);
});
