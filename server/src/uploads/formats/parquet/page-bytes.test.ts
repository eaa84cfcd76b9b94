import { expect, test } from "vitest";
import { isWholeThrift } from "./assert-thrift.ts";
import { checkRuns } from "./page-bytes.ts";

const page = {
  num_values: 10,
  encoding: "RLE_DICTIONARY",
  definition_level_encoding: "RLE",
  repetition_level_encoding: "RLE",
} as const;
const header = {
  type: "DATA_PAGE",
  uncompressed_page_size: 0,
  compressed_page_size: 0,
  data_page_header: page,
} as const;
const element = { name: "a", repetition_type: "REQUIRED" } as const;
const path = [{ name: "root" } as const, element].map((found) => ({
  count: 1,
  element: found,
  children: [],
  path: [],
}));

test.each([
  ["as many values as the page", [1, 20, 0], true],
  ["a billion values", [1, 0x80, 0x80, 0x80, 0x80, 0x08, 0], false],
  ["a run that never ends", [1, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff], false],
  ["a width that cannot be", [99, 20, 0], false],
])("a run of %s", (_what, bytes, isSound) => {
  const check = () => checkRuns(Buffer.from(bytes), header, "BYTE_ARRAY", path);
  if (isSound) expect(check).not.toThrow();
  else expect(check).toThrow("is not a valid Parquet file");
});

test.each([
  ["a field and the end", [0x15, 2, 0], true],
  ["half a number", [0x15, 0x80], false],
  ["a list of more entries than there are bytes", [0x19, 0xf5, 0xff, 0xff, 0xff, 0x0f, 0], false],
])("%s", (_what, bytes, isWhole) => {
  expect(isWholeThrift(Buffer.from(bytes), 10)).toBe(isWhole);
});

test.each([
  ["a number without an end", [0x15, ...Array(11).fill(0xff), 0], /valid/],
  ["a type that is none", [0x1f, 0], /valid/],
  ["structures in structures", Array(100).fill(0x1c), /too many/],
  ["more structures than it may have", [0x19, 0xbc, ...Array(11).fill(0)], /too many/],
])("%s is refused", (_what, bytes, message) => {
  expect(() => isWholeThrift(Buffer.from(bytes), 10)).toThrow(message);
});
