import fc from "fast-check";
import { expect, test } from "vitest";
import { givenItem } from "../../../test/given-item.ts";
import { withMembers } from "../../../test/with-members.ts";
import type { Point } from "../../outline.ts";
import { polygon } from "./polygon.ts";
import type { PolygonObject } from "./schema.ts";

const ITEM = givenItem({ width: 100, height: 80 });
const USUAL = { strict: false };

function box(x: number, y: number, width = 10, height = 10): Point[] {
  return [
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height],
  ];
}

function object(label: string, points: readonly Point[], holes?: Point[][]): PolygonObject {
  return holes ? { label, points: [...points], holes } : { label, points: [...points] };
}

function result(...objects: PolygonObject[]) {
  return { objects };
}

test("outlines up to the edges of the image or touching themselves, and holes that touch, are valid", () => {
  const whole = object("car", box(0, 0, 100, 80), [box(0, 0, 50, 80), box(50, 0, 50, 80)]);
  const touching = object("car", [...box(5, 5), [5, 5], [2, 2], [5, 5]]);
  const rounded = object("car", [
    [-5e-7, 0],
    [100.0000009, 0],
    [0, 10],
  ]);
  expect(polygon.validate(result(whole, touching, rounded), ITEM, null)).toEqual([]);
});

test.each<[string, object, string, string]>([
  [
    "two points",
    object("car", [
      [1, 1],
      [2, 2],
    ]),
    "points",
    "must have at least 3 entries, not 2",
  ],
  [
    "a point outside",
    object("car", [
      [1, 1],
      [5, 1],
      [5, 80.5],
    ]),
    "points.2",
    "must lie within the image of 100 × 80 pixels, not at (5, 80.5)",
  ],
  [
    "a bow-tie",
    object("car", [
      [0, 0],
      [10, 10],
      [10, 0],
      [0, 10],
    ]),
    "points",
    "must not cross itself: the line from point 0 to the next crosses the one from point 2",
  ],
  [
    "points on one line",
    object("car", [
      [0, 0],
      [10, 10],
      [20, 20],
    ]),
    "points",
    "must enclose at least 0.0001 square pixels",
  ],
  [
    "a sliver",
    object("car", [
      [0, 0],
      [0.01, 0],
      [0, 0.01],
    ]),
    "points",
    "must enclose at least 0.0001 square pixels",
  ],
  [
    "a hole that crosses itself",
    object("car", box(0, 0, 50, 50), [
      [
        [0, 0],
        [10, 10],
        [10, 0],
        [0, 10],
      ],
    ]),
    "holes.0",
    "must not cross itself: the line from point 0 to the next crosses the one from point 2",
  ],
  [
    "a hole that reaches out",
    object("car", box(0, 0), [box(1, 1, 2, 2), box(5, 5)]),
    "holes",
    "must lie within the outline of the object",
  ],
  [
    "holes that overlap",
    object("car", box(0, 0), [box(1, 1, 4, 4), box(3, 3, 4, 4)]),
    "holes",
    "must not overlap one another",
  ],
  [
    "a point of one number",
    { label: "car", points: [[1], [1, 2], [3, 4]] },
    "points.0",
    "must have at least 2 entries, not 1",
  ],
  [
    "no number",
    {
      label: "car",
      points: [
        [1, Number.NaN],
        [1, 2],
        [3, 4],
      ],
    },
    "points.0.1",
    "must be a number",
  ],
])("%s is told", (_, wrong, field, message) => {
  const objects = [object("car", box(1, 1)), wrong];
  expect(polygon.validate({ objects }, ITEM, null)).toEqual([{ path: `objects.1.${field}`, message }]);
});

test("the fault of an unknown label names its object", () => {
  const [fault] = polygon.validate(result(object("bus", box(0, 0))), ITEM, new Set(["car"]));
  expect(fault?.path).toBe("objects.0.label");
});

test("the distance is the mean over objects of 1 minus the likeness to their match", () => {
  const one = result(object("car", box(0, 0)), object("car", box(50, 0)));
  const other = result(
    object("car", box(0, 0)),
    object("car", box(50, 0), [box(52, 2, 5, 4)]),
    object("bus", box(50, 0)),
  );
  expect(polygon.distance(one, other)).toBeCloseTo((0 + 0 + 0.2 + 0.2 + 1) / 5, 12);
  expect(polygon.distance(one, one)).toBe(0);
  expect(polygon.distance(result(), one)).toBe(1);
});

