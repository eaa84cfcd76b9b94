import { expect, test } from "vitest";
import { anchoringOf } from "./anchoring.ts";

function given(
  shown: readonly [wrong: number, items: number],
  withheld: readonly [wrong: number, items: number],
) {
  const arm = ([wrong, items]: readonly [number, number], is_shown: boolean) =>
    Array.from({ length: items }, (_, index) => ({ is_shown, is_wrong: index < wrong }));
  return [...arm(shown, true), ...arm(withheld, false)];
}

test("the difference has both shares, an interval and a sentence", () => {
  const { shown, withheld, difference, sentence } = anchoringOf(given([30, 60], [2, 40]));
  expect([shown.share, withheld.share]).toEqual([0.5, 0.05]);
  expect(difference?.share).toBeCloseTo(0.45);
  expect(difference?.low).toBeCloseTo(0.272, 3);
  expect(difference?.high).toBeCloseTo(0.589, 3);
  expect(sentence).toBe(
    "Where the model was wrong, the label was wrong too for 30 of 60 audited items whose annotators saw the prediction, and for 2 of 40 " +
      "where it was withheld. Seeing the prediction makes annotators miss its errors.",
  );
});

test("without items in one part there is no difference", () => {
  expect(anchoringOf(given([1, 3], [0, 0]))).toMatchObject({ difference: null, withheld: { share: null } });
});

test.each([
  [60, 10, 0.3, 0.05],
  [40, 40, 0.5, 0.5],
  [30, 8, 0.1, 0.1],
  [20, 5, 0.9, 0.02],
  [15, 15, 0.02, 0.01],
])(
  "the interval of 95 percent holds as often or more: %i and %i items, shares of %f and %f",
  (n, m, p, q) => {
    const [first, second] = [binomial(n, p), binomial(m, q)];
    let covered = 0;
    for (let a = 0; a <= n; a += 1)
      for (let b = 0; b <= m; b += 1) {
        const difference = anchoringOf(given([a, n], [b, m])).difference;
        if (difference === null) throw new Error("no difference");
        const isIn = difference.low <= p - q && p - q <= difference.high;
        if (isIn) covered += (first[a] ?? 0) * (second[b] ?? 0);
      }
    expect(covered).toBeGreaterThanOrEqual(0.95);
  },
);

/** The chance of each count. */
function binomial(n: number, p: number): number[] {
  const chances = [(1 - p) ** n];
  for (let k = 1; k <= n; k += 1) chances.push(((chances[k - 1] ?? 0) * (n - k + 1) * p) / (k * (1 - p)));
  return chances;
}
