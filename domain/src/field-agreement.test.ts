import { expect, test } from "vitest";
import { fieldAgreement, fieldsAcceptable } from "./field-agreement.ts";
import type { FieldDefinition } from "./field-definition.ts";
import { alphaOf } from "./krippendorff.ts";

/** Krippendorff, "Computing Krippendorff's Alpha-Reliability" (2011), example C: 4 observers, 12 units. */
const EXAMPLE_C = "111 2232 3333 3333 2222 1234 4444 1121 2222 555 11 3".split(" ").map((unit) => [...unit]);
const ANY: FieldDefinition = { name: "any", type: "choice", options: [..."12345"] };

test.each([
  ["choice", "nominal", (digit: string) => digit, 0.74342],
  ["rating", "ordinal", Number, 0.81539],
  ["number", "interval", Number, 0.84911],
  ["multi_choice", "masi", (digit: string) => [digit], 0.74342],
] as const)("a %s agrees by the %s alpha of the published example", (type, metric, read, published) => {
  const items = EXAMPLE_C.map((unit) => unit.map((digit) => ({ any: read(digit) })));
  const found = fieldAgreement({ ...ANY, type }, items);

  expect(found).toMatchObject({ name: "any", metric, answered: 11, pairs: 55, equal_pairs: 43 });
  expect(found.disagreement && alphaOf(found.disagreement)).toBeCloseTo(published, 5);
});

test("sets that share something disagree less than sets that share nothing", () => {
  const alphaOfSets = (other: readonly string[]) => {
    const items = [["1"], ["2"], ["3"]].map((set) => [{ any: set }, { any: set }]);
    const found = fieldAgreement({ ...ANY, type: "multi_choice" }, [
      ...items,
      [{ any: ["1", "2"] }, { any: other }],
    ]);
    return (found.disagreement && alphaOf(found.disagreement)) ?? Number.NaN;
  };
  expect(alphaOfSets(["2", "1"])).toBe(1);
  expect(alphaOfSets(["1"])).toBeGreaterThan(alphaOfSets(["3"]));
});

test("texts are equal or not; responses are compared each with itself, objects not at all", () => {
  const text: FieldDefinition = { name: "any", type: "text" };
  expect(fieldAgreement(text, [[{ any: "a" }, { any: "a" }, { any: "b" }, null, {}]])).toMatchObject({
    ...{ metric: null, answered: 1, pairs: 3, equal_pairs: 1, disagreement: null },
  });
  const each = [{ any: { a: "x", b: "y" } }, { any: { a: "x", b: "z", c: "z" } }];
  expect(fieldAgreement({ ...text, per: "response" }, [each])).toMatchObject({
    answered: 2,
    pairs: 2,
    equal_pairs: 1,
  });
  expect(fieldAgreement({ ...text, per: "object" }, [[{ any: ["a"] }, { any: ["a"] }]])).toMatchObject({
    answered: 0,
  });
});

const SCORED: readonly FieldDefinition[] = [
  { name: "tone", type: "choice", options: ["dry", "warm"] },
  { name: "tags", type: "multi_choice", options: ["x", "y"] },
  { name: "stars", type: "rating", per: "response" },
  { name: "metres", type: "number" },
];

test.each([
  [{ tone: "dry" }, { tone: "dry" }, true],
  [{ tone: "dry" }, { tone: "warm" }, false],
  [{ tone: "dry" }, {}, false],
  [{ tone: "dry" }, null, false],
  [null, { tone: "" }, true],
  [{ tags: ["x", "y"] }, { tags: ["y", "x"] }, true],
  [{ tags: [] }, {}, false],
  [{ stars: { a: 3, b: 1 } }, { stars: { a: 4, b: 1 } }, true],
  [{ stars: { a: 3 } }, { stars: { a: 5 } }, false],
  [{ stars: { a: 3 } }, { stars: { a: 3, b: 1 } }, false],
  [{ metres: 0.1 + 0.2 }, { metres: 0.3 }, true],
  [{ metres: 0.3 }, { metres: 0.31 }, false],
])("%j against an auditor's %j: %s", (delivered, audited, expected) => {
  const names = SCORED.map(({ name }) => name);
  expect(fieldsAcceptable(SCORED, names, delivered, audited, { strict: false })).toBe(expected);
  expect(fieldsAcceptable(SCORED, names, audited, delivered, { strict: false })).toBe(expected);
  expect(fieldsAcceptable(SCORED, [], delivered, audited, { strict: false })).toBe(true);
});

test("a strict policy asks for equal ratings, another for fewer or more steps", () => {
  const acceptable = (tolerance: { strict: boolean; max_steps?: number }) =>
    fieldsAcceptable(SCORED, ["stars"], { stars: { a: 2 } }, { stars: { a: 3 } }, tolerance);
  expect([{ strict: true }, { strict: false, max_steps: 0 }, { strict: false }].map(acceptable)).toEqual([
    false,
    false,
    true,
  ]);
});
