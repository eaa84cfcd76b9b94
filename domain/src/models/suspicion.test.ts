import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { seededRandom } from "../agreement.ts";
import { neighborDisagreement } from "./neighbors.ts";
import { type AcceptedLabel, suspicionsOf } from "./suspicion.ts";

const label = fc.constantFrom("cat", "dog", "owl");
const share = fc.double({ min: 0, max: 1, noNaN: true });
const items = fc.array(
  fc.record({
    label,
    posterior: fc.option(share),
    predictions: fc.tuple(
      fc.option(fc.record({ label, score: fc.option(share) })),
      fc.option(fc.record({ label, score: share })),
    ),
    vector: fc.option(
      fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), { minLength: 3, maxLength: 3 }),
    ),
  }),
  { maxLength: 30 },
);

function accepted(change: Partial<AcceptedLabel>): AcceptedLabel {
  return { label: "cat", posterior: null, predictions: [], vector: null, ...change };
}

function predicted(name: string, score: number | null): AcceptedLabel {
  return accepted({ predictions: [{ label: name, score }] });
}

describe("the suspicion of a label", () => {
  test("counts a disagreement whole if the model has one score for all items", () => {
    const agreeing = Array.from({ length: 12 }, () => predicted("cat", 0.9));
    const other = accepted({ label: "dog", predictions: [{ label: "cat", score: 0.9 }] });
    expect(suspicionsOf([...agreeing, other]).at(-1)?.models).toBeCloseTo(0.95);
  });

  test("is from 0 to 1, and the weighted mean of what there is", () => {
    fc.assert(
      fc.property(items, (all) => {
        for (const [place, { suspicion, ...parts }] of suspicionsOf(all).entries()) {
          const known = Object.values(parts).filter((part) => part !== null);
          for (const value of [suspicion, ...known]) {
            expect(value).toBeGreaterThanOrEqual(0);
            expect(value).toBeLessThanOrEqual(1);
          }
          expect(suspicion).toBeGreaterThanOrEqual(known.length === 0 ? 0 : Math.min(...known) - 1e-9);
          expect(suspicion).toBeLessThanOrEqual(Math.max(0, ...known) + 1e-9);
          expect(parts.answers === null).toBe(all[place]?.posterior === null);
          expect(parts.models === null).toBe(all[place]?.predictions.every((one) => one === null));
        }
      }),
    );
  });

  test("rises where people are less sure", () => {
    const [sure, unsure, unknown] = suspicionsOf(
      [0.99, 0.6, null].map((posterior) => accepted({ posterior })),
    );
    expect(sure).toEqual({ suspicion: 1 - 0.99, answers: 1 - 0.99, models: null, neighbors: null });
    expect(unsure?.suspicion).toBe(0.4);
    expect(unknown?.suspicion).toBe(0);
  });

  test("rises from a model that is sure of the same label to one that is sure of another", () => {
    const all = [predicted("cat", 0.9), predicted("cat", 0.2), predicted("dog", 0.2), predicted("dog", 0.9)];
    const found = suspicionsOf(all).map(({ suspicion }) => suspicion.toFixed(2));
    expect(found).toEqual(["0.05", "0.40", "0.60", "0.95"]);
    const [none] = suspicionsOf([predicted("dog", null)]);
    expect(none?.suspicion).toBe(0.75);
  });

  test("counts half of a score under the mean of the items on which the model agrees", () => {
    const dogs = [0.8, 0.9].map((score) => ({ ...predicted("dog", score), label: "dog" }));
    const [low, high] = suspicionsOf([predicted("dog", 0.84), predicted("dog", 0.86), ...dogs]);
    expect(low?.suspicion).toBeCloseTo((1 + 0.42) / 2, 12);
    expect(high?.suspicion).toBeCloseTo((1 + 0.86) / 2, 12);
  });

  test("finds nearly all errors that were injected into simulated labels", () => {
    const random = seededRandom(11);
    const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    const truth = Array.from({ length: 1000 }, (_, item) => item % 5);
    const labels = truth.map((right) => (random() < 0.15 ? (right + 1) % 5 : right));
    const all = truth.map((right, item) => {
      const given = random() < 0.85 ? right : Math.floor(5 * random());
      return accepted({
        label: `${labels[item]}`,
        predictions: [{ label: `${given}`, score: given === right ? 0.5 + random() / 2 : random() }],
        vector: Array.from({ length: 8 }, (_, place) => normal() + (place === right ? 5 : 0)),
      });
    });
    const ranked = suspicionsOf(all)
      .map(({ suspicion }, item) => ({ suspicion, isError: truth[item] !== labels[item] }))
      .sort((a, b) => b.suspicion - a.suspicion);
    const precision = ranked.slice(0, 100).filter(({ isError }) => isError).length / 100;
    expect(precision).toBeGreaterThanOrEqual(0.95);
  });

  test.each([
    [[accepted({ posterior: 1.2 })], "a posterior must be from 0 to 1 (got 1.2)"],
    [[predicted("cat", -1)], "a score must be from 0 to 1 (got -1)"],
    [
      [accepted({ vector: [1, 2] }), accepted({ vector: [1] })],
      "vectors must have the same length (got 2 and 1)",
    ],
    [[accepted({ vector: [Number.NaN] })], "a vector must consist of finite numbers"],
  ])("is refused for what it cannot read (%#)", (all, message) => {
    expect(() => suspicionsOf(all)).toThrow(RangeError);
    expect(() => suspicionsOf(all)).toThrow(message);
  });
});

