import { expect, test } from "vitest";
import { type FieldedItem, fieldAgreement, itemAcceptable, wrongParts } from "./field-agreement.ts";
import type { FieldDefinition } from "./field-definition.ts";
import type { FieldAnswers } from "./fields.ts";
import { alphaOf } from "./krippendorff.ts";
import { runAll } from "./steps.ts";
import type { Tolerance } from "./types/annotation-type.ts";
import { objectDetection } from "./types/object-detection/object-detection.ts";
import { textClassification } from "./types/text-classification/text-classification.ts";

/** Krippendorff, "Computing Krippendorff's Alpha-Reliability" (2011), example C: 4 observers, 12 units. */
const EXAMPLE_C = "111 2232 3333 3333 2222 1234 4444 1121 2222 555 11 3".split(" ").map((unit) => [...unit]);
const ANY: FieldDefinition = { name: "any", type: "choice", options: [..."12345"] };

/** An item without objects. */
const item = (...fields: (FieldAnswers | null)[]): FieldedItem => ({ fields, objects: [] });

test.each([
  ["choice", "nominal", (digit: string) => digit, 0.74342],
  ["rating", "ordinal", Number, 0.81539],
  ["number", "interval", Number, 0.84911],
  ["multi_choice", "masi", (digit: string) => [digit], 0.74342],
] as const)("a %s agrees by the %s alpha of the published example", (type, metric, read, published) => {
  const items = EXAMPLE_C.map((unit) => item(...unit.map((digit) => ({ any: read(digit) }))));
  const found = runAll(fieldAgreement({ ...ANY, type }, items));

  expect(found).toMatchObject({ name: "any", metric, answered: 11, pairs: 55, equal_pairs: 43 });
  expect(found.disagreement && alphaOf(found.disagreement)).toBeCloseTo(published, 5);
});

test("sets that share some values disagree less than sets that share none", () => {
  const alphaOfSets = (other: readonly string[]) => {
    const items = [["1"], ["2"], ["3"]].map((set) => item({ any: set }, { any: set }));
    const all = [...items, item({ any: ["1", "2"] }, { any: other })];
    const found = runAll(fieldAgreement({ ...ANY, type: "multi_choice" }, all));
    return (found.disagreement && alphaOf(found.disagreement)) ?? Number.NaN;
  };
  expect(alphaOfSets(["2", "1"])).toBe(1);
  expect(alphaOfSets(["1"])).toBeGreaterThan(alphaOfSets(["3"]));
});

test("texts are compared for equality; each response is compared with itself", () => {
  const text: FieldDefinition = { name: "any", type: "text" };
  const given = item({ any: "a" }, { any: "a" }, { any: "b" }, null, {});
  expect(runAll(fieldAgreement(text, [given]))).toMatchObject({
    ...{ metric: null, answered: 1, pairs: 3, equal_pairs: 1, disagreement: null },
  });
  const each = item({ any: { a: "x", b: "y" } }, { any: { a: "x", b: "z", c: "z" } });
  expect(runAll(fieldAgreement({ ...text, per: "response" }, [each]))).toMatchObject({
    answered: 2,
    pairs: 2,
    equal_pairs: 1,
  });
});

test("matched objects are one unit, and the interval draws all objects of an item together", () => {
  const stars: FieldDefinition = { name: "any", type: "rating", per: "object" };
  // The published example in two items, the units of each by groups of objects that stand elsewhere in each list.
  const items = [EXAMPLE_C.slice(0, 5), EXAMPLE_C.slice(5)].map((units): FieldedItem => {
    const answers = [0, 1, 2, 3].map((annotator) =>
      units
        .map((unit, place) => ({ place, digit: unit[annotator] }))
        .filter(({ digit }) => digit !== undefined),
    );
    const mixed = answers.map((given, annotator) => (annotator % 2 === 0 ? given : given.toReversed()));
    return {
      fields: mixed.map((given) => ({ any: given.map(({ digit }) => Number(digit)) })),
      objects: units.map((_, unit) =>
        mixed.map((given) => {
          const at = given.findIndex(({ place }) => place === unit);
          return at === -1 ? null : at;
        }),
      ),
    };
  });
  const { disagreement, ...found } = runAll(fieldAgreement(stars, items));

  expect(found).toMatchObject({ answered: 11, pairs: 55, equal_pairs: 43 });
  expect(disagreement && alphaOf(disagreement)).toBeCloseTo(0.81539, 5);
  expect(disagreement?.answers).toEqual(Float64Array.of(19, 21));
});

