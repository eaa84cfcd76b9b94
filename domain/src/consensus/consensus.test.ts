import fc from "fast-check";
import { expect, test } from "vitest";
import { seededRandom } from "../agreement.ts";
import { type AnswerColumns, NONE, orderAnswers } from "./answers.ts";
import { ASKED_METHODS, type AskedMethod, decideLabels } from "./consensus.ts";

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

/** Each number with the next. */
function pairs(numbers: readonly number[]): (readonly [number, number])[] {
  return numbers.slice(1).map((next, index) => [numbers[index] ?? Number.NaN, next]);
}

test("the objective never falls where the prior stays, and no number is NaN or out of its range", () => {
  fc.assert(
    fc.property(
      set,
      fc.constantFrom(...ASKED_METHODS),
      fc.boolean(),
      ({ labels, rows, truth }, asked, isKnown) => {
        const known = Int32Array.from(truth, (label) => (isKnown ? label : NONE));
        const sizes = { items: 12, workers: 6, labels };
        const { method, label, support, belief, objectives } = decide(rows, asked, known, sizes);

        expect(objectives.every(Number.isFinite)).toBe(true);
        expect(objectives.length).toBeLessThanOrEqual(200);
        if (method === "hierarchical") expect(objectives).toHaveLength(labels > 1 ? 10 : 0);
        else
          for (const [before, next] of pairs(objectives)) expect(next).toBeGreaterThanOrEqual(before - 1e-9);
        for (const share of [...support, ...belief]) {
          expect(share).toBeGreaterThanOrEqual(0);
          expect(share).toBeLessThanOrEqual(1 + 1e-9);
        }
        for (const each of label) expect(each).toBeGreaterThanOrEqual(NONE);
      },
    ),
  );
});