describe("the neighbors of an item", () => {
  const near = (name: string, ...vector: number[]) => ({ label: name, vector });

  test("are the ten with the nearest directions, whatever the lengths, without itself", () => {
    const cats = Array.from({ length: 11 }, (_, item) => near("cat", 1 + item, 0.01 * item));
    const dogs = Array.from({ length: 11 }, (_, item) => near("dog", -0.001 * item, 1e200 * (1 + item)));
    const all = [...cats, ...dogs, near("dog", 1e-200, 0), near("cat", 0, 0), { label: "cat", vector: null }];
    const shares = neighborDisagreement(all);

    expect(shares[22]).toBe(1);
    expect(shares.slice(11, 22)).toEqual(new Array(11).fill(0));
    expect(shares.slice(0, 11).every((one) => one !== null && one <= 0.1)).toBe(true);
    expect(shares.slice(23)).toEqual([null, null]);
  });

  test("are those of a search through all pairs", () => {
    const vectors = fc.array(
      fc.record({ label, vector: fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 4, maxLength: 4 }) }),
      { minLength: 2, maxLength: 9 },
    );
    fc.assert(
      fc.property(vectors, (all) => {
        const isDirected = (vector: number[]) => vector.some((value) => value !== 0);
        const expected = all.map((one, item) => {
          const others = all.filter((other, place) => place !== item && isDirected(other.vector));
          if (!isDirected(one.vector) || others.length === 0) return null;
          return others.filter((other) => other.label !== one.label).length / others.length; // fewer than ten: all
        });
        expect(neighborDisagreement(all)).toEqual(expected);
      }),
    );
  });

  test("of an only item are none", () => {
    expect(neighborDisagreement([near("cat", 1)])).toEqual([null]);
    expect(neighborDisagreement([])).toEqual([]);
  });

  test("of many items are found among a part of them, of at least 200", () => {
    const random = seededRandom(4);
    const all = Array.from({ length: 1000 }, () => near(random() < 0.5 ? "a" : "b", random(), random()));
    const some = neighborDisagreement(all, 1);

    expect(some).not.toEqual(neighborDisagreement(all));
    expect(some).toEqual(neighborDisagreement(all, 399_999)); // 199 for each of 1,000 items of length 2
    expect(some.every((one) => one !== null)).toBe(true);
  });
});

test("answers of an annotator who often differs from the others count less", () => {
  const answersTo = (n: number, last: string) => [
    { annotator: "ann", label: n % 2 === 0 ? "cat" : "dog" },
    { annotator: "bob", label: n % 2 === 0 ? "cat" : "dog" },
    { annotator: "eve", label: last },
  ];
  const items = Array.from({ length: 40 }, (_, n) => ({
    ...{ label: n % 2 === 0 ? "cat" : "dog", posterior: 0.6, predictions: [], vector: null },
    answers: answersTo(n, n % 4 < 2 ? "cat" : "dog"),
  }));
  const without = { ...items[0], answers: [{ annotator: "eve", label: "cat" }] };
  const found = suspicionsOf([
    ...items,
    { ...without, label: "cat", posterior: 0.6, predictions: [], vector: null },
  ]);

  const [agreed, , differed, , lone] = [found[0], found[1], found[2], found[3], found[40]];
  expect(agreed?.answers).toBeLessThan(0.4);
  expect(differed?.answers).toBeGreaterThan(agreed?.answers ?? 1);
  expect(lone?.answers).toBeGreaterThan(differed?.answers ?? 1);
});

test("a model's threshold for a label rests on the items where it agrees, not on those where it differs", () => {
  const item = (label: string, predicted: string, score: number) => ({
    ...{ label, posterior: null, vector: null },
    predictions: [{ label: predicted, score }],
  });
  const found = suspicionsOf([item("cat", "cat", 0.9), item("dog", "cat", 0.8), item("cat", "dog", 0.5)]);
  expect(found[1]?.models).toBeCloseTo((1 + 0.8 / 2) / 2, 9); // under the 0.9 of `cat`
  expect(found[2]?.models).toBeCloseTo((1 + 0.5) / 2, 9); // it never agrees on `dog`
});
