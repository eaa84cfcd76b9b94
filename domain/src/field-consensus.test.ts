import fc from "fast-check";
import { expect, test } from "vitest";
import { fieldConsensus, itemConsensus } from "./field-consensus.ts";
import type { FieldDefinition } from "./field-definition.ts";
import { checkFields, type FieldAnswers } from "./fields.ts";
import { objectDetection } from "./types/object-detection/object-detection.ts";
import { textClassification } from "./types/text-classification/text-classification.ts";

const TONE: FieldDefinition = { name: "tone", type: "choice", options: ["dry", "warm"] };
const TAGS: FieldDefinition = { name: "tags", type: "multi_choice", options: ["x", "y", "z"] };
const STARS: FieldDefinition = { name: "stars", type: "rating" };
const METRES: FieldDefinition = { name: "metres", type: "number" };
const WHY: FieldDefinition = { name: "why", type: "text" };

function delivered(definitions: readonly FieldDefinition[], answers: readonly (FieldAnswers | null)[]) {
  return fieldConsensus(
    definitions,
    answers.map((fields) => ({ result: { label: "a" }, fields })),
  );
}

/** The consensus of one field, from its answers; undefined if it is not delivered. */
function decided(definition: FieldDefinition, answers: readonly unknown[]) {
  const { name } = definition;
  const { fields, undecided } = delivered(
    [definition],
    answers.map((answer) => ({ [name]: answer })),
  );
  return undecided.has(name) ? "a tie" : fields?.[name];
}

test.each([
  [TONE, ["dry", "warm", "dry"], "dry"],
  [TONE, ["dry", "warm"], "a tie"],
  [TAGS, [["y", "x"], ["x"], ["x", "z"]], ["x"]],
  [
    TAGS,
    [
      ["z", "x"],
      ["x", "z"],
    ],
    ["x", "z"],
  ],
  [TAGS, [["x"], ["y"], ["z"]], []],
  [TAGS, [["x"], ["x", "y"]], "a tie"],
  [{ ...TAGS, max: 1 }, [["x"], ["x"], ["x"]], ["x"]],
  [{ ...TAGS, min: 1 }, [["x"], ["y"], ["z"]], "a tie"],
  [STARS, [1, 5, 4], 4],
  [STARS, [3, 3, 4, 5], "a tie"],
  [STARS, [2, 3, 3, 4], 3],
  [METRES, [1, 2, 6], 3],
  [METRES, [0.1, 0.1, 0.1], 0.1],
  [METRES, [1.7e308, 1.7e308], 1.7e308],
  [WHY, ["so", "so"], "so"],
  [WHY, ["so", "because"], "a tie"],
  [WHY, ["so"], "so"],
  [WHY, ["so", ""], "so"],
  [WHY, ["so", null, undefined], undefined],
  [STARS, [9, "x"], undefined],
  [STARS, [], undefined],
])("of %o, %j become %j", (definition, answers, expected) => {
  expect(decided(definition, answers)).toEqual(expected);
});

test("a field is delivered only where its condition shows it, and only those who saw it count", () => {
  const definitions = [TONE, { ...WHY, when: { field: "tone", equals: "dry" } }];
  const dry = { tone: "dry", why: "short" };

  expect(delivered(definitions, [dry, { tone: "dry" }, { tone: "warm" }]).fields).toEqual(dry);
  expect(delivered(definitions, [dry, { tone: "warm" }, { tone: "warm" }]).fields).toEqual({ tone: "warm" });
});

test("each response has its own consensus", () => {
  const stars: FieldDefinition = { ...STARS, per: "response" };
  const { fields, undecided } = delivered(
    [stars],
    [{ stars: { a: 1, b: 4, c: 2 } }, { stars: { a: 1, b: 4, c: 3 } }, { stars: { a: 2, b: 4 } }],
  );

  expect(fields).toEqual({ stars: { a: 1, b: 4 } });
  expect([...undecided]).toEqual(["stars"]);
});

test("each message has its own consensus", () => {
  const { fields, undecided } = delivered(
    [{ ...STARS, per: "message" }],
    [{ stars: { 1: 1, 3: 4, 5: 2 } }, { stars: { 1: 1, 3: 4, 5: 3 } }, { stars: { 1: 2, 3: 4 } }],
  );

  expect(fields).toEqual({ stars: { 1: 1, 3: 4 } });
  expect([...undecided]).toEqual(["stars"]);
});

