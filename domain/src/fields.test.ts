import { expect, test } from "vitest";
import { checkFieldDefinitions, type FieldDefinition } from "./field-definition.ts";
import { checkFields, countObjects } from "./fields.ts";

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
  [{ blurred: "no", color: "red" }, "color", "is not a field of the project"],
])("%j: %s %s", (answers, path, message) => {
  expect(checkFields(FIELDS, answers)).toEqual([{ path, message }]);
});

test("a field under a hidden field is hidden too", () => {
  const answers = { blurred: "no", why: ["motion"], how: "fast" };
  expect(checkFields(FIELDS, answers).map(({ path }) => path)).toEqual(["why", "how"]);
});

test("faults of definitions that cannot be answered have their path", () => {
  const definitions: readonly FieldDefinition[] = [
    { name: "a", type: "choice" },
    { name: "a", type: "text", options: ["x", "x"] },
    { name: "b", type: "number", min: 2, max: 1 },
    { name: "c", type: "rating", min: 0.5 },
    { name: "d", type: "text", when: { field: "e", equals: "x" } },
    { name: "e", type: "text", max_label: "long" },
  ];
  expect(checkFieldDefinitions(definitions).map(({ path }) => path)).toEqual([
    "0.options",
    "1.name",
    "1.options",
    "1.options",
    "2.max",
    "3.min",
    "4.when.field",
    "5.max_label",
  ]);
});

test.each<[FieldDefinition["type"], Partial<FieldDefinition>, string[]]>([
  ["highlight", { max: 1e9 }, ["max must be a whole number from 0 to 1000 for a highlight"]],
  ["highlight", { min: -1 }, ["min must be a whole number from 0 to 1000 for a highlight"]],
  ["highlight", { min: 3, max: 2 }, ["max must be at least 3"]],
  ["highlight", { min: 0, max: 1_000 }, []],
  ["multi_choice", { max: 2.5 }, ["max must be a whole number from 0 to 1000 for a multi_choice"]],
  ["multi_choice", { min: 3 }, ["min must be at most 2, the number of options"]],
  ["multi_choice", { max: 1_001 }, ["max must be a whole number from 0 to 1000 for a multi_choice"]],
  ["text", { max: 1e9 }, ["max must be a whole number from 0 to 1000000 for a text"]],
  ["text", { min: 0.5 }, ["min must be a whole number from 0 to 1000000 for a text"]],
  ["text", { max: 1_000_000 }, []],
  ["rating", { min: 1, max: 1e300 }, ["min and max must be whole numbers for a rating"]],
  ["rating", { min: -5, max: 1_000 }, []],
  ["number", { min: -1e9, max: 1e9 }, []],
])("the limits of a %s, %j, are allowed or refused: %j", (type, more, faults) => {
  const per = type === "highlight" ? ({ per: "response" } as const) : {};
  const options = type === "highlight" || type === "multi_choice" ? { options: ["a", "b"] } : {};
  const found = checkFieldDefinitions([{ name: "a", type, ...per, ...options, ...more }]);
  expect(found.map(({ path, message }) => `${path.slice("0.".length)} ${message}`)).toEqual(faults);
});

const EACH: readonly FieldDefinition[] = [
  { name: "mode", type: "choice", options: ["quick", "full"] },
  { name: "color", type: "choice", options: ["red", "blue"], per: "object", required: true },
  { name: "shade", type: "text", per: "object", required: true, when: { field: "color", equals: "red" } },
  { name: "score", type: "rating", per: "response", required: true, when: { field: "mode", equals: "full" } },
];
const ASKED = { objects: 2, responses: ["a", "b"] };

test("a field is asked for each object and each response, and shown by the answers at that place", () => {
  expect(checkFieldDefinitions(EACH)).toEqual([]);
  const complete = { mode: "full", color: ["red", "blue"], shade: ["dark", null], score: { a: 1, b: 5 } };
  expect(checkFields(EACH, complete, ASKED)).toEqual([]);
  expect(checkFields(EACH, {}, { objects: 0, responses: ["a"] })).toEqual([]);
});

