import { expect, test } from "vitest";
import { isSameAnswer, proposeVerdict } from "./audit-verdict.ts";
import type { AnnotationType } from "./types/annotation-type.ts";
import { multilabelClassification } from "./types/multilabel-classification/multilabel-classification.ts";
import { objectDetection } from "./types/object-detection/object-detection.ts";
import { textGeneration } from "./types/text-generation/text-generation.ts";
import { transcription } from "./types/transcription/transcription.ts";

const rulesOf = (type: AnnotationType) => ({ type, fields: [], scored: [], tolerance: { strict: false } });
const answer = (result: unknown, fields: Readonly<Record<string, unknown>> | null = null) => ({
  result,
  fields,
});
const box = (width: number, label = "cat") =>
  answer({ objects: [{ label, bbox: { x: 0, y: 0, width, height: 10 } }] });

test("an equal answer is accepted, one within tolerance accepted with a change, any other wrong", () => {
  const verdicts = [box(10), box(11), box(30), box(10, "dog")].map((audited) =>
    proposeVerdict(rulesOf(objectDetection), box(10), audited),
  );
  expect(verdicts).toEqual(["accepted", "accepted_with_change", "wrong", "wrong"]);
});

test("another form of the same answer is no change, but a letter in another case is", () => {
  const isSame = (type: AnnotationType, one: unknown, other: unknown) =>
    isSameAnswer(rulesOf(type), answer(one), answer(other));

  expect(isSame(multilabelClassification, { labels: ["a", "b"] }, { labels: ["b", "a"] })).toBe(true);
  expect(isSame(textGeneration, { text: "A dog." }, { text: "A dog. " })).toBe(true);
  expect(isSame(transcription, { text: "A dog" }, { text: "a dog" })).toBe(false);
  expect(isSame(objectDetection, box(10).result, box(10).result)).toBe(true);
});

test("changed fields are a change, absent ones are not", () => {
  const { result } = box(10);
  const isSame = (one: Record<string, unknown> | null, other: Record<string, unknown> | null) =>
    isSameAnswer(rulesOf(objectDetection), answer(result, one), answer(result, other));

  expect([
    isSame(null, {}),
    isSame({ tone: "dry" }, { tone: "dry" }),
    isSame({ tone: "dry" }, { tone: "wet" }),
  ]).toEqual([true, true, false]);
  expect(isSame({ sure: ["a"] }, { sure: { 0: "a" } })).toBe(false);
});
