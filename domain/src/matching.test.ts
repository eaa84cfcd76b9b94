import fc from "fast-check";
import { expect, test } from "vitest";
import { assign, type Edge, EXACT_LIMIT, maximumMatching } from "./matching.ts";

const weight = fc.integer({ min: 0, max: 20 });
const table = fc.tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 0, max: 2 })).chain(([rows, more]) =>
  fc.array(fc.array(weight, { minLength: rows + more, maxLength: rows + more }), {
    minLength: rows,
    maxLength: rows,
  }),
);

test("an assignment has the greatest total of all", () => {
  fc.assert(
    fc.property(table, (weights) => {
      const columns = assign(weights);
      expect(new Set(columns).size).toBe(weights.length);
      const total = columns.reduce((sum, column, row) => sum + (weights[row]?.[column] ?? Number.NaN), 0);
      expect(total).toBe(bestTotal(weights));
    }),
  );
});

test("each row needs its own column: refuses more rows than columns", () => {
  expect(() => assign([[1], [1]])).toThrow(RangeError);
});

test("a matching has the greatest total of all, with more on either side", () => {
  fc.assert(
    fc.property(table, fc.boolean(), (weights, flip) => {
      const edges = toEdges(weights).map((edge) =>
        flip ? { left: edge.right, right: edge.left, weight: edge.weight } : edge,
      );
      const matching = maximumMatching(edges);
      expect(totalOf(matching)).toBe(bestTotal(weights));
      expect(new Set(matching.map(({ left }) => left)).size).toBe(matching.length);
      expect(new Set(matching.map(({ right }) => right)).size).toBe(matching.length);
    }),
  );
});

test("prefers two medium pairs to one good pair", () => {
  const edges = [
    { left: 0, right: 0, weight: 0.9 },
    { left: 0, right: 1, weight: 0.6 },
    { left: 1, right: 0, weight: 0.6 },
  ];
  expect(maximumMatching(edges)).toEqual([edges[1], edges[2]]);
});

test("a group too large for the exact method still gets at least half of the best total", () => {
  const size = EXACT_LIMIT + 1;
  const edges = Array.from({ length: size }, (_, index) => [
    { left: index, right: index, weight: 1 },
    { left: index, right: (index + 1) % size, weight: 0.5 },
  ]).flat();
  expect(totalOf(maximumMatching(edges))).toBe(size);
});

test("no edges give no matching", () => {
  expect(maximumMatching([])).toEqual([]);
});

function toEdges(weights: readonly (readonly number[])[]): Edge[] {
  return weights.flatMap((line, left) =>
    line.flatMap((value, right) => (value > 0 ? [{ left, right, weight: value }] : [])),
  );
}

function totalOf(edges: readonly Edge[]): number {
  return edges.reduce((sum, edge) => sum + edge.weight, 0);
}

/** By brute force. */
function bestTotal([line, ...rest]: readonly (readonly number[])[], used: readonly number[] = []): number {
  if (line === undefined) return 0;
  const totals = line.flatMap((value, column) =>
    used.includes(column) ? [] : [value + bestTotal(rest, [...used, column])],
  );
  return Math.max(...totals);
}
