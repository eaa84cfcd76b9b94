import fc from "fast-check";
import { expect, test } from "vitest";
import { givenItem } from "../../../test/given-item.ts";
import { withMembers } from "../../../test/with-members.ts";
import { audioSegmentation } from "./audio-segmentation.ts";
import { segmentConsensus } from "./consensus.ts";
import { timeIou } from "./match.ts";
import type { Segment } from "./schema.ts";

const RECORDING = givenItem({ duration: 60 });

function segment(start: number, end: number, label = "agent", text?: string): Segment {
  return text === undefined ? { start, end, label } : { start, end, label, text };
}

function result(...segments: Segment[]) {
  return { segments };
}

test("faults name the segment: an end not after its start, an end after the recording, an unknown label", () => {
  const faults = audioSegmentation.validate(
    result(segment(2, 2), segment(50, 60.2), segment(0, 1, "dog"), segment(59, 60.05)),
    RECORDING,
    new Set(["agent"]),
  );
  expect(faults.map(({ path }) => path)).toEqual(["segments.0.end", "segments.1.end", "segments.2.label"]);
  expect(faults[0]?.message).toBe("must be greater than start, which is 2");
  expect(faults[1]?.message).toContain("60 seconds");
  expect(audioSegmentation.validate(result(segment(-1, 2)), RECORDING, null)).toEqual([
    { path: "segments.0.start", message: "must be at least 0" },
  ]);
});

test("the likeness of two segments is their shared time divided by the time they cover together", () => {
  expect(timeIou(segment(0, 10), segment(5, 15))).toBe(1 / 3);
  expect([timeIou(segment(0, 1), segment(1, 2)), timeIou(segment(3, 4), segment(3, 4))]).toEqual([0, 1]);
});

test("a segment has the median start and end of those that match, and the text that most annotators wrote", () => {
  const given = [
    result(segment(1, 5, "agent", "Good morning all"), segment(20, 22, "noise")),
    result(segment(1.2, 5.5, "agent", "good morning all")),
    result(segment(1.1, 4.9, "agent", "Good morning, ball"), segment(30, 31, "caller")),
  ];
  expect(segmentConsensus(given)).toMatchObject({
    result: { segments: [segment(1.1, 5, "agent", "Good morning all")] },
    support: 5 / 9,
  });
});

test("a text that is a tie, or that fewer than half wrote, is omitted from its segment", () => {
  const two = [result(segment(0, 2, "agent", "yes")), result(segment(0, 2, "agent", "no"))];
  expect(segmentConsensus(two)?.result).toEqual(result(segment(0, 2)));
  const one = [result(segment(0, 2, "agent", "yes")), result(segment(0, 2)), result(segment(0, 2))];
  expect(segmentConsensus(one)?.result).toEqual(result(segment(0, 2)));
});

test("speakers who talk at once stay two segments, and two segments of one annotator stay two", () => {
  const both = result(segment(0, 4), segment(0, 4, "caller"), segment(0, 3.9));
  expect(segmentConsensus([both, both])?.result).toEqual(
    result(segment(0, 3.9), segment(0, 4), segment(0, 4, "caller")),
  );
});

test("if nobody heard anything the consensus is the empty answer; if half heard different things it is a tie", () => {
  expect(segmentConsensus([result(), result()])).toMatchObject({ result: result(), support: 1 });
  expect(segmentConsensus([result(segment(0, 1)), result(), result()])?.result).toEqual(result());
  expect(segmentConsensus([result(segment(0, 1)), result(segment(5, 6)), result()])).toBeNull();
});

test("the distance of answers is the segments and texts that they do not share", () => {
  const one = result(segment(0, 10), segment(20, 30));
  expect(audioSegmentation.distance(one, one)).toBe(0);
  expect(audioSegmentation.distance(one, result(segment(0, 10), segment(20, 30, "caller")))).toBe(1 / 2);
  expect(audioSegmentation.distance(one, result(segment(0, 10)))).toBeCloseTo(1 / 3);
  const said = (text: string) => result(segment(0, 10, "agent", text));
  expect(audioSegmentation.distance(said("abcd"), said("abcx"))).toBe(1 / 4);
});

test("an answer is acceptable from an F1 of .9 on, with texts up to a word error rate of .05", () => {
  const list = Array.from({ length: 10 }, (_, place) => segment(place, place + 1, "agent", "one two"));
  const stands = (delivered: Segment[], tolerance = {}) =>
    audioSegmentation.acceptable(result(...delivered), result(...list), { strict: false, ...tolerance });
  expect([stands(list), stands(list.slice(1)), stands(list.slice(2))]).toEqual([true, true, false]);
  expect([stands(list.slice(1), { strict: true }), stands(list, { strict: true })]).toEqual([false, true]);
  const misheard = list.map((one, place) => (place < 2 ? { ...one, text: "one too" } : one));
  expect([stands(misheard), stands(misheard, { max_wer: 0.5 })]).toEqual([false, true]);
  const late = list.map((one) => ({ ...one, start: one.start + 0.4 }));
  expect([stands(late), stands(late, { min_iou: 0.7 })]).toEqual([true, false]);
});

const anySegment = fc
  .tuple(
    fc.nat(20),
    fc.integer({ min: 1, max: 8 }),
    fc.constantFrom("a", "b"),
    fc.constantFrom(undefined, "x y", "x z"),
  )
  .map(([start, length, label, text]) => segment(start / 2, (start + length) / 2, label, text));
const anyAnswers = fc.array(fc.array(anySegment, { maxLength: 5 }), { minLength: 1, maxLength: 5 });

test("the consensus is valid, whatever the order of answers and segments", () => {
  fc.assert(
    fc.property(anyAnswers, (answers) => {
      const given = answers.map((segments) => ({ segments }));
      const found = segmentConsensus(given);
      const turned = answers.map((segments) => ({ segments: segments.toReversed() })).reverse();
      expect(withMembers(segmentConsensus, turned)).toEqual(withMembers(segmentConsensus, given));
      if (found === null) return;
      expect(audioSegmentation.validate(found.result, RECORDING, null)).toEqual([]);
      expect(found.support).toBeGreaterThan(0);
      expect(found.support).toBeLessThanOrEqual(1);
    }),
    { numRuns: 200 },
  );
});

test("ten thousand segments at one time are compared in bounded time", () => {
  const many = (shift: number) =>
    result(...Array.from({ length: 10_000 }, (_, place) => segment(shift, 50 + place / 1e4)));
  expect(audioSegmentation.distance(many(0), many(0.1))).toBeGreaterThanOrEqual(0);
  expect(() => segmentConsensus([many(0), many(0.1)])).not.toThrow();
});

test("the groups list the merged segments by their indexes", () => {
  const given = [
    result(segment(20, 30), segment(0, 10)),
    result(segment(1, 10), segment(40, 50)),
    result(segment(0, 9, "noise"), segment(0, 10)),
  ];

  expect(segmentConsensus(given)).toMatchObject({ result: result(segment(0, 10)), groups: [[1, 0, 1]] });
  expect(audioSegmentation.objectGroups(given)).toHaveLength(4);
  expect(audioSegmentation.objectGroups(given, 0.95)).toContainEqual([null, 0, null]);
});
