import { expect, test } from "vitest";
import { checkFieldDefinitions, checkFields, type FieldDefinition } from "./fields.ts";

const FIELDS: readonly FieldDefinition[] = [
  { name: "blurred", type: "choice", options: ["yes", "no"], required: true },
  {
    name: "why",
    type: "multi_choice",
    options: ["motion", "focus"],
    when: { field: "blurred", equals: "yes" },
  },
  { name: "how", type: "text", max: 5, required: true, when: { field: "why", equals: "motion" } },
  { name: "stars", type: "rating" },
  { name: "metres", type: "number", min: 0 },
];

test("complete answers have no fault", () => {
  expect(checkFieldDefinitions(FIELDS)).toEqual([]);
  expect(
    checkFields(FIELDS, { blurred: "yes", why: ["motion"], how: "fast😀", stars: 5, metres: 0.5 }),
  ).toEqual([]);
  expect(checkFields(FIELDS, { blurred: "no" })).toEqual([]);
});

test.each([
  [{}, "blurred", "is missing"],
  [{ blurred: null }, "blurred", "is missing"],
  [{ blurred: "maybe" }, "blurred", "must be one of yes, no"],
  [{ blurred: "yes", why: "focus" }, "why", "must be a list of any of motion, focus"],
  [{ blurred: "yes", why: ["focus", "focus"] }, "why", "must not repeat a choice"],
  [{ blurred: "yes", why: ["motion"] }, "how", "is missing"],
  [{ blurred: "yes", why: ["motion"], how: "faster" }, "how", "must be at most 5 characters"],
  [{ blurred: "no", why: ["focus"] }, "why", 'is asked only where blurred is "yes"'],
  [{ blurred: "no", stars: 6 }, "stars", "must be at most 5"],
  [{ blurred: "no", stars: 2.5 }, "stars", "must be a whole number"],
  [{ blurred: "no", metres: -1 }, "metres", "must be at least 0"],
  [{ blurred: "no", metres: Number.NaN }, "metres", "must be a number"],
  [{ blurred: "no", colour: "red" }, "colour", "is not a field of the project"],
])("%j: %s %s", (answers, path, message) => {
  expect(checkFields(FIELDS, answers)).toEqual([{ path, message }]);
});

test("a field under a hidden field is hidden too", () => {
  const answers = { blurred: "no", why: ["motion"], how: "fast" };
  expect(checkFields(FIELDS, answers).map(({ path }) => path)).toEqual(["why", "how"]);
});

test("definitions that cannot be answered are told with their place", () => {
  const definitions: readonly FieldDefinition[] = [
    { name: "a", type: "choice" },
    { name: "a", type: "text", options: ["x", "x"] },
    { name: "b", type: "number", min: 2, max: 1 },
    { name: "c", type: "rating", min: 0.5 },
    { name: "d", type: "text", when: { field: "e", equals: "x" } },
    { name: "e", type: "text" },
  ];
  expect(checkFieldDefinitions(definitions).map(({ path }) => path)).toEqual([
    "0.options",
    "1.name",
    "1.options",
    "1.options",
    "2.max",
    "3.min",
    "4.when.field",
  ]);
});
