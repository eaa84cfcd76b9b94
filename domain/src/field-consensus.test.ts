import fc from "fast-check";
import { expect, test } from "vitest";
import { fieldConsensus, itemConsensus } from "./field-consensus.ts";
import type { FieldDefinition } from "./field-definition.ts";
import { checkFields, type FieldAnswers } from "./fields.ts";
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

/** The consensus of one field, from its answers; undefined where it is not delivered. */
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

test("a field is delivered where it would be shown, and counts for those who saw it", () => {
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

test("what is asked of objects is delivered where all have the same objects", () => {
  const colour: FieldDefinition = { ...WHY, name: "colour", per: "object" };
  const answer = (objects: number, colours: readonly (string | null)[]) => ({
    result: { objects: Array.from({ length: objects }, () => ({})) },
    fields: { colour: colours },
  });

  expect(fieldConsensus([colour], [answer(2, ["red", null])]).fields).toEqual({ colour: ["red", null] });
  const same = [answer(2, ["red", "blue"]), answer(2, ["red", "pink"])];
  expect(fieldConsensus([colour], same).fields).toEqual({ colour: ["red", null] });
  expect(fieldConsensus([colour], [answer(2, ["red", "blue"]), answer(1, ["red"])]).fields).toBeNull();
});

test("a tie of a field makes a tie of the item where the field is scored", () => {
  const answers = ["dry", "warm"].map((tone) => ({ result: { label: "a" }, fields: { tone, stars: 2 } }));

  expect(itemConsensus(textClassification, [TONE, STARS], [], answers)).toEqual({
    result: { label: "a" },
    support: 1,
    fields: { stars: 2 },
  });
  expect(itemConsensus(textClassification, [TONE, STARS], ["stars"], answers)).not.toBeNull();
  expect(itemConsensus(textClassification, [TONE, STARS], ["tone"], answers)).toBeNull();
});

test("what is delivered are answers that a person could give, whoever answers first", () => {
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
