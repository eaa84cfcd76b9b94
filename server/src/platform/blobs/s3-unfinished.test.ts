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
  const unfinished = s3Unfinished({
    async put(_name, bytes) {
      stored += bytes.length;
    },
    open: () => Readable.from([]),
    findSize: async () => undefined,
    listSome: async () => [],
    remove: async () => undefined,
    stage: () => Promise.reject(new Error("nothing is staged")),
  });
  return { ...unfinished, stored: () => stored };
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
  await Promise.all([alone, ...others]);
  expect(stored()).toBe(sent);
});
