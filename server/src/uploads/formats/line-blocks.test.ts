import { Readable } from "node:stream";
import fc from "fast-check";
import { expect, test } from "vitest";
import { MAX_LINE_BYTES } from "./line.ts";
import { type Block, readBlocks } from "./line-blocks.ts";

async function* cut(bytes: Buffer, size: number) {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

async function blocksOf(bytes: Buffer, size: number): Promise<Block[]> {
  return Readable.from(readBlocks(cut(bytes, size))).toArray();
}

test("wherever a file is split into chunks, its blocks are its bytes in whole lines, with the right numbers", async () => {
  const line = fc.string({ unit: "grapheme", maxLength: 20 }).map((text) => text.replaceAll("\n", ""));

  await fc.assert(
    fc.asyncProperty(
      fc.array(line),
      fc.integer({ min: 1, max: 40 }),
      fc.boolean(),
      async (lines, size, isEnded) => {
        const text = lines.join("\n") + (isEnded ? "\n" : "");
        fc.pre(!text.startsWith("\ufeff"));
        let seen = 0;
        const blocks = await blocksOf(Buffer.from(text), size);
        for (const [index, { first, bytes }] of blocks.entries()) {
          expect(first).toBe(seen + 1);
          if (index < blocks.length - 1) expect(bytes.at(-1)).toBe(10);
          seen += bytes.toString().split("\n").length - 1;
        }
        expect(Buffer.concat(blocks.map(({ bytes }) => bytes)).toString()).toBe(text);
      },
    ),
  );
});

test("a byte order mark is dropped only at the start of the file", async () => {
  const blocks = await blocksOf(Buffer.from("\ufeffa\n\ufeffb\n"), 5);

  expect(Buffer.concat(blocks.map(({ bytes }) => bytes)).toString()).toBe("a\n\ufeffb\n");
});

test.each([1, 2, 3, 100])(
  "bytes that are not UTF-8 are reported with their line (chunks of %i)",
  async (size) => {
    const bytes = Buffer.concat([
      Buffer.from("one\nzwei é\n"),
      Buffer.from([0x61, 0xff, 0x0a]),
      Buffer.from("four\n"),
    ]);

    await expect(blocksOf(bytes, size)).rejects.toThrow("line 3: the line is not UTF-8");
  },
);

test("a line without an end is refused after a mebibyte", async () => {
  const bytes = Buffer.concat([Buffer.from("short\n"), Buffer.alloc(MAX_LINE_BYTES + 1, "x")]);

  await expect(blocksOf(bytes, 65_536)).rejects.toThrow("line 2: the line is longer than 1 MiB");
});
