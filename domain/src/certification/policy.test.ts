import { Value } from "typebox/value";
import { expect, test } from "vitest";
import { namedEntityRecognition } from "../types/named-entity-recognition/named-entity-recognition.ts";
import { objectDetection } from "../types/object-detection/object-detection.ts";
import { textClassification } from "../types/text-classification/text-classification.ts";
import { QualityPolicy, resolvePolicy, toleranceOf } from "./policy.ts";

test("a level without overrides has its own overlap and audit mode", () => {
  expect(resolvePolicy("standard", textClassification, {})).toEqual({
    level: "standard",
    score: 80,
    overlap: 2,
    overlap_share: 1,
    audit_mode: "verify",
    evidence: "audit",
    max_looks: 2,
    strict: false,
    tolerance: {},
    min_support: 0.5,
    max_excluded_share: 0.1,
    gold_share: 0.1,
    gold_floor: null,
    feedback: false,
    label_floor: null,
    max_spam_share: null,
  });
  expect(resolvePolicy("premium", objectDetection, {})).toMatchObject({ overlap: 3, audit_mode: "blind" });
  expect(resolvePolicy("none", objectDetection, {})).toMatchObject({ overlap: 1, score: 0 });
});

test("elite asks five answers for objects and three for all else", () => {
  const types = [objectDetection, textClassification, namedEntityRecognition];
  expect(types.map((type) => resolvePolicy("elite", type, {}).overlap)).toEqual([5, 3, 3]);
});

test("what the project overrides is in force", () => {
  const overrides = { overlap: 1, audit_mode: "verify", max_looks: 3, strict: true } as const;
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

test("the schema takes what is in range and no unknown field", () => {
  const accepted = [
    {},
    { overlap: 20 },
    { min_support: 1, max_excluded_share: 0 },
    { evidence: "agreement" },
    { tolerance: { min_f1: 1, min_iou: 0, max_steps: 0, max_wer: 0.2 } },
  ];
  const refused = [
    { overlap: 0 },
    { overlap: 21 },
    { overlap: 1.5 },
    { audit_mode: "open" },
    { evidence: "model" },
    { max_looks: 5 },
    { min_support: 1.1 },
    { max_excluded_share: -0.1 },
    { strict: "yes" },
    { qualityLevel: 1 },
    { tolerance: { min_f1: 1.1 } },
    { tolerance: { min_F1: 1 } },
  ];
  expect(accepted.map((policy) => Value.Check(QualityPolicy, policy))).not.toContain(false);
  expect(refused.map((policy) => Value.Check(QualityPolicy, policy))).not.toContain(true);
});

test("a policy has all thresholds of its type, and takes no others", () => {
  expect(resolvePolicy("standard", objectDetection, { tolerance: { min_f1: 0.8 } }).tolerance).toEqual({
    min_f1: 0.8,
    min_iou: 0.5,
  });
  expect(() => resolvePolicy("standard", objectDetection, { tolerance: { max_wer: 0.1 } })).toThrow(
    "quality_policy.tolerance.max_wer means nothing for object_detection, which has min_f1, min_iou",
  );
  expect(() => resolvePolicy("standard", textClassification, { tolerance: { min_f1: 1 } })).toThrow(
    "which has no thresholds",
  );
});

test("a batch from before thresholds is judged by the type's own", () => {
  expect(toleranceOf({ strict: true })).toEqual({ strict: true });
  expect(toleranceOf({ strict: false, tolerance: { min_f1: 0.8 } })).toEqual({ strict: false, min_f1: 0.8 });
});
