import fc from "fast-check";
import { expect, test } from "vitest";
import { editDistance } from "./edit-distance.ts";

const EFFORT = { cells: 1e6, gram: 1 };

function distance(a: readonly number[], b: readonly number[], effort = EFFORT): number {
  return editDistance(Int32Array.from(a), Int32Array.from(b), effort);
}

/** The table of the textbook (Wagner and Fischer, 1974). */
function byTable(a: readonly number[], b: readonly number[]): number {
  let above = [0, ...b.map((_, column) => column + 1)];
  for (const one of a) {
    const costs = [(above[0] ?? 0) + 1];
    for (const [column, other] of b.entries()) {
      const both = (above[column] ?? 0) + (one === other ? 0 : 1);
      costs.push(Math.min(both, (above[column + 1] ?? 0) + 1, (costs[column] ?? 0) + 1));
    }
    above = costs;
  }
  return above.at(-1) ?? 0;
}

const symbols = fc.array(fc.nat(3), { maxLength: 80 });

test("kitten is three steps from sitting", () => {
  const codes = (word: string) => Array.from(word, (letter) => letter.charCodeAt(0));
  expect(distance(codes("kitten"), codes("sitting"))).toBe(3);
});

test("the distance equals the textbook's table, also over 32 symbols", () => {
  fc.assert(
    fc.property(symbols, symbols, (a, b) => {
      expect(distance(a, b)).toBe(byTable(a, b));
    }),
  );
});

test("it is a metric", () => {
  fc.assert(
    fc.property(symbols, symbols, symbols, (a, b, c) => {
      expect(distance(a, a)).toBe(0);
      expect(distance(a, b)).toBe(distance(b, a));
      expect(distance(a, b) === 0).toBe(a.join() === b.join());
      expect(distance(a, c)).toBeLessThanOrEqual(distance(a, b) + distance(b, c));
    }),
  );
});

test("with too little effort the distance is symmetric and lies between the exact one and the longer length", () => {
  const all = Array.from({ length: 30 }, (_, place) => place);
  const rare = fc.oneof(fc.array(fc.nat(200), { maxLength: 60 }), fc.shuffledSubarray(all));
  fc.assert(
    fc.property(rare, rare, fc.constantFrom(1, 3), fc.nat(300), (a, b, gram, cells) => {
      const bound = distance(a, b, { cells, gram });
      expect(bound).toBeGreaterThanOrEqual(byTable(a, b));
      expect(bound).toBeLessThanOrEqual(Math.max(a.length, b.length));
      expect(distance(b, a, { cells, gram })).toBe(bound);
    }),
  );
});

test("long texts with scattered changes are measured exactly, because they are cut at anchors", () => {
  const a = Array.from({ length: 50_000 }, (_, place) => place);
  const b = a.flatMap((symbol) => (symbol % 100 === 7 ? [] : symbol % 100 === 50 ? [-symbol] : [symbol]));
  expect(distance(a, b, { cells: 1e7, gram: 1 })).toBe(1_000);
  expect(distance(a, b, { cells: 1e7, gram: 8 })).toBe(1_000);
});
