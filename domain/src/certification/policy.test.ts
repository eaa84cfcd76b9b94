import { Value } from "typebox/value";
import { expect, test } from "vitest";
import type { AnnotationType } from "../types/annotation-type.ts";
import { audioSegmentation } from "../types/audio-segmentation/audio-segmentation.ts";
import { keypoint } from "../types/keypoint/keypoint.ts";
import { namedEntityRecognition } from "../types/named-entity-recognition/named-entity-recognition.ts";
import { objectDetection } from "../types/object-detection/object-detection.ts";
import { ranking } from "../types/ranking/ranking.ts";
import { rating } from "../types/rating/rating.ts";
import { semanticSegmentation } from "../types/semantic-segmentation/semantic-segmentation.ts";
import { textClassification } from "../types/text-classification/text-classification.ts";
import { transcription } from "../types/transcription/transcription.ts";
import { boundedPolicy, QualityPolicy, resolvePolicy, toleranceOf, toleranceSentence } from "./policy.ts";

test("a level without overrides has its own overlap and audit mode", () => {
  expect(resolvePolicy("standard", textClassification, {})).toEqual({
    level: "standard",
    score: 80,
    overlap: 2,
    overlap_share: 1,
    audit_mode: "verify",
    evidence: "audit",
    audit_plan: "thrifty",
    strict: false,
    tolerance: {},
    min_support: 0.5,
    even_median: "tie",
    slices: [],
    max_excluded_share: 0.1,
    gold_share: 0.1,
    gold_floor: null,
    feedback: false,
    require_persons: false,
    show_predictions: true,
    label_floor: null,
    max_spam_share: null,
    predictions: { withhold: 0.1 },
  });
  expect(resolvePolicy("premium", objectDetection, {})).toMatchObject({ overlap: 3, audit_mode: "blind" });
  expect(resolvePolicy("none", objectDetection, {})).toMatchObject({ overlap: 1, score: 0 });
});

test("elite requires five answers for objects and three for everything else", () => {
  const types = [objectDetection, textClassification, namedEntityRecognition];
  expect(types.map((type) => resolvePolicy("elite", type, {}).overlap)).toEqual([5, 3, 3]);
});

test("the overrides of the project apply", () => {
  const overrides = { overlap: 1, audit_mode: "verify", audit_plan: "forgiving", strict: true } as const;
  expect(resolvePolicy("elite", objectDetection, overrides)).toMatchObject({
    ...overrides,
    score: 95,
    min_support: 0.5,
  });
});

test("agreement is evidence for basic only", () => {
  expect(resolvePolicy("basic", objectDetection, { evidence: "agreement" }).evidence).toBe("agreement");
  for (const level of ["none", "standard", "premium", "elite"] as const) {
    expect(() => resolvePolicy(level, objectDetection, { evidence: "agreement" })).toThrow(
      expect.objectContaining({ code: "invalid_request", message: expect.stringContaining(level) }),
    );
  }
});

test("the schema accepts values in range and refuses unknown fields", () => {
  const accepted = [
    {},
    { overlap: 20 },
    { min_support: 1, max_excluded_share: 0 },
    { evidence: "agreement" },
    { tolerance: { min_f1: 0.5, min_iou: 0.5, max_steps: 0, max_wer: 0.5 } },
  ];
  const refused = [
    { overlap: 0 },
    { overlap: 21 },
    { overlap: 1.5 },
    { audit_mode: "open" },
    { evidence: "model" },
    { max_looks: 2 },
    { audit_plan: "generous" },
    { min_support: 1.1 },
    { max_excluded_share: -0.1 },
    { strict: "yes" },
    { qualityLevel: 1 },
    { tolerance: { min_f1: 1.1 } },
    { tolerance: { min_f1: 0 } },
    { tolerance: { min_iou: 0.49 } },
    { tolerance: { max_wer: 1 } },
    { tolerance: { min_F1: 1 } },
  ];
  expect(accepted.map((policy) => Value.Check(QualityPolicy, policy))).not.toContain(false);
  expect(refused.map((policy) => Value.Check(QualityPolicy, policy))).not.toContain(true);
});

