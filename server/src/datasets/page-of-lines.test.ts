import { Readable } from "node:stream";
import fc from "fast-check";
import { expect, test } from "vitest";
import { readPageOfLines } from "./page-of-lines.ts";

/** A file in chunks of some bytes. */
function sourceOf(text: string, chunk: number) {
  const bytes = Buffer.from(text);
  function* chunks(from: number) {
    for (let at = from; at < bytes.length; at += chunk) yield bytes.subarray(at, at + chunk);
  }
  return {
    size_bytes: bytes.length,
    open: ({ start }: { start: number } = { start: 0 }) =>
      Readable.from(chunks(start), { objectMode: false }),
  };
}

test("pages have each line once, and end by their number of lines or the line that reaches their bytes", async () => {
  const inputs = [
    fc.array(
      fc.string({ unit: "grapheme", maxLength: 12 }).map((text) => text.replaceAll("\n", "")),
      {
        minLength: 1,
      },
    ),
    fc.integer({ min: 1, max: 5 }),
    fc.integer({ min: 1, max: 40 }),
    fc.integer({ min: 1, max: 20 }),
  ] as const;
  await fc.assert(
    fc.asyncProperty(...inputs, async (lines, limit, most, chunk) => {
      const source = sourceOf(lines.map((line) => `${line}\n`).join(""), chunk);
      const read: string[] = [];
      let start: number | null = 0;
      while (start !== null) {
        const page = await readPageOfLines(source, start, limit, most);
        const sizes = page.lines.map((line) => Buffer.byteLength(line) + 1);
        const sum = sizes.reduce((total, size) => total + size, 0);
        expect(page.lines.length).toBeLessThanOrEqual(limit);
        expect(sum - (sizes.at(-1) ?? 0)).toBeLessThan(most);
        if (page.next !== null) expect(page.lines.length === limit || sum >= most).toBe(true);
        read.push(...page.lines);
        start = page.next;
      }
      expect(read).toEqual(lines);
    }),
  );
});
