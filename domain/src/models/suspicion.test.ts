import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { seededRandom } from "../agreement.ts";
import { neighborDisagreement } from "./neighbors.ts";
import { type AcceptedLabel, suspicionsOf } from "./suspicion.ts";

const label = fc.constantFrom("cat", "dog", "owl");
const share = fc.double({ min: 0, max: 1, noNaN: true });
const label_scores = fc.dictionary(label, share, { maxKeys: 3 });
const items = fc.array(
  fc.record({
    label,
    posterior: fc.option(share),
    answers: fc.uniqueArray(fc.record({ annotator: fc.constantFrom("ann", "bob", "eve"), label }), {
      selector: ({ annotator }) => annotator,
    }),
    predictions: fc.tuple(
      fc.option(fc.record({ label, score: fc.option(share), label_scores: fc.option(label_scores) })),
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
  test("is from 0 to 1, whatever there is", () => {
    fc.assert(
      fc.property(items, (all) => {
        for (const [place, { suspicion, ...parts }] of suspicionsOf(all).entries()) {
          const known = Object.values(parts).filter((part) => part !== null);
          for (const value of [suspicion, ...known]) {
            expect(value).toBeGreaterThanOrEqual(0);
            expect(value).toBeLessThanOrEqual(1);
          }
          if (known.length === 1) expect(suspicion).toBe(known[0]);
          if (known.length === 0) expect(suspicion).toBe(0);
          expect(parts.answers === null).toBe(all[place]?.posterior === null);
          expect(parts.models === null).toBe(all[place]?.predictions.every((one) => one === null));
        }
      }),
    );
  });

  test("of items with predictions is the same whatever the order of items, answers and models", () => {
    fc.assert(
      fc.property(items, (all) => {
        const turned = all.toReversed().map((one) => ({
          ...one,
          answers: one.answers.toReversed(),
          predictions: one.predictions.toReversed(),
        }));
        const found = suspicionsOf(turned).toReversed();
        for (const [place, { suspicion, models }] of suspicionsOf(all).entries())
          if (models !== null) expect(found[place]?.suspicion).toBeCloseTo(suspicion, 9);
      }),
    );
  });

  test("never rises where a model holds the label more likely, or agrees without doubt instead of another label", () => {
    const likelier = fc.tuple(items, share, share).filter(([all]) => all.length > 0);
    fc.assert(
      fc.property(likelier, ([[first, ...others], before, more]) => {
        if (first === undefined) return;
        const after = before + more * (1 - before);
        const judged = (one: object) => {
          const predictions = [{ label: "dog", score: null, ...one }, null];
          const cat = { ...first, label: "cat", posterior: null, vector: null, predictions };
          return suspicionsOf([cat, ...others])[0]?.suspicion ?? Number.NaN;
        };
        const scored = (cat: number) => judged({ label_scores: { cat, dog: 1 - cat } });
        expect(scored(after)).toBeLessThanOrEqual(scored(before) + 1e-9);
        // In doubt, the thresholds of the two labels may weigh more than which of them it names.
        const score = Math.max(0.5, after);
        expect(judged({ label: "cat", score })).toBeLessThanOrEqual(judged({ score }) + 1e-9);
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

  test("is the preference of a model for the likeliest other label", () => {
    const scored = (name: string, label_scores: Record<string, number>) =>
      accepted({ label: name, predictions: [{ label: name, score: null, label_scores }] });
    // All three labels have the same threshold, 0.6.
    const all = [
      scored("cat", { cat: 0.6, dog: 0.3, owl: 0.1 }),
      scored("dog", { cat: 0.2, dog: 0.6, owl: 0.2 }),
      scored("owl", { owl: 0.6 }),
    ];
    expect(suspicionsOf(all).map(({ models }) => models?.toFixed(4))).toEqual(["0.3333", "0.2500", "0.2500"]);
  });

  test("finds more errors by the probabilities of all labels than by the likeliest alone", () => {
    const random = seededRandom(5);
    const truth = Array.from({ length: 2_000 }, (_, item) => item % 5);
    const labels = truth.map((right) =>
      random() < 0.05 ? (right + 1 + Math.floor(4 * random())) % 5 : right,
    );
    const all = truth.map((right, item) => {
      // Two labels are likely to the model, one of them the right one: it knows that the others are wrong.
      const alike = (right + 1) % 5;
      const first = 0.2 + 0.5 * random();
      const label_scores = Array.from({ length: 5 }, (_, label) =>
        label === right ? first : label === alike ? 0.9 - first : 0.1 / 3,
      );
      const likeliest = first > 0.45 ? right : alike;
      return {
        item: accepted({ label: `${labels[item]}` }),
        prediction: { label: `${likeliest}`, score: Math.max(first, 0.9 - first) },
        label_scores: Object.fromEntries(label_scores.entries()),
      };
    });
    const isError = truth.map((right, item) => right !== labels[item]);
    const found = (items: AcceptedLabel[]) =>
      suspicionsOf(items)
        .map(({ suspicion }, item) => ({ suspicion, isError: isError[item] }))
        .sort((a, b) => b.suspicion - a.suspicion)
        .slice(0, 50)
        .filter((one) => one.isError).length;
    const withAll = all.map(({ item, prediction, label_scores }) => ({
      ...item,
      predictions: [{ ...prediction, label_scores }],
    }));
    const alone = found(all.map(({ item, prediction }) => ({ ...item, predictions: [prediction] })));
    expect(found(withAll)).toBeGreaterThan(alone);
    expect(found(withAll)).toBeGreaterThanOrEqual(48);
  });

  test("counts a model that often agrees more than one that seldom does", () => {
    const pets = ["cat", "dog"];
    const all = Array.from({ length: 60 }, (_, item) => {
      const [right = "", wrong = ""] = item % 2 === 0 ? pets : pets.toReversed();
      const seldom = item % 4 < 2 ? right : wrong;
      return accepted({
        label: right,
        predictions: [right, seldom].map((name) => ({ label: name, score: 0.9 })),
      });
    });
    const split = (first: string, second: string) =>
      accepted({ label: "cat", predictions: [first, second].map((name) => ({ label: name, score: 0.9 })) });
    const [trusted, distrusted] = suspicionsOf([split("dog", "cat"), split("cat", "dog"), ...all]);
    expect(trusted?.suspicion).toBeGreaterThan(0.8);
    expect(distrusted?.suspicion).toBeLessThan(0.2);
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

test("what people say counts by how often they agree with each other", () => {
  const answer = (annotator: string, name: string) => ({ annotator, label: name });
  const items = Array.from({ length: 60 }, (_, n) => {
    const right = n % 2 === 0 ? "cat" : "dog";
    return {
      ...{ label: right, posterior: 0.75, vector: null },
      answers: [answer("ann", right), answer("bob", right), answer("eve", n % 4 < 2 ? "cat" : "dog")],
      predictions: [{ label: right, score: 0.9 }],
    };
  });
  const lone = (annotator: string) => ({
    ...{ label: "cat", posterior: 2 / 3, vector: null },
    answers: [answer(annotator, "cat")],
    predictions: [{ label: "dog", score: 0.9 }],
  });
  const found = suspicionsOf([lone("ann"), lone("eve"), ...items]);
  expect(found[1]?.suspicion).toBeGreaterThan((found[0]?.suspicion ?? 1) + 0.1);
});

test("a model counts as the root of the mean number of answers", () => {
  const item = (name: string, predicted: string) => ({
    ...{ label: name, posterior: 0.8, vector: null },
    answers: ["ann", "bob", "eve"].map((annotator) => ({ annotator, label: name })),
    predictions: [{ label: predicted, score: 0.9 }],
  });
  const others = Array.from({ length: 200 }, (_, n) =>
    n % 2 === 0 ? item("cat", "cat") : item("dog", "dog"),
  );
  const [found] = suspicionsOf([item("cat", "dog"), ...others]);
  const model = Math.sqrt(3) * 0.95; // and nearly the whole of three answers
  expect(found?.suspicion).toBeCloseTo(model / (Math.sqrt(3) + 3), 2);
});

test("shares of people for results that are more than labels count beside models", () => {
  const same = { label: "same", posterior: 0.75, vector: null };
  const of = (name: string) => ({ ...same, predictions: [{ label: name, score: 1 }] });
  const [agreed, differed] = suspicionsOf([of("same"), of("other")]);
  expect(agreed?.suspicion).toBeCloseTo(0.125, 9);
  expect(differed?.suspicion).toBeGreaterThan(0.5);
});
