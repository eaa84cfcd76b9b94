import { findAnnotationType } from "@assay/domain/types/registry.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { givenItem, givenProject } from "../../../test/given.ts";
import { scalesOf, valueForDigit, valuesOf } from "./answer.ts";
import { rating } from "./rating.ts";

const facts = { width: null, height: null, text: "", duration: null, responses: null };

test("every value that a scale shows is valid", () => {
  const scale = fc
    .record({
      min: fc.integer({ min: -5, max: 5 }),
      steps: fc.integer({ min: 1, max: 12 }),
      step: fc.constantFrom(0.1, 0.25, 0.5, 1, 2),
    })
    .map(({ min, steps, step }) => ({ name: "s", min, max: min + steps * step, step }));
  fc.assert(
    fc.property(scale, (one) => {
      const type = findAnnotationType("rating")?.configured({ scales: [one] });
      const [shown] = scalesOf({ type_options: { scales: [one] } });
      for (const value of shown === undefined ? [] : valuesOf(shown, 50)) {
        expect(type?.validate({ ratings: { s: value } }, facts, null)).toEqual([]);
      }
      expect(shown && valuesOf(shown, 50).length).toBeGreaterThan(1);
    }),
  );
});

test("a digit gives its own value if the scale has it, else the value at that position", () => {
  const scale = { name: "s", min: 0, max: 5, step: 1 };
  expect([0, 5, 6].map((digit) => valueForDigit(scale, digit))).toEqual([0, 5, undefined]);
  expect([1, 2, 0].map((digit) => valueForDigit({ ...scale, max: 20, step: 2 }, digit))).toEqual([0, 2, 18]);
});

test("ratings survive the conversion to entries; the scale without one is named", () => {
  const scales = [
    { name: "a", min: 1, max: 5 },
    { name: "b", min: 1, max: 5 },
  ];
  const project = givenProject({ annotation_type: "rating", type_options: { scales } });
  const entries = new Map(rating.toEntries({ ratings: { a: 3 } }, project));

  expect(rating.toResult(entries, givenItem({}))).toEqual({ ratings: { a: 3 } });
  expect(rating.missing(entries, project, givenItem({}))).toBe("Rate b.");
});
