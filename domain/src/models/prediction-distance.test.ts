import fc from "fast-check";
import { expect, test } from "vitest";
import { ANNOTATION_TYPES } from "../types/registry.ts";
import { predictionDistance } from "./prediction-distance.ts";

const EXAMPLES = ANNOTATION_TYPES.map((type) => {
  const [example] = "examples" in type.schema ? [type.schema.examples].flat() : [];
  return [type.name, type, example] as const;
});
const fields = fc.option(fc.dictionary(fc.constantFrom("a", "b"), fc.jsonValue()));

test.each(EXAMPLES)(
  "an unchanged prediction of %s has the distance 0, whatever the order of its keys",
  (_, type, result) => {
    fc.assert(
      fc.property(fields, (given) => {
        const sorted = JSON.parse(JSON.stringify(result), (_key, value) =>
          typeof value === "object" && value !== null && !Array.isArray(value)
            ? Object.fromEntries(Object.entries(value).reverse())
            : value,
        );
        expect(predictionDistance(type, { result, fields: given }, { result: sorted, fields: given })).toBe(
          0,
        );
      }),
      { numRuns: 20 },
    );
  },
);

test("a change counts by its part of the answer: the result by its type, each predicted field as a whole", () => {
  const type = { distance: () => 0.5 };
  const predicted = { result: { label: "a" }, fields: { tone: "calm", place: "home" } };
  const at = (result: unknown, given: Record<string, unknown> | null) =>
    predictionDistance(type, predicted, { result, fields: given });

  expect(at({ label: "a" }, { tone: "calm", place: "home", more: 1 })).toBe(0);
  expect(at({ label: "a" }, { tone: "calm", place: "work" })).toBeCloseTo(1 / 3);
  expect(at({ label: "b" }, null)).toBeCloseTo(2.5 / 3);
});

test("the distance is between 0 and 1, and above 0 where the result changed", () => {
  const label = fc.record({ label: fc.constantFrom("a", "b", "c") });
  fc.assert(
    fc.property(label, label, fields, fields, (one, other, given, changed) => {
      const type = ANNOTATION_TYPES.find(({ name }) => name === "text_classification");
      if (type === undefined) throw new Error("no such type");
      const found = predictionDistance(
        type,
        { result: one, fields: given },
        { result: other, fields: changed },
      );
      expect(found).toBeGreaterThanOrEqual(0);
      expect(found).toBeLessThanOrEqual(1);
      if (one.label !== other.label) expect(found).toBeGreaterThan(0);
    }),
  );
});
