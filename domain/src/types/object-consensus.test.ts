import fc from "fast-check";
import { expect, test } from "vitest";
import { givenItem } from "../../test/given-item.ts";
import { withMembers } from "../../test/with-members.ts";
import { objectConsensus as consensusOf } from "./object-consensus.ts";
import { boxKind } from "./object-detection/box-kind.ts";
import { objectDetection } from "./object-detection/object-detection.ts";
import type { DetectedObject } from "./object-detection/schema.ts";

const objectConsensus = (given: readonly { objects: DetectedObject[] }[]) => consensusOf(given, boxKind);

function object(label: string, x: number, y: number, more: Partial<DetectedObject> = {}): DetectedObject {
  return { label, bbox: { x, y, width: 10, height: 10 }, ...more };
}

function answers(...lists: DetectedObject[][]) {
  return lists.map((objects) => ({ objects }));
}

test("the consensus of one answer is that answer", () => {
  const exact = { label: "car", bbox: { x: 0.1, y: 0.7, width: 0.2, height: 0.1 } };
  expect(objectConsensus(answers([exact]))).toMatchObject({ result: { objects: [exact] }, support: 1 });
});

test("an object is the coordinate-wise median of the boxes that match", () => {
  const drawn = answers([object("car", 10, 20)], [object("car", 11, 22)], [object("car", 12, 21)]);
  expect(objectConsensus(drawn)).toMatchObject({ result: { objects: [object("car", 11, 21)] }, support: 1 });
});

test("objects that at least half of the annotators drew are kept, the others lower the support", () => {
  const drawn = answers(
    [object("car", 0, 0), object("car", 50, 0)],
    [object("car", 0, 0), object("car", 50, 0)],
    [object("car", 0, 0), object("car", 90, 0)],
    [object("car", 0, 0)],
  );
  expect(objectConsensus(drawn)).toMatchObject({
    result: { objects: [object("car", 0, 0), object("car", 50, 0)] },
    support: (1 + 2 / 4 + 1 / 4) / 3,
  });
});

test("the consensus of two matching boxes is halfway between them", () => {
  const drawn = answers([object("car", 10, 20)], [object("car", 12, 21)]);
  expect(objectConsensus(drawn)?.result).toEqual({ objects: [object("car", 11, 20.5)] });
});

test("objects are sorted from top to bottom, then from left to right", () => {
  const [upper, left, right] = [object("van", 50, 5), object("car", 20, 30), object("bus", 100, 30)];
  expect(objectConsensus(answers([right, upper, left]))?.result).toEqual({ objects: [upper, left, right] });
});

test("a box between two others that do not match merges them into one object", () => {
  const drawn = answers([object("car", 0, 0)], [object("car", 6, 0)], [object("car", 3, 0)]);
  expect(objectConsensus(drawn)).toMatchObject({ result: { objects: [object("car", 3, 0)] }, support: 1 });
});

test("two objects of one annotator stay two, however close", () => {
  const close = [object("car", 0, 0), object("car", 1, 0)];
  expect(objectConsensus(answers(close, close))?.result).toEqual({ objects: close });
});

test("the consensus is the empty answer with full support if nobody drew anything", () => {
  expect(objectConsensus(answers([], []))).toMatchObject({ result: { objects: [] }, support: 1 });
});

test("the consensus is empty if most drew nothing, and a tie if half drew something but nothing in common", () => {
  expect(objectConsensus(answers([object("car", 0, 0)], [], []))?.result).toEqual({ objects: [] });
  expect(objectConsensus(answers([object("car", 0, 0)], [object("car", 50, 0)], []))).toBeNull();
});

test("more objects than a result may have are a tie", () => {
  const many = (y: number) => Array.from({ length: 6_000 }, (_, index) => object("car", 20 * index, y));
  expect(objectConsensus(answers(many(0), many(50)))).toBeNull();
});

