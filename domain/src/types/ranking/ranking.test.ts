import fc from "fast-check";
import { expect, test } from "vitest";
import { givenItem } from "../../../test/given-item.ts";
import { bradleyTerry } from "./bradley-terry.ts";
import { ranking as type } from "./ranking.ts";
import { placesOf, type RankingResult } from "./schema.ts";

const IDS = ["a", "b", "c", "d"];
const ITEM = givenItem({ responses: ["a", "b", "c"] });
const ranked = (text: string): RankingResult => {
  const groups = text.split(">").map((group) => group.split("="));
  const ties = groups.filter(({ length }) => length > 1);
  return { ranking: groups.flat(), ...(ties.length > 0 ? { ties } : {}) };
};
const anyRanking = fc
  .tuple(fc.shuffledSubarray(IDS, { minLength: 4 }), fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }))
  .map(([ids, joins]) =>
    ranked(ids.map((id, at) => (at === 0 ? id : `${joins[at - 1] ? "=" : ">"}${id}`)).join("")),
  );

test("responses that tie share a rank", () => {
  expect([...placesOf(ranked("b>a=c>d"))]).toEqual([
    ["b", 0],
    ["a", 1],
    ["c", 1],
    ["d", 2],
  ]);
});

test("of two responses the one preferred more often is first; equal counts are a tie", () => {
  expect(type.consensus([ranked("a>b"), ranked("b>a"), ranked("b>a")])).toEqual({
    result: ranked("b>a"),
    support: 2 / 3,
  });
  expect(type.consensus([ranked("a>b"), ranked("b>a")])).toBeNull();
  expect(type.consensus([ranked("a=b"), ranked("b=a")])).toEqual({ result: ranked("a=b"), support: 1 });
});

test("the order is that of Bradley–Terry strengths over all answers", () => {
  expect(type.consensus([ranked("a>b>c"), ranked("a>c>b"), ranked("b>a>c")])).toEqual({
    result: ranked("a>b>c"),
    support: 2 / 3,
  });
  expect(type.consensus([ranked("a>b>c"), ranked("a>c>b")])).toEqual({ result: ranked("a>b=c"), support: 1 });
});

test("the strengths satisfy the equations of maximum likelihood with the prior", () => {
  const wins = Float64Array.of(0, 3, 1, 1, 0, 2, 2, 0, 0);
  const strengths = bradleyTerry(3, wins);
  expect(strengths.reduce((sum, strength) => sum + strength, 0)).toBeCloseTo(1, 12);
  for (let i = 0; i < 3; i += 1) {
    let [won, expected] = [0, 0];
    for (let j = 0; j < 3; j += 1) {
      if (i === j) continue;
      const games = (wins[i * 3 + j] ?? 0) + (wins[j * 3 + i] ?? 0) + 1;
      won += (wins[i * 3 + j] ?? 0) + 0.5;
      expected += (games * (strengths[i] ?? 0)) / ((strengths[i] ?? 0) + (strengths[j] ?? 0));
    }
    expect(won).toBeCloseTo(expected, 6);
  }
});

test("the consensus is valid, whatever the order of the answers", () => {
  const item = givenItem({ responses: IDS });
  fc.assert(
    fc.property(fc.array(anyRanking, { minLength: 1, maxLength: 5 }), (answers) => {
      const consensus = type.consensus(answers);
      expect(type.consensus(answers.toReversed())).toEqual(consensus);
      if (consensus === null) return;
      expect(type.validate(consensus.result, item, null)).toEqual([]);
      expect(consensus.support).toBeLessThanOrEqual(1);
    }),
    { numRuns: 50 },
  );
});

test("the distance is Kendall's: 0 for the same order, 1 for its reverse, symmetric", () => {
  expect(type.distance(ranked("a>b>c"), ranked("a>b>c"))).toBe(0);
  expect(type.distance(ranked("a>b>c"), ranked("c>b>a"))).toBe(1);
  expect(type.distance(ranked("a>b>c"), ranked("a>c>b"))).toBeCloseTo((1 - 1 / 3) / 2, 12);
  // τ-b of 1,2,3 and 1,2,2 is 2/√6.
  expect(type.distance(ranked("a>b>c"), ranked("a>b=c"))).toBeCloseTo((1 - 2 / Math.sqrt(6)) / 2, 12);
  expect(type.distance(ranked("a=b"), ranked("a=b"))).toBe(0);
  expect(type.distance(ranked("a=b"), ranked("a>b"))).toBe(0.5);
  fc.assert(
    fc.property(anyRanking, anyRanking, (a, b) => {
      expect(type.distance(a, b)).toBeCloseTo(type.distance(b, a), 12);
      expect(type.distance(a, a)).toBeCloseTo(0, 12);
    }),
  );
});

test("a ranking is acceptable with the same first place, and if strict with the same order", () => {
  expect(type.acceptable(ranked("a>b>c"), ranked("a>c>b"), { strict: false })).toBe(true);
  expect(type.acceptable(ranked("a>b>c"), ranked("a=b>c"), { strict: false })).toBe(false);
  expect(type.acceptable(ranked("a>b>c"), ranked("a>c>b"), { strict: true })).toBe(false);
  expect(type.acceptable(ranked("a>b=c"), ranked("a>c=b"), { strict: true })).toBe(true);
});

test.each([
  [["a", "b"], undefined, "ranking", "must have every response; c is missing"],
  [["a", "b", "c", "x"], undefined, "ranking.3", `must be one of the item's responses (a, b, c), not "x"`],
  [["a", "b", "c", "a"], undefined, "ranking.3", 'must not repeat "a"'],
  [["a", "b", "c"], [["a", "c"]], "ties.0", "must be neighbors in the ranking, each once"],
  [["a", "b", "c"], [["a"]], "ties.0", "must have two responses or more"],
  [["a", "b", "c"], [["a", "x"]], "ties.0", "must be neighbors in the ranking, each once"],
])("%j with the ties %j is refused at %s", (ids, ties, path, message) => {
  expect(type.validate({ ranking: ids, ...(ties ? { ties } : {}) }, ITEM, null)).toEqual([{ path, message }]);
});

test("a response in two ties is refused, and an empty ranking", () => {
  const ties = [
    ["a", "b"],
    ["b", "c"],
  ];
  expect(type.validate({ ranking: ["a", "b", "c"], ties }, ITEM, null)).toEqual([
    { path: "ties.1", message: "must not have a response of another tie" },
  ]);
  expect(type.validate({ ranking: [] }, givenItem({}), null)).toEqual([
    { path: "ranking", message: "must not be empty" },
  ]);
});
