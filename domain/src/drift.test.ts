import fc from "fast-check";
import { expect, test } from "vitest";
import { findDrifts } from "./drift.ts";

const counts = fc
  .integer({ min: 10, max: 200 })
  .chain((compared) =>
    fc.record({ compared: fc.constant(compared), right: fc.integer({ min: 0, max: compared }) }),
  );
const windows = fc.record({ before: counts, recent: counts });

test("a drop from 19 of 20 to 10 of 20 is marked, with the p of Fisher’s exact test", () => {
  const [drift] = findDrifts([{ before: { compared: 20, right: 19 }, recent: { compared: 20, right: 10 } }]);
  // (C(29, 9)·C(11, 11) + C(29, 10)·C(11, 10)) / C(40, 20)
  expect(drift?.p).toBeCloseTo(0.001671025864574, 14);
  expect(drift?.has_dropped).toBe(true);
});

test("with fewer than ten answers in a window nothing is compared, and it does not count in the correction", () => {
  const dropped = { before: { compared: 20, right: 19 }, recent: { compared: 20, right: 10 } };
  const few = { before: { compared: 20, right: 20 }, recent: { compared: 9, right: 0 } };
  const [alone] = findDrifts([dropped]);
  expect(findDrifts([few, dropped, few])).toEqual([
    { p: null, has_dropped: false },
    alone,
    { p: null, has_dropped: false },
  ]);
});

test("nobody whose recent share is as high as before is marked", () => {
  fc.assert(
    fc.property(fc.array(windows, { maxLength: 20 }), (pairs) => {
      for (const [place, { has_dropped }] of findDrifts(pairs).entries()) {
        const { before, recent } = pairs[place] ?? {
          before: { compared: 1, right: 0 },
          recent: { compared: 1, right: 1 },
        };
        if (has_dropped) expect(recent.right / recent.compared).toBeLessThan(before.right / before.compared);
      }
    }),
  );
});

test("one more right answer never makes a drop likelier, and more annotators never do either", () => {
  fc.assert(
    fc.property(windows, fc.array(windows, { maxLength: 10 }), (one, others) => {
      const p = findDrifts([one])[0]?.p ?? 0;
      expect(findDrifts([one, ...others])[0]?.p ?? 0).toBeGreaterThanOrEqual(p - 1e-12);
      if (one.recent.right === one.recent.compared) return;
      const better = { ...one, recent: { ...one.recent, right: one.recent.right + 1 } };
      expect(findDrifts([better])[0]?.p ?? 0).toBeGreaterThanOrEqual(p - 1e-12);
    }),
  );
});

test("impossible counts are refused", () => {
  const before = { compared: 10, right: 10 };
  expect(() => findDrifts([{ before, recent: { compared: 3, right: 4 } }])).toThrow(/4 of 3/);
});