test("a policy has all thresholds of its type and accepts no others", () => {
  expect(resolvePolicy("standard", objectDetection, { tolerance: { min_f1: 0.8 } }).tolerance).toEqual({
    min_f1: 0.8,
    min_iou: 0.5,
  });
  expect(() => resolvePolicy("standard", objectDetection, { tolerance: { max_wer: 0.1 } })).toThrow(
    "quality_policy.tolerance.max_wer does not apply to object_detection, which has min_f1, min_iou",
  );
  expect(() => resolvePolicy("standard", textClassification, { tolerance: { min_f1: 1 } })).toThrow(
    "which has no thresholds",
  );
});

test("no policy makes a constant rating acceptable beside every other rating", () => {
  const withScale = (max: number) => rating.configured({ scales: [{ name: "taste", min: 1, max }] });
  const resolved = (max: number, tolerance = {}) =>
    resolvePolicy("standard", withScale(max), { tolerance }).tolerance;

  expect([2, 3, 4, 5, 10].map((max) => resolved(max))).toEqual([
    { max_steps: 0 },
    { max_steps: 0 },
    { max_steps: 0 },
    { max_steps: 1 },
    { max_steps: 1 },
  ]);
  expect(resolved(9, { max_steps: 2 })).toEqual({ max_steps: 2 });
  expect(() => resolved(9, { max_steps: 3 })).toThrow(
    "quality_policy.tolerance.max_steps must be at most 2 (got 3): a quarter of the steps of the shortest scale",
  );
  const values = [1, 2, 3].map((taste) => ({ ratings: { taste } }));
  for (const constant of values) {
    const accepted = values.filter((audited) =>
      withScale(3).acceptable(constant, audited, { strict: false }),
    );
    expect(accepted).toEqual([constant]);
  }
});

test("the description states the tolerance, and is empty if answers must be equal", () => {
  const words = (type: AnnotationType, strict = false) =>
    toleranceSentence(type, resolvePolicy("standard", type, { strict }));

  expect(words(objectDetection)).toBe(
    "Two answers count as the same if their F1 is at least 0.9, where boxes match from an IoU of 0.5 with the same label.",
  );
  expect(words(objectDetection, true)).toContain("F1 is at least 1, where boxes match");
  expect(words(keypoint)).toContain("objects match from an OKS of 0.5");
  expect(words(rating)).toBe("Two answers count as the same if their ratings differ by at most 1 step.");
  expect([words(rating, true), words(textClassification), words(ranking, true)]).toEqual(["", "", ""]);
  expect(words(ranking)).toBe("Two answers count as the same if they have the same first place.");
  expect(words(transcription)).toContain("if the word error rate is at most 0.05; case,");
  expect(words(audioSegmentation)).toContain(
    "segments match from an IoU in time of 0.5 and up to a word error rate of 0.05.",
  );
  expect(words(semanticSegmentation)).toContain("if the mean IoU of their labels is at least 0.85.");
  expect(words(namedEntityRecognition)).toContain("F1 is at least 0.9, where spans match");
});

test("a stored threshold that is looser than allowed is replaced by the loosest allowed; others stay", () => {
  const bounded = (type: AnnotationType, tolerance: QualityPolicy["tolerance"]) =>
    boundedPolicy(type, { overlap: 2, ...(tolerance && { tolerance }) });

  expect(bounded(objectDetection, { min_f1: 0.1, min_iou: 0.7 })).toEqual({
    overlap: 2,
    tolerance: { min_f1: 0.5, min_iou: 0.7 },
  });
  expect(bounded(rating, { max_steps: 3 })).toEqual({ overlap: 2, tolerance: { max_steps: 1 } });
  expect(bounded(transcription, { max_wer: 0.9 })).toEqual({ overlap: 2, tolerance: { max_wer: 0.5 } });
  expect(bounded(rating, undefined)).toEqual({ overlap: 2 });
});

test("a batch created before thresholds existed uses the defaults of its type", () => {
  expect(toleranceOf({ strict: true })).toEqual({ strict: true });
  expect(toleranceOf({ strict: false, tolerance: { min_f1: 0.8 } })).toEqual({ strict: false, min_f1: 0.8 });
});