test("an object matches from an IoU of .5, or from the policy's minimum", () => {
  const audited = result(object("car", box(0, 0)));
  const near = result(object("car", box(0, 0, 10, 6)));
  expect(polygon.acceptable(near, audited, USUAL)).toBe(true);
  expect(polygon.acceptable(near, audited, { strict: false, min_iou: 0.7 })).toBe(false);
  expect(polygon.acceptable(result(object("car", box(0, 0, 10, 4.9))), audited, USUAL)).toBe(false);
  const [left, right] = [0, 6].map((x) =>
    result(
      object("car", [
        [0, 0],
        [10, 0],
        [x, 10],
      ]),
    ),
  ); // IoU .45
  expect(polygon.acceptable(left, right, USUAL)).toBe(false);
  expect(polygon.acceptable(result(object("bus", box(0, 0))), audited, USUAL)).toBe(false);
});

test("the consensus of an object is the drawing most like the others, point for point", () => {
  const [small, middle, large] = [box(2, 2, 8, 8), box(1, 1, 9, 9), box(0, 0)].map((points) =>
    result(object("car", points)),
  );
  expect(polygon.consensus([small, large, middle])).toMatchObject({ result: middle, support: 1 });
});

test("objects that at least half of the annotators drew are kept", () => {
  const [one, two] = [object("car", box(0, 0)), object("car", box(50, 0))];
  const consensus = polygon.consensus([result(one, two), result(one, two), result(one), result(one)]);
  expect(consensus).toMatchObject({ result: result(one, two), support: 0.75 });
  expect(polygon.consensus([result(one), result(two), result()])).toBeNull();
});

const anyObject = fc
  .record({
    label: fc.constantFrom("car", "bus"),
    x: fc.integer({ min: 30, max: 36 }),
    y: fc.integer({ min: 30, max: 36 }),
    radii: fc.array(fc.integer({ min: 10, max: 30 }), { minLength: 3, maxLength: 8 }),
    hasHole: fc.boolean(),
  })
  .map(({ label, x, y, radii, hasHole }) => {
    const points = (share: number) =>
      radii.map((radius, index): Point => {
        const angle = (2 * Math.PI * index) / radii.length;
        return [x + share * radius * Math.cos(angle), y + share * radius * Math.sin(angle)];
      });
    return object(label, points(1), hasHole ? [points(0.4)] : undefined);
  });
const anyAnswers = fc.array(fc.record({ objects: fc.array(anyObject, { maxLength: 4 }) }), {
  minLength: 1,
  maxLength: 4,
});

test("the consensus of valid answers is valid, in whatever order they and their objects come", () => {
  fc.assert(
    fc.property(anyAnswers, (given) => {
      for (const answer of given) expect(polygon.validate(answer, ITEM, null)).toEqual([]);
      const consensus = polygon.consensus(given);
      const mixed = given.toReversed().map(({ objects }) => ({ objects: objects.toReversed() }));
      expect(withMembers(polygon.consensus, mixed)).toEqual(withMembers(polygon.consensus, given));
      if (consensus) expect(polygon.validate(consensus.result, ITEM, null)).toEqual([]);
    }),
    { numRuns: 50 },
  );
});

test("zigzag outlines of the maximum size that overlap each other take bounded time", () => {
  const teeth = (shift: number) => {
    const comb = Array.from(
      { length: 998 },
      (_, index): Point => [index % 2 === 0 ? 1 : 99, shift + index / 13],
    );
    return object("car", [[0, shift], ...comb, [0, 78]]);
  };
  const image = result(...Array.from({ length: 200 }, (_, index) => teeth(index / 200)));
  const other = result(...Array.from({ length: 200 }, (_, index) => teeth(index / 200 + 0.001)));
  const before = process.cpuUsage();
  polygon.validate(image, ITEM, null);
  polygon.consensus([image, other]);
  expect(process.cpuUsage(before).user / 1e6).toBeLessThan(10); // seconds; without bounds it is minutes
}, 60_000);
