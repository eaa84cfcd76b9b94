import { findAnnotationType } from "@assay/domain/types/registry.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { formatClock } from "../../strings/format.ts";
import { segmentEntries, segmentsIn, stretchOf } from "./answer.ts";

const second = fc.double({ min: -5, max: 70, noNaN: true });

test("every stretch that is drawn becomes a valid segment or none", () => {
  const validate = findAnnotationType("diarization")?.validate;
  fc.assert(
    fc.property(second, second, fc.double({ min: 1, max: 60, noNaN: true }), (one, other, duration) => {
      const stretch = stretchOf(one, other, duration);
      if (stretch === undefined) return;
      const facts = { width: null, height: null, text: null, duration, responses: null };
      expect(validate?.({ segments: [{ ...stretch, label: "a" }] }, facts, null)).toEqual([]);
    }),
  );
});

test("a stretch is ordered and clipped to the recording; an empty one is dropped", () => {
  expect(stretchOf(3, 1, 10)).toEqual({ start: 1, end: 3 });
  expect(stretchOf(-1, 11, 10)).toEqual({ start: 0, end: 10 });
  expect(stretchOf(2.0001, 2, 10)).toBeUndefined();
});

test("a result survives the conversion to entries and back", () => {
  const segments = [
    { start: 1, end: 2, label: "a", text: "Good morning." },
    { start: 0, end: 3, label: "b" },
  ];
  expect([...segmentsIn(new Map(segmentEntries({ segments }))).values()]).toEqual(segments);
});

test.each([
  [0, "0:00.00"],
  [59.999, "1:00.00"],
  [3671.5, "61:11.50"],
])("%s seconds are %s", (seconds, shown) => {
  expect(formatClock(seconds)).toBe(shown);
});
