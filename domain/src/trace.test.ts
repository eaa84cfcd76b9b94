import fc from "fast-check";
import { expect, test } from "vitest";
import { givenItem } from "../test/given-item.ts";
import { runsDrawn } from "../test/runs-drawn.ts";
import { runsWithin } from "./geometry/fill.ts";
import { outlineOf } from "./outline.ts";
import { areaOf, type Rle, type Runs } from "./run-length.ts";
import { tracedParts } from "./trace.ts";
import { polygon } from "./types/polygon/polygon.ts";

function drawn(...rows: readonly string[]): { readonly runs: Runs; readonly size: Rle["size"] } {
  return { runs: runsDrawn(rows), size: [rows.length, rows[0]?.length ?? 0] };
}

function partsOf(...rows: readonly string[]) {
  const { runs, size } = drawn(...rows);
  return tracedParts(runs, size);
}

test("a block is its four corners, clockwise from the lower left", () => {
  expect(partsOf("....", ".##.", ".##.")).toEqual([
    {
      points: [
        [1, 3],
        [1, 1],
        [3, 1],
        [3, 3],
      ],
      holes: [],
    },
  ]);
});

test("a ring has a hole, and an island in it is a part of its own", () => {
  const parts = partsOf("#####", "#...#", "#.#.#", "#...#", "#####");

  expect(parts).toMatchObject([{ holes: [[{}, {}, {}, {}]] }, { holes: [] }]);
  expect(parts.map(({ points }) => points.length)).toEqual([4, 4]);
});

test("pixels that touch at a corner are one part, and holes that do so are two", () => {
  expect(partsOf("#.", ".#")).toHaveLength(1);
  expect(partsOf(".#", "#.")).toHaveLength(1);
  expect(partsOf("####", "#.##", "##.#", "####")).toMatchObject([{ holes: [{}, {}] }]);
});

test("an empty mask has no part, and a huge one costs what its runs cost", () => {
  expect(tracedParts(Float64Array.of(), [100, 100])).toEqual([]);
  expect(tracedParts(Float64Array.of(0, 1e8), [1, 1e8])).toHaveLength(1);
});

const masks = fc
  .tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 }))
  .chain(([height, width]) =>
    fc.array(
      fc
        .array(fc.constantFrom("#", "#", "."), { minLength: width, maxLength: width })
        .map((row) => row.join("")),
      { minLength: height, maxLength: height },
    ),
  );

test("what the outlines enclose is the mask, and they are valid results", () => {
  fc.assert(
    fc.property(masks, (rows) => {
      const { runs, size } = drawn(...rows);
      const parts = tracedParts(runs, size);

      const rings = parts.flatMap(({ points, holes }) => [points, ...holes]);
      expect([...runsWithin(rings, size)]).toEqual([...runs]);
      const areas = parts.map(({ points, holes }) => outlineOf(points, holes).area);
      expect(areas.reduce((sum, area) => sum + area, 0)).toBeCloseTo(areaOf(runs));
      const objects = parts.map((part) => ({ label: "a", ...part }));
      const item = givenItem({ width: size[1], height: size[0] });
      expect(polygon.validate({ objects }, item, null)).toEqual([]);
    }),
    { numRuns: 2_000 },
  );
});
