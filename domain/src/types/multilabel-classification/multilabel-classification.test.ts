import fc from "fast-check";
import { expect, test } from "vitest";
import { givenItem } from "../../../test/given-item.ts";
import { masi } from "../masi.ts";
import { multilabelClassification as type } from "./multilabel-classification.ts";

const result = (...labels: string[]) => ({ labels });
const anyLabels = fc.uniqueArray(fc.constantFrom("a", "b", "c", "d"));

test("each label is decided separately, and an empty set is a valid answer", () => {
  expect(type.consensus([result("b", "a"), result("a"), result("a", "c")])).toEqual({
    result: result("a"),
    support: 2 / 3,
  });
  expect(type.consensus([result(), result(), result("a")])).toEqual({ result: result(), support: 2 / 3 });
  expect(type.consensus([result()])).toEqual({ result: result(), support: 1 });
});

test("a label in exactly half of the answers is a tie", () => {
  expect(type.consensus([result("a", "b"), result("a")])).toBeNull();
});

test("the order of answers and labels does not matter", () => {
  fc.assert(
    fc.property(fc.array(anyLabels, { minLength: 1, maxLength: 5 }), (given) => {
      const answers = given.map((labels) => result(...labels));
      const turned = given.toReversed().map((labels) => result(...labels.toReversed()));
      expect(type.consensus(turned)).toEqual(type.consensus(answers));
    }),
  );
});

test("MASI weights overlap less if neither set contains the other (Passonneau 2006)", () => {
  expect(masi([], [])).toBe(0);
  expect(masi(["a"], ["b"])).toBe(1);
  expect(masi(["a"], ["a", "b"])).toBeCloseTo(1 - (1 / 2) * (2 / 3), 12);
  expect(masi(["a", "b"], ["b", "c"])).toBeCloseTo(1 - (1 / 3) * (1 / 3), 12);
  expect(masi([], ["a"])).toBe(1);
  fc.assert(
    fc.property(anyLabels, anyLabels, (a, b) => {
      expect(masi(a, b)).toBe(masi(b, a));
    }),
  );
});

test("labels are acceptable if the auditor gave the same set, in any order", () => {
  expect(type.acceptable(result("a", "b"), result("b", "a"), { strict: true })).toBe(true);
  expect(type.acceptable(result("a"), result("a", "b"), { strict: false })).toBe(false);
});

test("an unknown or repeated label is refused with its path", () => {
  expect(type.validate(result("cat", "cow", "cat"), givenItem({}), new Set(["cat"]))).toEqual([
    { path: "labels.1", message: `must be one of the project's labels (cat), not "cow"` },
    { path: "labels.2", message: 'must not repeat "cat"' },
  ]);
});

test("labels renamed to one name become one label", () => {
  expect(type.mapLabels(result("a", "b"), () => "c")).toEqual(result("c"));
});
