import fc from "fast-check";
import { expect, test } from "vitest";
import { greatestWhere } from "./bisection.ts";

test("finds the last value that holds", () => {
  const range = fc.tuple(fc.integer({ min: -50, max: 50 }), fc.nat(100), fc.nat(100));
  fc.assert(
    fc.property(range, ([low, length, step]) => {
      const last = low + (step % (length + 1));
      expect(greatestWhere(low, low + length, (value) => value <= last)).toBe(last);
    }),
  );
});

test("returns null if no value holds or the range is empty", () => {
  expect(greatestWhere(0, 10, () => false)).toBeNull();
  expect(greatestWhere(1, 0, () => true)).toBeNull();
});
