import fc from "fast-check";
import { expect, test } from "vitest";
import { type Attempt, afterAnswer, rightToPass } from "./qualification.ts";

const TEN: Attempt = { attempt: 1, items: 10, pass_mark: 0.8, answered: 10, right: 8 };
const THREE = { attempts: 3 };

test("an attempt is judged at its end, and passed when its right answers reach the mark", () => {
  expect(afterAnswer({ ...TEN, answered: 9, right: 9 }, THREE)).toBe("continue");
  expect(afterAnswer({ ...TEN, answered: 9, right: 0 }, THREE)).toBe("continue");
  expect(afterAnswer(TEN, THREE)).toBe("passed");
  expect(afterAnswer({ ...TEN, right: 7 }, THREE)).toBe("again");
});

test("who misses the mark in the last attempt has failed", () => {
  expect(afterAnswer({ ...TEN, attempt: 2, right: 7 }, THREE)).toBe("again");
  expect(afterAnswer({ ...TEN, attempt: 3, right: 7 }, THREE)).toBe("failed");
  expect(afterAnswer({ ...TEN, attempt: 3 }, THREE)).toBe("passed");
  expect(afterAnswer({ ...TEN, attempt: 5, right: 7 }, THREE)).toBe("failed");
});

test("a mark is reached by the next whole number of right answers", () => {
  expect(rightToPass({ items: 10, pass_mark: 0.75 })).toBe(8);
  expect(rightToPass({ items: 10, pass_mark: 0.7 })).toBe(7);
  expect(rightToPass({ items: 3, pass_mark: 1 })).toBe(3);
  expect(rightToPass({ items: 3, pass_mark: 0 })).toBe(0);
});

test("a mark in hundredths asks for neither more nor fewer right answers than the exact fraction", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100 }), fc.integer({ min: 0, max: 100 }), (items, percent) => {
      const needed = rightToPass({ items, pass_mark: percent / 100 });
      expect(needed * 100).toBeGreaterThanOrEqual(items * percent);
      expect((needed - 1) * 100).toBeLessThan(items * percent);
    }),
  );
});