const SCORED: readonly FieldDefinition[] = [
  { name: "tone", type: "choice", options: ["dry", "warm"] },
  { name: "tags", type: "multi_choice", options: ["x", "y"] },
  { name: "stars", type: "rating", per: "response" },
  { name: "metres", type: "number" },
];

/** Whether the fields are acceptable next to an acceptable label. */
function stand(
  scored: readonly string[],
  delivered: FieldAnswers | null,
  audited: FieldAnswers | null,
  tolerance: Tolerance = { strict: false },
) {
  const rules = { type: textClassification, fields: SCORED, scored, tolerance };
  const result = { label: "a" };
  return itemAcceptable(rules, { result, fields: delivered }, { result, fields: audited });
}

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
  expect(stand(names, delivered, audited)).toBe(expected);
  expect(stand(names, audited, delivered)).toBe(expected);
  expect(stand([], delivered, audited)).toBe(true);
});

const MARKS: FieldDefinition = {
  ...{ name: "marks", type: "highlight", per: "response" },
  options: ["hallucination", "unsafe"],
};
const mark = (start: number, end: number, more = {}) => ({ start, end, label: "unsafe", ...more });
const TEN = Array.from({ length: 10 }, (_, place) => mark(place, place + 1));

test.each([
  [{ a: [mark(0, 5)] }, { a: [mark(0, 5, { note: "rude" })] }, true, true],
  [{ a: [mark(0, 5), mark(7, 9)] }, { a: [mark(7, 9), mark(0, 5)] }, true, true],
  [{ a: [] }, undefined, true, true],
  [{ a: [mark(0, 5)] }, undefined, false, false],
  [{ a: [mark(0, 5)] }, { b: [mark(0, 5)] }, false, false],
  [{ a: [mark(0, 5)] }, { a: [mark(0, 4)] }, false, false],
  [{ a: [mark(0, 5)] }, { a: [mark(0, 5, { label: "hallucination" })] }, false, false],
  [{ a: TEN }, { a: TEN.slice(1) }, true, false],
])("highlights %j against %j: %s, if strict %s", (one, other, loose, strict) => {
  const result = { label: "a" };
  const acceptable = (isStrict: boolean, marks: unknown, expected: unknown) =>
    itemAcceptable(
      { type: textClassification, fields: [MARKS], scored: ["marks"], tolerance: { strict: isStrict } },
      { result, fields: { marks } },
      { result, fields: { marks: expected } },
    );
  expect([acceptable(false, one, other), acceptable(false, other, one)]).toEqual([loose, loose]);
  expect([acceptable(true, one, other), acceptable(true, other, one)]).toEqual([strict, strict]);
});

test("highlights agree by their F1, and who marks nothing has answered", () => {
  const items = [
    item(
      { marks: { a: [mark(0, 5), mark(6, 9)] } },
      { marks: { a: [mark(6, 9), mark(0, 5, { note: "x" })] } },
    ),
    item({ marks: { a: [mark(0, 5), mark(6, 9)] } }, { marks: { a: [mark(0, 5)] } }),
    item({ marks: { a: [mark(0, 5)] } }, {}),
  ];
  const found = runAll(fieldAgreement(MARKS, items));
  expect(found).toMatchObject({ metric: "f1", answered: 3, pairs: 3, equal_pairs: 1 });
  // twice (1 - F1): equal, one of two and one of one in common, nothing in common
  expect([...(found.disagreement?.observed ?? [])]).toEqual([0, expect.closeTo(2 / 3, 12), 2]);
});

test("many highlights are compared in steps, between which a service does other work", () => {
  const items = Array.from({ length: 30 }, (_, place) =>
    item({ marks: { a: [mark(place, place + 1)] } }, { marks: { a: TEN } }),
  );
  let steps = 0;
  for (const _ of fieldAgreement(MARKS, items)) steps += 1;
  const answers = 2 * items.length;
  expect(steps).toBeGreaterThanOrEqual((answers * (answers - 1)) / 2); // the pairs by chance
});