test("attributes have the value that most of the object's annotators gave, and are omitted on a tie", () => {
  const drawn = answers(
    [object("car", 0, 0, { attributes: { color: "red", doors: 4, parked: true, size: "big" } })],
    [object("car", 0, 0, { attributes: { color: "red", doors: 2, size: "small" } })],
    [object("car", 0, 0, { attributes: { color: "blue", doors: 2 } })],
  );
  const attributes = { color: "red", doors: 2 };
  expect(objectConsensus(drawn)?.result).toEqual({ objects: [object("car", 0, 0, { attributes })] });
});

test("of rotated boxes the consensus is the one most like the others", () => {
  const turned = (rotation: number) => ({
    label: "car",
    bbox: { x: 0, y: 40, width: 100, height: 20, rotation },
  });
  const drawn = answers([turned(358)], [turned(-1)], [turned(3)]);
  expect(objectConsensus(drawn)?.result).toEqual({ objects: [turned(-1)] });
});

const anyObject = fc.record({
  label: fc.constantFrom("car", "bus"),
  bbox: fc.record(
    {
      x: fc.integer({ min: 0, max: 12 }),
      y: fc.integer({ min: 0, max: 6 }),
      width: fc.integer({ min: 5, max: 12 }),
      height: fc.integer({ min: 5, max: 12 }),
      rotation: fc.constantFrom(0, 30, 90),
    },
    { requiredKeys: ["x", "y", "width", "height"] },
  ),
  attributes: fc.dictionary(fc.constantFrom("a", "b"), fc.constantFrom(true, "x", 1)),
});
const anyAnswers = fc.array(fc.record({ objects: fc.array(anyObject, { maxLength: 5 }) }), {
  minLength: 1,
  maxLength: 5,
});

test("the groups list the merged objects by their indexes, in the order of the result", () => {
  const [left, right] = [object("car", 0, 0), object("car", 50, 0)];
  const drawn = answers([right, left], [object("car", 90, 0), object("car", 1, 0)], [left, right]);

  expect(objectConsensus(drawn)).toMatchObject({
    result: { objects: [left, right] },
    groups: [
      [1, 1, 0],
      [0, null, 1],
    ],
  });
  const groups = objectDetection.objectGroups(drawn);
  expect(groups).toHaveLength(3);
  expect(groups).toEqual(
    expect.arrayContaining([
      [1, 1, 0],
      [0, null, 1],
      [null, 0, null],
    ]),
  );
  expect(objectDetection.objectGroups(drawn.slice(1), 0.9)).toHaveLength(4);
});

test("neither the order of the answers nor that of their objects matters", () => {
  const shuffled = anyAnswers.chain((given) =>
    fc.tuple(
      fc.constant(given),
      fc
        .shuffledSubarray(given, { minLength: given.length })
        .map((list) => list.map(({ objects }) => ({ objects: objects.toReversed() }))),
    ),
  );
  fc.assert(
    fc.property(shuffled, ([given, mixed]) => {
      expect(withMembers(objectConsensus, mixed)).toEqual(withMembers(objectConsensus, given));
    }),
    { numRuns: 300 },
  );
});

test("attributes beyond the maximum are dropped by name", () => {
  const named = (from: number) =>
    Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`a${(from + index) % 75}`, true]));
  const image = givenItem({ width: 10, height: 10 });
  const drawn = answers(...[0, 25, 50].map((from) => [object("car", 0, 0, { attributes: named(from) })]));
  expect(objectDetection.validate(objectConsensus(drawn)?.result, image, null)).toEqual([]);
});

test("the consensus of valid answers is valid, and its support from 0 to 1", () => {
  fc.assert(
    fc.property(anyAnswers, (given) => {
      const boxes = given.flatMap(({ objects }) => objects.map(({ bbox }) => bbox));
      const image = givenItem({
        width: Math.max(0, ...boxes.map(({ x, width }) => x + width)),
        height: Math.max(0, ...boxes.map(({ y, height }) => y + height)),
      });
      const consensus = objectConsensus(given);
      if (consensus === null) return;
      expect(objectDetection.validate(consensus.result, image, null)).toEqual([]);
      expect(consensus.support).toBeGreaterThan(0);
      expect(consensus.support).toBeLessThanOrEqual(1);
    }),
  );
});
