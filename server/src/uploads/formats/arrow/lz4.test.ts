import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeLz4 } from "./lz4.ts";

/** A frame of blocks; the first byte of the descriptor says what comes with them. */
function frameOf(blocks: readonly Uint8Array[], flags = 0x60, more: readonly number[] = []): Buffer {
  const head = [0x04, 0x22, 0x4d, 0x18, flags, 0x40, ...more, 0];
  return Buffer.concat([Buffer.from(head), ...blocks, Buffer.alloc(4)]);
}

function blockOf(bytes: readonly number[], isStored = false): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(bytes.length + (isStored ? 0x8000_0000 : 0));
  return Buffer.concat([length, Buffer.from(bytes)]);
}

const decoded = (frame: Uint8Array, size: number) => Buffer.from(decodeLz4(frame, size)).toString("latin1");
const codes = (text: string) => [...Buffer.from(text)];

test.each([
  ["nothing", frameOf([]), ""],
  ["stored bytes", frameOf([blockOf(codes("stored"), true)]), "stored"],
  ["literals", frameOf([blockOf([0x30, ...codes("abc")])]), "abc"],
  [
    "a match that overlaps itself",
    frameOf([blockOf([0x24, ...codes("ab"), 2, 0, 0x10, ...codes("!")])]),
    "ababababab!",
  ],
  [
    "20 literals and a match of 300",
    frameOf([blockOf([0xff, 5, ...codes("x".repeat(20)), 1, 0, 255, 26, 0])]),
    "x".repeat(320),
  ],
  [
    "a match in the block before",
    frameOf([blockOf([0x40, ...codes("abcd")]), blockOf([0x00, 4, 0, 0x00])], 0x40),
    "abcdabcd",
  ],
  [
    "a size and checksums",
    frameOf([blockOf([0x10, ...codes("a")]), Buffer.alloc(4)], 0x7c, [1, 0, 0, 0, 0, 0, 0, 0]),
    "a",
  ],
])("a frame with %s is read", (_what, frame, text) => {
  expect(decoded(frame, text.length)).toBe(text);
});

test.each([
  ["no frame", Buffer.from("no frame"), 1],
  ["an empty file", Buffer.alloc(0), 0],
  ["a dictionary", frameOf([], 0x61), 0],
  ["fewer bytes than it should", frameOf([blockOf([0x10, 97])]), 2],
  ["more bytes than it should", frameOf([blockOf([0x20, 97, 97])]), 1],
  ["a match before the beginning", frameOf([blockOf([0x10, 97, 2, 0])]), 5],
  ["a match at no distance", frameOf([blockOf([0x10, 97, 0, 0])]), 5],
  ["a block longer than the frame", frameOf([blockOf([0x10, 97])]).subarray(0, 9), 1],
  ["a match longer than the bytes", frameOf([blockOf([0x1f, 97, 1, 0, ...Array(1_000).fill(255), 0])]), 100],
  ["literals longer than the block", frameOf([blockOf([0xf0, ...Array(1_000).fill(255), 0])]), 100],
])("%s is refused", (_what, frame, size) => {
  expect(() => decodeLz4(frame, size)).toThrow(/corrupt or cut off/);
});

test("any bytes are read or refused", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 64 }), fc.nat(64), (bytes, size) => {
      try {
        expect(decodeLz4(frameOf([blockOf([...bytes])]), size)).toHaveLength(size);
      } catch (fault) {
        expect(String(fault)).toContain("corrupt or cut off");
      }
    }),
    { numRuns: 2_000 },
  );
});
