import { Readable } from "node:stream";
import fc from "fast-check";
import { expect, test } from "vitest";
import { encoded, readLines } from "./chunks.ts";

async function* each<T>(values: Iterable<T>): AsyncGenerator<T> {
  yield* values;
}

/** `text` split at random positions. */
const cutText = fc
  .tuple(
    fc.array(fc.string({ unit: fc.constantFrom("a", "é", "\u2028", "\r", "🚗") })),
    fc.infiniteStream(fc.nat(5)),
  )
  .map(([lines, sizes]) => {
    const parts: string[] = [];
    let rest = lines.map((line) => `${line}\n`).join("");
    for (const size of sizes) {
      if (rest === "") break;
      parts.push(rest.slice(0, size));
      rest = rest.slice(size);
    }
    return { lines, parts };
  });

test("lines are the same wherever the text is split", async () => {
  await fc.assert(
    fc.asyncProperty(cutText, async ({ lines, parts }) => {
      expect(await Readable.from(readLines(each(parts))).toArray()).toEqual(lines);
    }),
  );
});

test("text in small and large parts is the same text, in chunks of 64 Ki characters or more", async () => {
  const parts = ["é".repeat(40_000), "", "a".repeat(30_000), "b", "c".repeat(200_000), "🚗"];

  const chunks: Buffer[] = await Readable.from(encoded(each(parts))).toArray();

  expect(Buffer.concat(chunks).toString()).toBe(parts.join(""));
  expect(chunks.map(({ length }) => length)).toEqual([110_000, 200_001, 4]);
});

test("bytes among texts are unchanged and in their place", async () => {
  const bytes = Uint8Array.of(0xff, 0, 0x80, 1).subarray(1, 3);
  const parts = ["é", "a", bytes, bytes, "", "🚗", "c".repeat(70_000), bytes, new Uint8Array(0), "b"];

  const chunks: Buffer[] = await Readable.from(encoded(each(parts))).toArray();

  expect(Buffer.concat(chunks)).toEqual(Buffer.concat(parts.map((part) => Buffer.from(part))));
  expect(chunks.map(({ length }) => length)).toEqual([3, 2, 2, 70_004, 2, 0, 1]);
});
