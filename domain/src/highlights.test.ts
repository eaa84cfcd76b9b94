import fc from "fast-check";
import { expect, test } from "vitest";
import { itemAcceptable } from "./field-agreement.ts";
import { fieldConsensus } from "./field-consensus.ts";
import { checkFieldDefinitions, type FieldDefinition } from "./field-definition.ts";
import { checkFields } from "./fields.ts";
import { type Highlight, highlightKey } from "./highlights.ts";
import { checkLabels } from "./labels.ts";
import { textClassification } from "./types/text-classification/text-classification.ts";

const MARKS: FieldDefinition = {
  ...{ name: "marks", type: "highlight", per: "response" },
  options: ["hallucination", "good reasoning"],
};
const WHY: FieldDefinition = {
  ...{ name: "why", type: "text", per: "response" },
  when: { field: "marks", equals: "hallucination" },
};

function mark(start: number, end: number, more: Partial<Highlight> = {}): Highlight {
  return { start, end, label: "hallucination", ...more };
}

/** The fault of the highlights of response a, which has 12 code points. */
function faultOf(marks: unknown, definition = MARKS): string | undefined {
  const asked = { objects: 0, responses: ["b", "a"], response_lengths: [3, 12] };
  const [fault, ...others] = checkFields([definition], { marks: { a: marks } }, asked);
  expect(others).toEqual([]);
  if (fault !== undefined) expect(fault.path).toBe("marks.a");
  return fault?.message;
}

test.each([
  [[]],
  [[mark(0, 12)]],
  [[mark(0, 5), mark(3, 8), mark(0, 5, { label: "good reasoning" })]],
  [[mark(0, 1, { note: "No such book." })]],
  [null],
])("%j are highlights", (marks) => {
  expect(faultOf(marks)).toBeUndefined();
});

test.each([
  ["hallucination", "must be a list of highlights, each {start, end, label, note?}"],
  [[[0, 5]], "has a highlight, at index 0, that is not {start, end, label, note?} with whole numbers as"],
  [[{ ...mark(0, 5), color: "red" }], "at index 0, that is not {start, end, label, note?}"],
  [[mark(0, 1), mark(0.5, 5)], "at index 1, that is not {start, end, label, note?}"],
  [[mark(-1, 5)], "whose start, -1, is below 0"],
  [[mark(5, 5)], "whose end, 5, is not greater than its start, 5"],
  [[mark(0, 13)], "whose end, 13, is after the end of the response, which has 12 code points"],
  [
    [mark(0, 5, { label: "lie" })],
    'whose label, "lie", is none of the field\'s options (hallucination, good reasoning)',
  ],
  [[mark(0, 5, { note: "é".repeat(1_001) })], "whose note has more than 1000 characters"],
  [[mark(0, 5), mark(0, 5, { note: "again" })], "at index 1, that repeats an earlier one"],
])("%j is refused: %s", (marks, message) => {
  expect(faultOf(marks)).toContain(message);
});

test("a field can limit the number of highlights, and requires an answer, which may be none", () => {
  expect(faultOf([mark(0, 1), mark(1, 2)], { ...MARKS, max: 1 })).toBe("must be at most 1 highlights");
  expect(faultOf([], { ...MARKS, min: 1 })).toBe("must be at least 1 highlights");
  expect(faultOf(Array.from({ length: 1_001 }, () => mark(0, 1)))).toBe("must be at most 1000 highlights");
  const asked = { objects: 0, responses: ["a"] };
  expect(checkFields([{ ...MARKS, required: true }], {}, asked)).toEqual([
    { path: "marks.a", message: "is missing" },
  ]);
  expect(checkFields([{ ...MARKS, required: true }], { marks: { a: [] } }, asked)).toEqual([]);
});

test("an answer has at most 10,000 highlights in all its fields", () => {
  const names = [..."abcdefghijk"];
  const fields = names.map((name) => ({ ...MARKS, name }));
  const asked = { objects: 0, responses: ["a"] };
  const thousand = Array.from({ length: 1_000 }, (_, start) => mark(start, start + 1));
  const answers = Object.fromEntries(names.slice(1).map((name) => [name, { a: thousand }]));
  expect(checkFields(fields, answers, asked)).toEqual([]);
  expect(checkFields(fields, { ...answers, a: { a: [mark(0, 1)] } }, asked)).toEqual([
    { path: "", message: "must have at most 10000 highlights in all" },
  ]);
});

