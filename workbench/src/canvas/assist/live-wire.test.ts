import fc from "fast-check";
import { expect, test } from "vitest";
import { edgesOf, snappedToEdge, wiresFrom, wireTo } from "./live-wire.ts";
import { rasterOf } from "./raster.ts";

const [WIDTH, HEIGHT] = [12, 10];
const edges = fc.uint8Array({ minLength: WIDTH * HEIGHT, maxLength: WIDTH * HEIGHT });
const place = fc.tuple(fc.nat(WIDTH - 1), fc.nat(HEIGHT - 1));

/** What a way costs: each pixel but the first, in units of a straight step. */
function costOf(levels: Uint8Array, way: readonly (readonly [number, number])[]): number {
  return way.slice(1).reduce((sum, [x, y], index) => {
    const [fromX = 0, fromY = 0] = way[index] ?? [];
    const price = 1 + Math.round(40 * (1 - Math.sqrt((levels[y + HEIGHT * x] ?? 0) / 255)));
    return sum + price * (fromX === x || fromY === y ? 5 : 7);
  }, 0);
}

const places = Array.from(
  { length: WIDTH * HEIGHT },
  (_, at) => [Math.floor(at / HEIGHT), at % HEIGHT] as const,
);
const neighbors = places.flatMap((from) =>
  places
    .filter(([x, y]) => Math.max(Math.abs(x - from[0]), Math.abs(y - from[1])) === 1)
    .map((to) => ({ from, to })),
);

/** The least costs by the algorithm of Bellman and Ford, which is slow and simple. */
function leastCosts(levels: Uint8Array, [x, y]: readonly [number, number]): number[] {
  const costs = places.map(() => 1e9);
  costs[y + HEIGHT * x] = 0;
  const steps = neighbors.map(({ from, to }) => ({
    from: from[1] + HEIGHT * from[0],
    to: to[1] + HEIGHT * to[0],
    cost: costOf(levels, [from, to]),
  }));
  for (let isChanged = true; isChanged; ) {
    isChanged = false;
    for (const { from, to, cost } of steps) {
      const sum = (costs[from] ?? 0) + cost;
      if (sum < (costs[to] ?? 0)) [costs[to], isChanged] = [sum, true];
    }
  }
  return costs;
}

test("a wire is a chain of neighbors and the cheapest one", () => {
  fc.assert(
    fc.property(edges, place, place, (levels, start, end) => {
      const way = wireTo(wiresFrom(levels, WIDTH, HEIGHT, start), end);
      expect(way[0]).toEqual(start);
      expect(way.at(-1)).toEqual(end);
      for (const [index, [x, y]] of way.slice(1).entries()) {
        const [fromX = 0, fromY = 0] = way[index] ?? [];
        expect(Math.max(Math.abs(x - fromX), Math.abs(y - fromY))).toBe(1);
      }
      expect(costOf(levels, way)).toBe(leastCosts(levels, start)[end[1] + HEIGHT * end[0]]);
    }),
    { numRuns: 40 },
  );
});

test("a wire follows the edge of a square around its corner, and a click beside an edge snaps to it", () => {
  const rows = Uint32Array.from({ length: 40 * 40 }, (_, at) =>
    at % 40 >= 10 && at % 40 < 30 && at >= 400 && at < 1200 ? 0xff_30_30_e0 : 0xff_30_30_30,
  );
  const raster = rasterOf(rows, 40, 40);
  const found = edgesOf(raster);
  const start = snappedToEdge({ edges: found, width: 40, height: 40 }, [13, 20], 5);
  expect([9, 10]).toContain(start[0]);
  const way = wireTo(wiresFrom(found, 40, 40, start), [20, 10]);
  for (const [x, y] of way) expect(Math.min(Math.abs(x - 9.5), Math.abs(y - 9.5))).toBeLessThan(1);
  expect(way.some(([x, y]) => x < 12 && y < 12)).toBe(true);
  expect(snappedToEdge({ edges: found, width: 40, height: 40 }, [20, 20], 5)).toEqual([20, 20]);
});
