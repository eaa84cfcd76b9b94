import fc from "fast-check";
import { expect, test } from "vitest";
import { givenItem } from "../../test/given-item.ts";
import { imageClassification } from "./image-classification/image-classification.ts";
import { textClassification } from "./text-classification/text-classification.ts";

const ITEM = givenItem({ text: "fine" });
const labeled = (label: string) => ({ label });

test.each([imageClassification, textClassification])("$name takes the most frequent label", (type) => {
  expect(type.consensus(["cat", "dog", "cat"].map(labeled))).toEqual({
    result: { label: "cat" },
    support: 2 / 3,
  });
  expect(type.consensus(["cat"].map(labeled))).toEqual({ result: { label: "cat" }, support: 1 });
});

test("a shared top count is a tie", () => {
  expect(imageClassification.consensus(["cat", "dog"].map(labeled))).toBeNull();
  expect(imageClassification.consensus(["cat", "dog", "cow", "cow", "dog"].map(labeled))).toBeNull();
});

test("the order of the answers does not matter", () => {
  const answers = fc.array(fc.constantFrom("a", "b", "c"), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(answers, (labels) => {
      const forward = imageClassification.consensus(labels.map(labeled));
      expect(imageClassification.consensus(labels.toReversed().map(labeled))).toEqual(forward);
    }),
  );
});

test("the distance of answers is 0 or 1, and a label is acceptable if it equals the auditor's", () => {
  const [cat, dog] = [labeled("cat"), labeled("dog")];
  expect([textClassification.distance(cat, cat), textClassification.distance(cat, dog)]).toEqual([0, 1]);
  expect(textClassification.acceptable(cat, cat, { strict: true })).toBe(true);
  expect(textClassification.acceptable(cat, dog, { strict: false })).toBe(false);
});

test("the refusal of an unknown label lists the project's labels", () => {
  expect(textClassification.validate(labeled("cat"), ITEM, new Set(["cat"]))).toEqual([]);
  expect(textClassification.validate(labeled("horse"), ITEM, new Set(["cat", "dog"]))).toEqual([
    { path: "label", message: `must be one of the project's labels (cat, dog), not "horse"` },
  ]);
});

test("of many labels the refusal lists the first 20", () => {
  const many = new Set(Array.from({ length: 30 }, (_, index) => `l${index}`));
  const [fault] = textClassification.validate(labeled("horse"), ITEM, many);
  expect(fault?.message).toContain("l18, l19 and 10 more)");
});

test("a project without labels accepts any label that every format can carry", () => {
  expect(textClassification.validate(labeled("größe 😀"), ITEM, null)).toEqual([]);
  expect(textClassification.validate(labeled("two\nlines"), ITEM, null)).toHaveLength(1);
  expect(textClassification.validate(labeled("\ud800"), ITEM, null)).toHaveLength(1);
});

test("labels are listed and can be renamed", () => {
  expect(textClassification.labels(labeled("cat"))).toEqual(["cat"]);
  expect(textClassification.mapLabels(labeled("cat"), (name) => `${name}s`)).toEqual(labeled("cats"));
});
