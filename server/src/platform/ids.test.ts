import { expect, test } from "vitest";
import { type IdKind, isId, newId } from "./ids.ts";

test("an id is its kind's prefix and a ULID", () => {
  const kinds = {
    account: "acct",
    key: "key",
    member: "mem",
    batch: "batch",
    webhook: "wh",
    delivery: "dlv",
  } as const;
  for (const [kind, prefix] of Object.entries(kinds)) {
    expect(newId(kind as IdKind)).toMatch(new RegExp(`^${prefix}_[0-9A-HJKMNP-TV-Z]{26}$`));
    expect(isId(kind as IdKind, newId(kind as IdKind))).toBe(true);
  }
});

test("the time in an id follows the specification: ten characters of milliseconds", () => {
  const before = Date.now();
  const text = newId("event").slice(4, 14);
  const value = [...text].reduce(
    (sum, character) => sum * 32 + "0123456789ABCDEFGHJKMNPQRSTVWXYZ".indexOf(character),
    0,
  );

  expect(value).toBeGreaterThanOrEqual(before);
  expect(value).toBeLessThanOrEqual(Date.now());
});

test("ids do not repeat", () => {
  expect(new Set(Array.from({ length: 10_000 }, () => newId("item"))).size).toBe(10_000);
});

test.each([
  "",
  "mem_",
  "xyz",
  "mem_01JD3W8Q9V6T2R4M5N7P8X0YZ",
  "mem_01JD3W8Q9V6T2R4M5N7P8X0YZCC",
  "key_01JD3W8Q9V6T2R4M5N7P8X0YZC",
  "mem_01jd3w8q9v6t2r4m5n7p8x0yzc",
  "mem_01JD3W8Q9V6T2R4M5N7P8X0YZI",
  "mem_01JD3W8Q9V6T2R4M5N7P8X0YZ\n",
])("%j is no member's id", (text) => {
  expect(isId("member", text)).toBe(false);
});

test("recognizes the id of a member", () => {
  expect(isId("member", "mem_01JD3W8Q9V6T2R4M5N7P8X0YZC")).toBe(true);
});