const SIZE: FieldDefinition = { name: "size", type: "choice", options: ["big", "small"], per: "object" };
const WHEEL: FieldDefinition = {
  ...WHY,
  name: "wheel",
  per: "object",
  when: { field: "size", equals: "big" },
};

/** Cars at these places from left to right, with a size for each. */
function cars(...drawn: (readonly [x: number, size: string | null, wheel?: string])[]) {
  const objects = drawn.map(([x]) => ({ label: "car", bbox: { x, y: 0, width: 10, height: 10 } }));
  return {
    result: { objects },
    fields: { size: drawn.map(([, size]) => size), wheel: drawn.map(([, , wheel]) => wheel ?? null) },
  };
}

test("each object has the consensus of those who drew it, in the order of the result", () => {
  const answers = [
    cars([50, "small"], [0, "big"]),
    cars([0, "big"], [51, "big"]),
    cars([1, "small"], [50, "big"], [200, "small"]),
    cars([200, null], [0, null]),
  ];

  expect(itemConsensus(objectDetection, { fields: [SIZE], allowed: null }, ["size"], answers)).toMatchObject({
    result: { objects: [{ bbox: { x: 0 } }, { bbox: { x: 50 } }, { bbox: { x: 200 } }] },
    fields: { size: ["big", "big", "small"] },
  });
  const alone = itemConsensus(
    objectDetection,
    { fields: [SIZE], allowed: null },
    [],
    [cars([50, "small"], [0, "big"])],
  );
  expect(alone).toMatchObject({
    result: { objects: [{ bbox: { x: 0 } }, { bbox: { x: 50 } }] },
    fields: { size: ["big", "small"] },
  });
  expect(Object.keys(alone ?? {})).toEqual(["result", "support", "fields"]);
});

test("a tie on one object is a tie of the item if the field is scored", () => {
  const answers = [cars([0, "big"], [50, "big"]), cars([0, "big"], [50, "small"])];

  expect(itemConsensus(objectDetection, { fields: [SIZE], allowed: null }, [], answers)?.fields).toEqual({
    size: ["big", null],
  });
  expect(itemConsensus(objectDetection, { fields: [SIZE], allowed: null }, ["size"], answers)).toBeNull();
});

test("only annotators who drew an object count for its fields", () => {
  const answers = [
    cars([0, "big", "flat"], [50, "small"]),
    cars([0, "big"], [50, "big", "new"]),
    cars([50, "small"]),
  ];

  expect(
    itemConsensus(objectDetection, { fields: [SIZE, WHEEL], allowed: null }, [], answers)?.fields,
  ).toEqual({
    size: ["big", "small"],
    wheel: ["flat", null],
  });
});

test("a tie of a field makes a tie of the item if the field is scored", () => {
  const answers = ["dry", "warm"].map((tone) => ({ result: { label: "a" }, fields: { tone, stars: 2 } }));

  expect(itemConsensus(textClassification, { fields: [TONE, STARS], allowed: null }, [], answers)).toEqual({
    result: { label: "a" },
    support: 1,
    fields: { stars: 2 },
  });
  expect(
    itemConsensus(textClassification, { fields: [TONE, STARS], allowed: null }, ["stars"], answers),
  ).not.toBeNull();
  expect(
    itemConsensus(textClassification, { fields: [TONE, STARS], allowed: null }, ["tone"], answers),
  ).toBeNull();
});

test("the delivered answers are ones that a person could give, whatever the order of the answers", () => {
  const definitions = [TONE, TAGS, { ...STARS, when: { field: "tone", equals: "dry" } }, METRES, WHY];
  const fields = fc.record(
    {
      tone: fc.constantFrom("dry", "warm"),
      tags: fc.subarray(["x", "y", "z"]),
      stars: fc.integer({ min: 1, max: 5 }),
      metres: fc.integer(),
      why: fc.constantFrom("so", "thus"),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fc.array(fields, { maxLength: 5 }), (answers) => {
      const one = delivered(definitions, answers);
      expect(checkFields(definitions, one.fields ?? {})).toEqual([]);
      const { metres: _, ...exact } = delivered(definitions, answers.toReversed()).fields ?? {};
      expect(one.fields ?? {}).toMatchObject(exact);
    }),
  );
});
