import fc from "fast-check";
import { expect, test } from "vitest";
import { rightInHundred } from "./wording.ts";

test("a share in words is rounded down, and says so", () => {
  expect(rightInHundred(12, 1)).toBe("over 91 in 100");
  expect(rightInHundred(20, 2)).toBe("90 in 100");
  expect(rightInHundred(1000, 995)).toBe("under 1 in 100");
  expect([rightInHundred(5, 5), rightInHundred(0, 0)]).toEqual(["0 in 100", "0 in 100"]);
});

test("a share below a whole number of 100 never reads as that number", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000 }), fc.nat(10_000), (n, wrong) => {
      const d = Math.min(n, wrong);
      const words = rightInHundred(n, d);
      const said = Number(/\d+/.exec(words)?.[0]);
      if (words.startsWith("under")) expect(n - d).toBeGreaterThan(0);
      else expect(said * n).toBeLessThanOrEqual(100 * (n - d));
    }),
  );
});