test("a known answer without highlights for a response judges none there", () => {
  const rules = {
    ...{ type: textClassification, fields: [MARKS], scored: ["marks"] },
    tolerance: { strict: false },
  };
  const result = { label: "a" };
  const given = { result, fields: { marks: { a: [mark(0, 5)] } } };
  expect(wrongParts(rules, given, { result, fields: {} })).toEqual([]);
  expect(wrongParts(rules, given, { result, fields: { marks: { a: [] } } })).toEqual(["fields.marks"]);
  expect(wrongParts(rules, { result, fields: null }, given)).toEqual(["fields.marks"]);
});

test("a strict policy requires equal ratings, another allows fewer or more steps", () => {
  const acceptable = (tolerance: Tolerance) =>
    stand(["stars"], { stars: { a: 2 } }, { stars: { a: 3 } }, tolerance);
  expect([{ strict: true }, { strict: false, max_steps: 0 }, { strict: false }].map(acceptable)).toEqual([
    false,
    false,
    true,
  ]);
});

test("matched objects are compared, wherever they are in their lists", () => {
  const sizes = (...drawn: (readonly [x: number, size: string | null])[]) => ({
    result: { objects: drawn.map(([x]) => ({ label: "car", bbox: { x, y: 0, width: 10, height: 10 } })) },
    fields: { size: drawn.map(([, size]) => size) },
  });
  const size: FieldDefinition = { name: "size", type: "choice", options: ["big", "small"], per: "object" };
  const acceptable = (audited: ReturnType<typeof sizes>, tolerance: Partial<Tolerance> = {}) =>
    itemAcceptable(
      { type: objectDetection, fields: [size], scored: ["size"], tolerance: { strict: false, ...tolerance } },
      sizes([0, "big"], [50, "small"], [90, null]),
      audited,
    );

  expect(acceptable(sizes([90, null], [50, "small"], [0, "big"]))).toBe(true);
  expect(acceptable(sizes([0, "big"], [50, "big"], [90, null]))).toBe(false);
  expect(acceptable(sizes([0, "big"], [50, "small"], [90, "big"]))).toBe(false);
  expect(acceptable(sizes([0, "big"], [50, "small"]))).toBe(false); // F1 4/5
  expect(acceptable(sizes([0, "big"], [50, "small"]), { min_f1: 0.8 })).toBe(true);
  expect(acceptable(sizes([0, "big"], [53, "big"], [90, null]), { min_f1: 0.6 })).toBe(false);
  expect(acceptable(sizes([0, "big"], [53, "big"], [90, null]), { min_f1: 0.6, min_iou: 0.9 })).toBe(true);
});

test("an unacceptable result stays unacceptable whatever its fields", () => {
  const rules = { type: textClassification, fields: [], scored: [], tolerance: { strict: false } };
  const [yes, no] = [{ label: "yes" }, { label: "no" }].map((result) => ({ result, fields: null }));
  expect(yes && no && [itemAcceptable(rules, yes, yes), itemAcceptable(rules, yes, no)]).toEqual([
    true,
    false,
  ]);
});

test.each([
  ["a", { tone: "dry", metres: 2 }, { tone: "dry", metres: 2 }, []],
  ["a", { tone: "warm", metres: 3 }, { tone: "dry", metres: 2 }, ["fields.tone", "fields.metres"]],
  ["b", { tone: "warm" }, { tone: "dry" }, ["result", "fields.tone"]],
  ["a", null, { tone: "dry" }, ["fields.tone"]],
  ["a", { tone: "dry" }, null, []],
  ["a", { tone: "dry", metres: 2 }, { tone: "", metres: null }, []],
  ["a", { tone: "dry" }, { tone: "no longer an option" }, []],
  ["a", { stars: { a: 1, b: 5 } }, { stars: { a: 2 } }, []],
  ["a", { stars: { a: 1, b: 5 } }, { stars: { a: 3 } }, ["fields.stars"]],
  ["a", { tags: ["x"] }, { tags: ["y"] }, []],
])("%s with %j beside the known a with %j: %j is wrong", (label, given, known, expected) => {
  const tolerance = { strict: false };
  const rules = { type: textClassification, fields: SCORED, scored: ["tone", "stars", "metres"], tolerance };
  const answer = { result: { label }, fields: given };
  expect(wrongParts(rules, answer, { result: { label: "a" }, fields: known })).toEqual(expected);
});