test("renaming labels, annotators and items changes nothing but the names", () => {
  const order = (size: number) => fc.shuffledSubarray([...Array(size).keys()], { minLength: size });
  fc.assert(
    fc.property(
      set.filter(({ labels }) => labels > 1),
      fc.constantFrom("majority", "one-coin", "dawid-skene", "hierarchical"),
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

test("neither the order of the answers nor the numbering of items, annotators and labels changes anything", () => {
  const [items, workers, labels] = [12, 6, 4];
  const sizes = { items, workers, labels };
  const name = (kind: string) => (_: unknown, index: number) => `${kind} ${index}`;
  const names = {
    items: Array.from({ length: items }, name("item")),
    workers: Array.from({ length: workers }, name("annotator")),
  };
  const order = (size: number) => fc.shuffledSubarray([...Array(size).keys()], { minLength: size });
  const distinct = fc.uniqueArray(row(labels), { selector: ([item, worker]) => item * workers + worker });
  fc.assert(
    fc.property(
      distinct.chain((rows) => fc.tuple(fc.constant(rows), order(rows.length))),
      fc.record({ items: order(items), workers: order(workers), labels: order(labels) }),
      ([rows, shuffle], to) => {
        const renumbered = shuffle.flatMap((at): Row[] => {
          const [item, worker, label] = rows[at] ?? [0, 0, 0];
          return [[to.items[item] ?? 0, to.workers[worker] ?? 0, to.labels[label] ?? 0]];
        });
        const named = (list: readonly string[], places: readonly number[]) =>
          list.map((_, index) => list[places.indexOf(index)] ?? "");
        const newNames = { items: named(names.items, to.items), workers: named(names.workers, to.workers) };

        const plain = decideLabels(orderAnswers({ ...columnsOf(rows, sizes), names }));
        const other = decideLabels(orderAnswers({ ...columnsOf(renumbered, sizes), names: newNames }));

        expect([other.method, other.reason]).toEqual([plain.method, plain.reason]);
        for (const model of ["one-coin", "hierarchical"] as const) {
          const [before, after] = [plain.log_likelihoods, other.log_likelihoods];
          expect(after?.[model] ?? 0).toBeCloseTo(before?.[model] ?? 0, 9);
        }
        for (const [item, label] of plain.label.entries()) {
          const place = to.items[item] ?? 0;
          expect(other.label[place]).toBe(to.labels[label] ?? NONE);
          expect(other.belief[place]).toBeCloseTo(plain.belief[item] ?? 0, 9);
          expect(other.support[place]).toBeCloseTo(plain.support[item] ?? 0, 9);
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

test.each(["one-coin", "dawid-skene", "hierarchical", "auto"] as const)(
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

test("hierarchical Dawid–Skene on a small set equals its formulas calculated by hand", () => {
  const { objectives } = decide(
    [
      [0, 0, 0],
      [0, 1, 0],
      [1, 0, 0],
      [1, 1, 1],
    ],
    "hierarchical",
  );
  // Counts from the shares of votes, [k][l]: annotator 0 [[1.5, 0], [.5, 0]], annotator 1 [[1, .5], [0, .5]].
  const counts = [
    [1.5, 0, 0.5, 0],
    [1, 0.5, 0, 0.5],
  ] as const;
  // Pooled: row 0 (2.5 + 2, .5 + 1)/6, row 1 (.5 + 1, .5 + 2)/4. Right answers: 1.5 of 2 each, 3 of 4 in all.
  const pooled = [4.5 / 6, 1.5 / 6, 1.5 / 4, 2.5 / 4] as const;
  const accuracy = (3 + 2) / (4 + 3);
  const own = (1.5 + 5 * accuracy) / (2 + 5);
  const tilt = own / (1 - own) / (accuracy / (1 - accuracy));
  const means = [
    (pooled[0] * tilt) / (pooled[0] * tilt + pooled[1]),
    pooled[1] / (pooled[0] * tilt + pooled[1]),
    pooled[2] / (pooled[2] + pooled[3] * tilt),
    (pooled[3] * tilt) / (pooled[2] + pooled[3] * tilt),
  ] as const;
  const rowSums = counts.map(([a, b, c, d]) => [a + b, a + b, c + d, c + d]);
  const pi = counts.map((each, w) =>
    each.map((count, cell) => (count + 5 * (means[cell] ?? 0)) / ((rowSums[w]?.[cell] ?? 0) + 5)),
  );
  const p = [2.5 / 4, 1.5 / 4] as const;
  const of = (w: number, k: number, l: number) => pi[w]?.[2 * k + l] ?? 0;
  const first = p[0] * of(0, 0, 0) * of(1, 0, 0) + p[1] * of(0, 1, 0) * of(1, 1, 0);
  const second = p[0] * of(0, 0, 0) * of(1, 0, 1) + p[1] * of(0, 1, 0) * of(1, 1, 1);
  const prior = pi
    .flatMap((each) => each.map((share, cell) => 5 * (means[cell] ?? 0) * Math.log(share)))
    .reduce((sum, term) => sum + term, Math.log(p[0]) + Math.log(p[1]));
  expect(objectives[0]).toBeCloseTo(prior + Math.log(first) + Math.log(second), 12);
});

/** `workers` annotators of `each` answers who all say 1 instead of 0 in 60 % of the cases, seldom anything else. */
function simulateShared(workers: number, each: number) {
  const random = seededRandom(5);
  const items = (workers * each) / 5;
  const truth = Int32Array.from({ length: items }, () => (random() < 0.6 ? 0 : 1 + Math.floor(random() * 2)));
  const rows = Array.from({ length: workers * each }, (_, row): Row => {
    const item = row % items;
    const right = truth[item] ?? 0;
    const confused = right === 0 ? 0.55 : 0.08;
    return [item, Math.floor(row / each), random() < confused ? (right + 1) % 3 : right];
  });
  return { truth, rows };
}

test("hierarchical learns a shared confusion from annotators with few answers each, and auto takes it", () => {
  const { truth, rows } = simulateShared(300, 8);
  const right = (asked: AskedMethod) => accuracyOf(decide(rows, asked).label, truth);

  expect(right("hierarchical")).toBeGreaterThan(right("dawid-skene") + 0.02);
  expect(right("hierarchical")).toBeGreaterThan(right("one-coin") + 0.02);
  expect(decide(rows, "auto")).toMatchObject({ method: "hierarchical", reason: "held_out" });
});

test("an annotator with one answer counts like an average one", () => {
  const { truth, rows } = simulate(300, 3, [0.9, 0.8, 0.7]);
  const newcomer: Row = [0, 3, truth[0] ?? 0];
  const [plain, more] = [decide(rows, "hierarchical"), decide([...rows, newcomer], "hierarchical")];

  expect(more.belief[0]).toBeGreaterThan(0.9);
  expect(accuracyOf(more.label, truth)).toBeCloseTo(accuracyOf(plain.label, truth), 2);
});

test.each(ASKED_METHODS)("%s leaves an unresolvable tie without a label", (asked) => {
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

test.each(ASKED_METHODS)("%s handles every edge case", (asked) => {
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
  expect(decide(rows, "auto")).toMatchObject({
    ...{ method: "one-coin", reason: "held_out" },
    log_likelihoods: { "one-coin": expect.any(Number), hierarchical: expect.any(Number) },
  });
  const few = simulate(600, 4, [0.9, 0.7, 0.5]).rows.map(
    ([item, worker, label]): Row => [item, worker + 3 * Math.floor(item / 4), label],
  );
  const chosen = decide(few, "auto");
  expect(chosen).toMatchObject({ method: "one-coin", reason: "held_out" });
  const scores = chosen.log_likelihoods;
  expect(scores?.["one-coin"]).toBeGreaterThan(scores?.hierarchical ?? 0);
  const known = truth.map((label, item) => (item < 20 ? label : NONE));
  expect(decide(rows, "auto", known).reason).toBe("gold");
  expect(decide(rows, "auto", known.fill(NONE, 19))).toMatchObject({ reason: "held_out" });
});

test("100,000 labels, each given at most once, are decided without a matrix", () => {
  const rows = Array.from({ length: 2_000 }, (_, item): Row => [item % 500, item % 7, item]);
  const answers = orderAnswers(columnsOf(rows, { labels: 100_000 }));

  expect(decideLabels(answers)).toMatchObject({ method: "one-coin", reason: "many_labels" });
  for (const method of ["dawid-skene", "hierarchical"] as const)
    expect(() => decideLabels(answers, method)).toThrow(`too many for ${method}; use one-coin`);
});