test("a field can be shown where a passage has a label", () => {
  const answers = (label: string) => ({ marks: { a: [mark(0, 2, { label })] }, why: { a: "No such book." } });
  const asked = { objects: 0, responses: ["a"] };
  expect(checkFieldDefinitions([MARKS, WHY])).toEqual([]);
  expect(checkFields([MARKS, WHY], answers("hallucination"), asked)).toEqual([]);
  expect(checkFields([MARKS, WHY], answers("good reasoning"), asked).map(({ path }) => path)).toEqual([
    "why.a",
  ]);
});

test("highlights are of responses, need labels, and are no attributes of labels", () => {
  const { options: _, per: __, ...bare } = MARKS;
  expect(checkFieldDefinitions([bare])).toEqual([
    { path: "0.options", message: "are missing for a highlight" },
    { path: "0.per", message: 'must be "response" for a highlight' },
  ]);
  expect(checkLabels([], [{ name: "car", attributes: [MARKS] }], "object_detection")).toEqual([
    { path: "0.attributes.0.type", message: "must not be highlight, which is asked per response" },
  ]);
});

/** The delivered highlights of response a; undefined for a tie. */
function decided(...answers: (readonly Highlight[] | undefined)[]): unknown {
  const { fields, undecided } = fieldConsensus(
    [MARKS],
    answers.map((marks) => ({ result: {}, fields: marks === undefined ? {} : { marks: { a: marks } } })),
  );
  if (undecided.has("marks")) return "a tie";
  const delivered = fields?.marks as { a?: unknown } | undefined;
  return delivered?.a;
}

test("passages that at least half mark are delivered, and who marks nothing votes against", () => {
  expect(decided([mark(0, 5)], [mark(0, 5), mark(7, 9)], [mark(0, 5)])).toEqual([mark(0, 5)]);
  expect(decided([mark(0, 5)], undefined, undefined)).toEqual([]);
  expect(decided([mark(0, 5)], [mark(0, 5, { label: "good reasoning" })])).toBe("a tie");
  expect(decided(undefined, undefined)).toBeUndefined();
});

test("the note of a passage is delivered unless those who marked it wrote different ones", () => {
  const noted = (note: string) => [mark(0, 5, { note })];
  expect(decided(noted("false"), [mark(0, 5)])).toEqual(noted("false"));
  expect(decided(noted("false"), noted("false"), [mark(0, 5)])).toEqual(noted("false"));
  expect(decided(noted("false"), noted("wrong"))).toEqual([mark(0, 5)]);
});

const marks = fc.uniqueArray(
  fc
    .tuple(fc.nat(10), fc.integer({ min: 1, max: 6 }), fc.constantFrom("hallucination", "good reasoning"))
    .map(([start, length, label]) => mark(start, start + length, { label })),
  { maxLength: 5, selector: highlightKey },
);

test("delivered highlights are valid, somebody gave each, and the order of answers does not matter", () => {
  fc.assert(
    fc.property(fc.array(marks, { minLength: 1, maxLength: 4 }), (answers) => {
      const delivered = decided(...answers);
      expect(decided(...answers.toReversed())).toEqual(delivered);
      if (!Array.isArray(delivered)) return;
      expect(checkFields([MARKS], { marks: { a: delivered } }, { objects: 0, responses: ["a"] })).toEqual([]);
      const given = new Set(answers.flat().map(highlightKey));
      for (const one of delivered) expect(given).toContain(highlightKey(one));
    }),
  );
});

test("equal answers are delivered as they are and accepted, in any order", () => {
  const shuffled = marks.chain((all) =>
    fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
  );
  const rules = { type: textClassification, fields: [MARKS], scored: ["marks"], tolerance: { strict: true } };
  fc.assert(
    fc.property(shuffled, ([one, other]) => {
      expect(decided(one, other)).toHaveLength(one.length);
      const answer = (given: readonly Highlight[]) => ({
        result: { label: "x" },
        fields: { marks: { a: given } },
      });
      expect(itemAcceptable(rules, answer(one), answer(other))).toBe(true);
    }),
  );
});
