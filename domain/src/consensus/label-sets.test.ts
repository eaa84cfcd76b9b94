import fc from "fast-check";
import { expect, test } from "vitest";
import { seededRandom } from "../agreement.ts";
import { orderAnswers } from "./answers.ts";
import { ASKED_METHODS, type AskedMethod } from "./consensus.ts";
import { decideSets, fitsSets, type LabelSets } from "./label-sets.ts";

/** By item the labels that each annotator gave, undefined for no answer; and the items' present labels. */
function setsOf(
  given: readonly (readonly (readonly number[] | undefined)[])[],
  present: readonly (readonly number[])[],
  known: readonly number[] = [],
  labels = 4,
): LabelSets {
  const rows = given.flatMap((answers, item) =>
    answers.flatMap((said, worker) => (said === undefined ? [] : [{ item, worker, said }])),
  );
  const listOf = (sets: readonly (readonly number[])[]) =>
    Array.from({ length: labels }, (_, label) => [...sets.keys()].filter((at) => sets[at]?.includes(label)));
  const column = (name: "item" | "worker") => Uint32Array.from(rows, (row) => row[name]);
  return {
    isExactlyOne: false,
    answers: orderAnswers({
      ...{ items: given.length, workers: Math.max(1, ...given.map(({ length }) => length)), labels },
      ...{ item: column("item"), worker: column("worker"), label: new Uint32Array(rows.length) },
    }),
    said: listOf(rows.map(({ said }) => said)),
    present: listOf(present),
    isKnown: Uint8Array.from(given, (_, item) => Number(known.includes(item))),
    mayChange: Uint8Array.from(given, (_, item) => Number(!known.includes(item))),
  };
}

const changesOf = (sets: LabelSets, asked: AskedMethod) => decideSets(sets, asked).changes;

test("each label is decided separately, and an empty set of labels is an answer", () => {
  const given = [
    [[0, 1], [0], [0, 2]],
    [[], [], [3]],
    [undefined, undefined, undefined],
  ];
  expect(decideSets(setsOf(given, [[1], [3], [2]]), "majority")).toEqual({
    ...{ method: "majority", reason: "asked", log_likelihoods: null, iterations: 0 },
    changes: [
      { item: 0, from: [1], to: [0], support: expect.closeTo(2 / 3) },
      { item: 1, from: [3], to: [], support: expect.closeTo(2 / 3) },
    ],
  });
});

test("a tie about one label keeps that label unchanged, whatever happens to the others", () => {
  const given = [
    [[0, 1], [0]],
    [[0, 1], [0]],
  ];
  expect(changesOf(setsOf(given, [[1], []]), "majority")).toEqual([
    { item: 0, from: [1], to: [0, 1], support: 0.5 },
    { item: 1, from: [], to: [0], support: 0.5 },
  ]);
});

const labelSet = fc.uniqueArray(fc.nat({ max: 3 }), { maxLength: 4 });
const answered = fc.array(fc.array(fc.option(labelSet, { nil: undefined }), { minLength: 4, maxLength: 4 }), {
  minLength: 1,
  maxLength: 8,
});

test("unanimous labels stay with every method, and support is a share", () => {
  fc.assert(
    fc.property(answered, fc.constantFrom(...ASKED_METHODS), (given, asked) => {
      const voted = given.map((answers) => {
        const said = answers.filter((labels) => labels !== undefined);
        return [0, 1, 2, 3].filter(
          (label) => 2 * said.filter((labels) => labels.includes(label)).length > said.length,
        );
      });
      for (const { item, from, to, support } of changesOf(setsOf(given, voted), asked)) {
        const said = (given[item] ?? []).filter((labels) => labels !== undefined);
        expect(support).toBeGreaterThan(0);
        expect(support).toBeLessThanOrEqual(0.5);
        for (const label of [0, 1, 2, 3]) {
          const votes = said.filter((labels) => labels.includes(label)).length;
          if (votes === 0 || votes === said.length) expect(to.includes(label)).toBe(from.includes(label));
        }
      }
      if (asked === "majority") expect(changesOf(setsOf(given, voted), asked)).toEqual([]);
    }),
  );
});

/** Items with random labels; annotators with a low accuracy guess. */
function simulated(accuracies: readonly number[]) {
  const random = seededRandom(3);
  const truth = Array.from({ length: 300 }, () => [0, 1, 2, 3].filter(() => random() < 0.3));
  const given = truth.map((right) =>
    accuracies.map((accuracy) =>
      [0, 1, 2, 3].filter((label) => random() < accuracy === right.includes(label)),
    ),
  );
  const voted = given.map((answers) =>
    [0, 1, 2, 3].filter((label) => 2 * answers.filter((said) => said.includes(label)).length > 5),
  );
  return { truth, given, voted };
}

test.each(["auto", "one-coin", "dawid-skene"] as const)(
  "%s follows the few who know over the many who guess, label by label",
  (asked) => {
    const { truth, given, voted } = simulated([0.97, 0.95, 0.55, 0.55, 0.55]);
    const decided = voted.slice();
    for (const { item, to } of changesOf(setsOf(given, voted), asked)) decided[item] = [...to];
    const right = (sets: readonly (readonly number[])[]) =>
      sets.filter((labels, item) => labels.join() === truth[item]?.join()).length;
    expect(right(decided)).toBeGreaterThan(right(voted) + 60);
  },
);

test("known labels stay and, if there are enough, choose one method for all labels", () => {
  const { truth, given, voted } = simulated([0.9, 0.8, 0.7, 0.6, 0.6]);
  const known = Array.from({ length: 30 }, (_, item) => item);
  const present = voted.map((labels, item) => (item < 30 ? (truth[item] ?? []) : labels));
  const decided = decideSets(setsOf(given, present, known), "auto");
  expect(decided).toMatchObject({ reason: "gold", log_likelihoods: { "one-coin": expect.any(Number) } });
  expect(decided.changes.filter(({ item }) => item < 30)).toEqual([]);
});

test("one label per item is decided as one problem", () => {
  const { given } = simulated([0.97, 0.95, 0.55, 0.55, 0.55]);
  const one = given.map((answers) => answers.map((labels) => [labels.length % 4]));
  const sets = {
    ...setsOf(
      one,
      one.map(([first = []]) => first),
    ),
    isExactlyOne: true,
  };
  for (const { from, to } of changesOf(sets, "majority")) expect([from.length, to.length]).toEqual([1, 1]);
  expect(changesOf(sets, "majority").length).toBeGreaterThan(0);
});

test("labels too numerous to fit each in reasonable time are decided by majority", () => {
  const sets = setsOf([[[0], [0], [1]]], [[1]], [], 2);
  const many: LabelSets = {
    ...sets,
    said: [...sets.said, ...Array<number[]>(2 ** 12).fill([])],
    answers: { ...sets.answers, worker: new Uint32Array(2 ** 12) },
  };
  expect(fitsSets(many, "one-coin")).toBe(false);
  expect(() => decideSets(many, "one-coin")).toThrow(RangeError);
  expect(decideSets(many, "auto")).toMatchObject({ method: "majority", reason: "many_labels" });
});

test("nothing is decided if no answer gives any label", () => {
  expect(
    decideSets(
      setsOf(
        [
          [[], []],
          [[], []],
        ],
        [[], []],
        [],
        0,
      ),
      "auto",
    ).changes,
  ).toEqual([]);
});