test.each([
  [
    {},
    [
      ["color.0", "is missing"],
      ["color.1", "is missing"],
    ],
  ],
  [{ color: ["red"] }, [["color", "must be a list of 2 answers, one for each object"]]],
  [{ color: ["blue", "green"] }, [["color.1", "must be one of red, blue"]]],
  [{ color: ["blue", "blue"], shade: ["x", null] }, [["shade.0", 'is asked only where color is "red"']]],
  [{ color: ["red", "blue"] }, [["shade.0", "is missing"]]],
  [{ color: ["blue", "blue"], mode: "full", score: { a: 3 } }, [["score.b", "is missing"]]],
  [{ color: ["blue", "blue"], score: { a: 3 } }, [["score.a", 'is asked only where mode is "full"']]],
  [
    { color: ["blue", "blue"], score: { c: 3 } },
    [["score", 'has an answer for "c", which is no response\'s id']],
  ],
  [
    { color: ["blue", "blue"], score: 3 },
    [["score", "must be an object with an answer for each response's id"]],
  ],
])("%j of two objects and two responses is refused", (answers, faults) => {
  expect(checkFields(EACH, answers, ASKED)).toEqual(faults.map(([path, message]) => ({ path, message })));
});

const STEPS: readonly FieldDefinition[] = [
  {
    ...{ name: "step", type: "choice", options: ["correct", "wrong tool"] },
    ...{ per: "message", roles: ["assistant"], required: true },
  },
  { name: "why", type: "text", per: "message", when: { field: "step", equals: "wrong tool" } },
];

test("a field is asked of each message with one of its roles, under the number of the message", () => {
  const asked = { objects: 0, responses: [], messages: ["user", "assistant", "tool", "assistant"] };
  const faultsOf = (answers: object) =>
    checkFields(STEPS, { ...answers }, asked).map(({ path, message }) => `${path} ${message}`);

  expect(checkFieldDefinitions(STEPS)).toEqual([]);
  expect(faultsOf({ step: { 1: "correct", 3: "wrong tool" }, why: { 3: "no file" } })).toEqual([]);
  expect(faultsOf({ step: { 1: "correct" } })).toEqual(["step.3 is missing"]);
  expect(faultsOf({ step: { 1: "correct", 3: "correct" }, why: { 3: "x" } })).toEqual([
    'why.3 is asked only where step is "wrong tool"',
  ]);
  expect(faultsOf({ step: { 0: "correct" } })).toEqual([
    'step has an answer for "0", which is not the number of a message that is asked about',
  ]);
  expect(faultsOf({ step: ["correct"] })).toEqual([
    "step must be an object with an answer for each message's number",
  ]);
  expect(checkFieldDefinitions([{ name: "a", type: "text", roles: ["user"] }])).toEqual([
    { path: "0.roles", message: "are allowed for a field per message only" },
  ]);
});

test("of very many objects 20 faults are reported", () => {
  expect(checkFields(EACH, {}, { objects: 10_000, responses: [] })).toHaveLength(20);
});

test("a field that is asked once cannot depend on one that is asked per object", () => {
  const definitions: readonly FieldDefinition[] = [
    { name: "color", type: "text", per: "object" },
    { name: "why", type: "text", when: { field: "color", equals: "red" } },
  ];
  expect(checkFieldDefinitions(definitions)).toEqual([
    { path: "1.when.field", message: '"color" is asked per object' },
  ]);
});

test("boxes, spans and segments are objects, a label is not", () => {
  const results = [
    { objects: [{}, {}] },
    { spans: [{}], relations: [] },
    { segments: [] },
    { label: "x" },
    null,
  ];
  expect(results.map(countObjects)).toEqual([2, 1, 0, 0, 0]);
});
