import fc from "fast-check";
import { expect, test } from "vitest";
import { seededRandom } from "../agreement.ts";
import { type AnswerColumns, NONE, orderAnswers } from "./answers.ts";
import { type AskedMethod, decideLabels, METHODS } from "./consensus.ts";

type Row = readonly [item: number, worker: number, label: number];

function columnsOf(rows: readonly Row[], sizes: Partial<AnswerColumns> = {}): AnswerColumns {
  const size = (column: 0 | 1 | 2) => 1 + Math.max(-1, ...rows.map((row) => row[column]));
  return {
    ...{ items: size(0), workers: size(1), labels: size(2) },
    ...sizes,
    item: Uint32Array.from(rows, ([item]) => item),
    worker: Uint32Array.from(rows, ([, worker]) => worker),
    label: Uint32Array.from(rows, ([, , label]) => label),
  };
}

function decide(
  rows: readonly Row[],
  asked: AskedMethod,
  truth?: Int32Array,
  sizes?: Partial<AnswerColumns>,
) {
  return decideLabels(orderAnswers(columnsOf(rows, sizes)), asked, truth);
}

const row = (max: number) => fc.tuple(fc.nat({ max: 11 }), fc.nat({ max: 5 }), fc.nat({ max: max - 1 }));
const set = fc.integer({ min: 1, max: 5 }).chain((labels) =>
  fc.record({
    labels: fc.constant(labels),
    rows: fc.array(row(labels), { maxLength: 60 }),
    truth: fc.array(fc.integer({ min: -1, max: labels - 1 }), { minLength: 12, maxLength: 12 }),
  }),
);

test("the objective of the models never falls, and no number is NaN or out of its range", () => {
  fc.assert(
    fc.property(set, fc.constantFrom(...METHODS), fc.boolean(), ({ labels, rows, truth }, asked, isKnown) => {
      const known = Int32Array.from(truth, (label) => (isKnown ? label : NONE));
      const sizes = { items: 12, workers: 6, labels };
      const { label, support, belief, objectives } = decide(rows, asked, known, sizes);

      for (const [before, objective] of objectives.entries()) {
        expect(Number.isFinite(objective)).toBe(true);
        if (before > 0) expect(objective).toBeGreaterThanOrEqual((objectives[before - 1] ?? 0) - 1e-9);
      }
      expect(objectives.length).toBeLessThanOrEqual(200);
      for (const share of [...support, ...belief]) {
        expect(share).toBeGreaterThanOrEqual(0);
        expect(share).toBeLessThanOrEqual(1 + 1e-9);
      }
      for (const each of label) expect(each).toBeGreaterThanOrEqual(NONE);
    }),
  );
});

test("renaming labels, annotators and items changes nothing but the names", () => {
  const order = (size: number) => fc.shuffledSubarray([...Array(size).keys()], { minLength: size });
  fc.assert(
    fc.property(
      set.filter(({ labels }) => labels > 1),
      fc.constantFrom("majority", "one-coin", "dawid-skene"),
      order(5),
      order(6),
      ({ labels, rows }, asked, names, people) => {
        const name = (label: number) => names.filter((each) => each < labels)[label] ?? NONE;
        const sizes = { items: 12, workers: 6, labels };
        const plain = decide(rows, asked, undefined, sizes);
        const renamed = decide(
          rows.map(([item, worker, label]) => [11 - item, people[worker] ?? 0, name(label)] as const),
          asked,
          undefined,
          sizes,
        );

        for (const [item, label] of plain.label.entries()) {
          // Beliefs that differ by little more than rounding may be a tie in only one of the two.
          if (renamed.label[11 - item] === NONE || label === NONE) continue;
          expect(renamed.label[11 - item]).toBe(name(label));
        }
      },
    ),
  );
});

/** Annotator w is right with probability `accuracies[w]`, else anything else. */
function simulate(items: number, labels: number, accuracies: readonly number[]) {
  const random = seededRandom(17);
  const truth = Int32Array.from({ length: items }, () => Math.floor(random() * labels));
  const rows = [...truth].flatMap((right, item) =>
    accuracies.map((accuracy, worker): Row => {
      const wrong = (right + 1 + Math.floor(random() * (labels - 1))) % labels;
      return [item, worker, random() < accuracy ? right : wrong];
    }),
  );
  return { truth, rows };
}

function accuracyOf(label: Int32Array, truth: Int32Array): number {
  return label.filter((each, item) => each === truth[item]).length / truth.length;
}

test.each(["one-coin", "dawid-skene", "auto"] as const)(
  "%s follows the few who know over the many who guess",
  (asked) => {
    const { truth, rows } = simulate(400, 3, [0.95, 0.9, 0.34, 0.34, 0.34, 0.34]);

    const majority = accuracyOf(decide(rows, "majority").label, truth);
    expect(accuracyOf(decide(rows, asked).label, truth)).toBeGreaterThan(majority + 0.1);
  },
);

test("Dawid–Skene uses annotators who are always wrong in the same way, one-coin cannot", () => {
  const { truth, rows } = simulate(300, 3, [0.8, 0.8, 0.8]);
  const swapped = rows.map(([item, worker, label]): Row => [item, worker, label]);
  for (const [item, right] of truth.entries()) swapped.push([item, 3, (right + 1) % 3]);
  const known = truth.map((label, item) => (item < 30 ? label : NONE));

  const rest = (label: Int32Array) => accuracyOf(label.subarray(30), truth.subarray(30));
  expect(rest(decide(swapped, "dawid-skene", known).label)).toBeGreaterThan(0.99);
  expect(rest(decide(swapped, "one-coin", known).label)).toBeLessThan(0.99);
});

