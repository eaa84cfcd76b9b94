import fc from "fast-check";
import type { TSchema } from "typebox";
import { Compile } from "typebox/compile";
import { expect, test } from "vitest";
import { AudioSegmentationResult } from "./audio-segmentation/schema.ts";
import { NamedEntityResult } from "./named-entity-recognition/schema.ts";
import { ObjectDetectionResult } from "./object-detection/schema.ts";
import { shapeFaults } from "./shape.ts";
import { SingleLabel } from "./single-label.ts";
import { TranscriptionResult } from "./transcription/schema.ts";

const box = { x: 1, y: 2, width: 3, height: 4 };
const car = { label: "car", bbox: box };

test.each([
  [null, "", "must be an object"],
  [[], "", "must be an object"],
  [{}, "objects", "is missing"],
  [{ objects: {} }, "objects", "must be a list"],
  [{ objects: [car, 7] }, "objects.1", "must be an object"],
  [{ objects: [{ bbox: box }] }, "objects.0.label", "is missing"],
  [{ objects: [{ ...car, label: "" }] }, "objects.0.label", "must not be empty"],
  [{ objects: [{ ...car, label: "x".repeat(201) }] }, "objects.0.label", "must have at most 200 characters"],
  [
    { objects: [{ ...car, score: 1 }] },
    "objects.0.score",
    "is not a known field; known are label, bbox, attributes",
  ],
  [
    { objects: [car, { ...car, bbox: { ...box, width: 0 } }] },
    "objects.1.bbox.width",
    "must be greater than 0",
  ],
  [{ objects: [{ ...car, bbox: { ...box, x: Number.NaN } }] }, "objects.0.bbox.x", "must be a number"],
  [
    { objects: [{ ...car, bbox: { ...box, x: Number.POSITIVE_INFINITY } }] },
    "objects.0.bbox.x",
    "must be a number",
  ],
  [{ objects: [{ ...car, bbox: { ...box, y: "2" } }] }, "objects.0.bbox.y", "must be a number"],
  [
    { objects: [{ ...car, bbox: { ...box, rotation: 361 } }] },
    "objects.0.bbox.rotation",
    "must be at most 360",
  ],
  [
    { objects: [{ ...car, attributes: { hidden: null } }] },
    "objects.0.attributes.hidden",
    "must be a string or a number or true or false or a list",
  ],
  [
    { objects: [{ ...car, attributes: { "two\nlines": 1 } }] },
    "objects.0.attributes.two\nlines",
    "has a name that is empty, too long or of several lines",
  ],
])("%j is told at %s: %s", (result, path, message) => {
  expect(shapeFaults(ObjectDetectionResult, result, 20)).toEqual([{ path, message }]);
});

test("200 emoji are a label, although they are 400 UTF-16 units", () => {
  expect(shapeFaults(SingleLabel, { label: "😀".repeat(200) }, 20)).toEqual([]);
  expect(shapeFaults(SingleLabel, { label: "😀".repeat(201) }, 20)).toHaveLength(1);
});

test.each([
  ["a list of a million numbers", { objects: new Array(1_000_000).fill(1) }, 1],
  ["10,000 faulty objects", { objects: new Array(10_000).fill({ label: 1 }) }, 20],
  ["100,000 unknown fields", { objects: [], ...Object.fromEntries(numbered(100_000)) }, 20],
  ["100,000 attributes", { objects: [{ ...car, attributes: Object.fromEntries(numbered(100_000)) }] }, 1],
  ["a name of a million letters", { objects: [], ["x".repeat(1_000_000)]: 1 }, 1],
])("%s is told in few and short words", (_, result, faults) => {
  const told = shapeFaults(ObjectDetectionResult, result, 20);
  expect(told).toHaveLength(faults);
  expect(JSON.stringify(told).length).toBeLessThan(5_000);
});

const SCHEMAS: [string, TSchema][] = [
  ["single label", SingleLabel],
  ["object detection", ObjectDetectionResult],
  ["named entity", NamedEntityResult],
  ["transcription", TranscriptionResult],
  ["audio segmentation", AudioSegmentationResult],
];

test.each(SCHEMAS)("reports a fault for exactly the values that the %s schema refuses", (_, schema) => {
  const validator = Compile(schema);
  fc.assert(
    fc.property(nearResult, (value) => {
      expect(shapeFaults(schema, value, 20).length === 0).toBe(validator.Check(value));
    }),
    { numRuns: 500 },
  );
});

/** Values that are often a valid result, or one mistake away from it. */
const number = fc.constantFrom<unknown>(0, 1, 2.5, -1, 400, Number.NaN, "1", null);
const label = fc.constantFrom<unknown>("a", "b", "c", "", 1, "x".repeat(201));
const attribute = fc.oneof(fc.string(), fc.double(), fc.boolean(), fc.array(fc.string()), fc.constant(null));
const object = fc.record(
  {
    label,
    bbox: fc.record(
      { x: number, y: number, width: number, height: number, rotation: number, depth: number },
      { requiredKeys: ["x", "y", "width"] },
    ),
    attributes: fc.dictionary(fc.string(), attribute),
  },
  { requiredKeys: ["label"] },
);
const span = fc.record({ start: number, end: number, label });
const relation = fc.record({ from: number, to: number, label });
const nearResult = fc.oneof(
  fc.record({ label }),
  fc.record({ text: label }),
  fc.record({ segments: fc.array(fc.record({ start: number, end: number, label }), { maxLength: 2 }) }),
  fc.record({ objects: fc.array(object, { maxLength: 2 }) }),
  fc.record(
    { spans: fc.array(span, { maxLength: 2 }), relations: fc.array(relation, { maxLength: 1 }) },
    { requiredKeys: ["spans"] },
  ),
  fc.anything(),
);

function numbered(count: number): [string, number][] {
  return Array.from({ length: count }, (_, index) => [`key${index}`, index]);
}