test("Dawid–Skene on a small set equals its formulas calculated by hand", () => {
  // Two items, two annotators, a disagreement: the first iteration from vote shares, by hand.
  const { objectives } = decide(
    [
      [0, 0, 0],
      [0, 1, 0],
      [1, 0, 0],
      [1, 1, 1],
    ],
    "dawid-skene",
  );
  // Beliefs (1, 0) and (½, ½). Annotator 0 says 0 twice: row 0 of π is (1.5 + 2, 1)/4.5, row 1 (.5 + 1, 2)/3.5.
  // Annotator 1: row 0 is (1 + 2, .5 + 1)/4.5, row 1 (1, .5 + 2)/3.5; p is (1.5 + 1, .5 + 1)/4.
  const p = [2.5 / 4, 1.5 / 4] as const;
  const first = p[0] * (3.5 / 4.5) * (3 / 4.5) + p[1] * (1.5 / 3.5) * (1 / 3.5);
  const second = p[0] * (3.5 / 4.5) * (1.5 / 4.5) + p[1] * (1.5 / 3.5) * (2.5 / 3.5);
  const prior =
    2 * Math.log(3.5 / 4.5) +
    Math.log(1 / 4.5) +
    Math.log(1.5 / 3.5) +
    2 * Math.log(2 / 3.5) +
    2 * Math.log(3 / 4.5) +
    Math.log(1.5 / 4.5) +
    Math.log(1 / 3.5) +
    2 * Math.log(2.5 / 3.5) +
    Math.log(p[0]) +
    Math.log(p[1]);
  expect(objectives[0]).toBeCloseTo(prior + Math.log(first) + Math.log(second), 12);
});

test.each(METHODS)("%s leaves an unresolvable tie without a label", (asked) => {
  const { label, support } = decide(
    [
      [0, 0, 0],
      [0, 1, 1],
      [1, 0, 1],
      [1, 1, 0],
    ],
    asked,
  );

  expect([...label]).toEqual([NONE, NONE]);
  expect([...support]).toEqual([0.5, 0.5]);
});

test.each(METHODS)("%s handles every edge case", (asked) => {
  expect(decide([], asked)).toMatchObject({ label: new Int32Array(0), objectives: [] });
  // One label; an item that nobody answered, one that is known.
  const one = decide(
    [
      [0, 0, 0],
      [3, 1, 0],
    ],
    asked,
    Int32Array.of(NONE, NONE, 0, NONE),
    { items: 4 },
  );
  expect([...one.label]).toEqual([0, NONE, 0, 0]);
  expect([...one.support]).toEqual([1, 0, 0, 1]);
  expect([...one.belief]).toEqual([1, 0, 1, 1]);
  // One annotator, one item, one answer.
  expect([...decide([[0, 0, 2]], asked).label]).toEqual([2]);
  // A truth that nobody gave, beside answers.
  const known = decide(
    [
      [0, 0, 0],
      [0, 1, 0],
      [1, 0, 1],
    ],
    asked,
    Int32Array.of(2, NONE),
    { labels: 3 },
  );
  expect([known.label[0], known.belief[0], known.support[0]]).toEqual([2, 1, 0]);
});

test("of repeated answers the last counts, wherever the others are", () => {
  const { label, support, starts } = (() => {
    const answers = orderAnswers(
      columnsOf([
        [1, 0, 1],
        [0, 0, 0],
        [0, 1, 1],
        [0, 0, 1],
        [0, 0, 2],
      ]),
    );
    return { ...answers, support: decideLabels(answers, "majority").support };
  })();

  expect([...starts]).toEqual([0, 2, 3]);
  expect([...label]).toEqual([2, 1, 1]);
  expect([...support]).toEqual([0.5, 1]);
});

test("auto uses majority if annotators cannot be compared, otherwise reports the reason for its choice", () => {
  expect(
    decide(
      [
        [0, 0, 0],
        [0, 1, 0],
        [0, 2, 1],
      ],
      "auto",
    ),
  ).toMatchObject({
    method: "majority",
    reason: "nothing_to_learn",
    log_likelihoods: null,
  });
  const once = [0, 1, 2, 0, 0].map((label, item): Row => [item, item % 2, label]);
  expect(decide(once, "auto")).toMatchObject({ method: "majority", label: Int32Array.of(0, 1, 2, 0, 0) });
  const { truth, rows } = simulate(100, 3, [0.9, 0.7, 0.5]);
  expect(decide(rows, "auto")).toMatchObject({ method: "dawid-skene", reason: "many_answers" });
  const few = simulate(600, 4, [0.9, 0.7, 0.5]).rows.map(
    ([item, worker, label]): Row => [item, worker + 3 * Math.floor(item / 4), label],
  );
  const chosen = decide(few, "auto");
  expect(chosen).toMatchObject({ method: "one-coin", reason: "held_out" });
  const scores = chosen.log_likelihoods;
  expect(scores?.["one-coin"]).toBeGreaterThan(scores?.["dawid-skene"] ?? 0);
  const known = truth.map((label, item) => (item < 20 ? label : NONE));
  expect(decide(rows, "auto", known).reason).toBe("gold");
  expect(decide(rows, "auto", known.fill(NONE, 19))).toMatchObject({ reason: "many_answers" });
});

test("100,000 labels, each given at most once, are decided without a matrix", () => {
  const rows = Array.from({ length: 2_000 }, (_, item): Row => [item % 500, item % 7, item]);
  const answers = orderAnswers(columnsOf(rows, { labels: 100_000 }));

  expect(decideLabels(answers)).toMatchObject({ method: "one-coin", reason: "many_labels" });
  expect(() => decideLabels(answers, "dawid-skene")).toThrow("too many for dawid-skene");
});
