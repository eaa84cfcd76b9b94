import fc from "fast-check";
import { expect, test } from "vitest";
import { encodeRle } from "../run-length.ts";
import { objectDetection } from "./object-detection/object-detection.ts";
import { rating } from "./rating/rating.ts";
import { ANNOTATION_TYPES } from "./registry.ts";

/** Answers that have nothing in common, of which a constant answer may be acceptable for six at most. */
const TRUTHS = 10;
const MOST_PASSED = 6;

/** Parts 0 to 9 of an item's width, length or time; a constant answer may cover several. */
const part = fc
  .tuple(fc.nat(TRUTHS - 1), fc.nat(TRUTHS - 1))
  .map(([a, b]) => [Math.min(a, b), Math.max(a, b) + 1] as const);
const parts = fc.uniqueArray(part, { maxLength: 6, selector: String });
const label = fc.nat(TRUTHS - 1);
const list = <V>(values: fc.Arbitrary<V>) => fc.array(values, { maxLength: TRUTHS });

interface Given {
  /** The answer that is right for the item with this number; those of two items have nothing in common. */
  readonly truth: (index: number) => unknown;
  /** Answers that somebody could give to all items, made of the right answers' parts. */
  readonly constant: fc.Arbitrary<unknown>;
}

const box = (from: number, to: number) => ({
  label: "a",
  bbox: { x: 10 * from, y: 0, width: 10 * (to - from), height: 10 },
});
const outline = (from: number, to: number) => ({
  label: "a",
  points: [
    [10 * from, 0],
    [10 * to, 0],
    [10 * to, 10],
    [10 * from, 10],
  ],
});
const mask = (name: number) => ({ label: `l${name}`, rle: encodeRle(Float64Array.of(0, 100), [10, 10]) });
const pose = (at: number) => ({ label: "a", points: { nose: [1000 * at, 0, 2], tail: [1000 * at, 40, 2] } });
const span = (from: number, to: number) => ({ label: "a", start: 10 * from, end: 10 * to });
const segment = (from: number, to: number) => ({
  label: "a",
  start: from,
  end: to,
  text: `one two w${from} w${to}`,
});
const responses = Array.from({ length: TRUTHS }, (_, index) => `r${index}`);
const rankedFirst = (first: number) => ({
  ranking: [...responses.slice(first), ...responses.slice(0, first)],
});
const words = (index: number) => Array.from({ length: 4 }, (_, word) => `w${index}${word}`);

const SINGLE: Given = {
  truth: (index) => ({ label: `l${index}` }),
  constant: label.map((index) => ({ label: `l${index}` })),
};

const GIVEN: Readonly<Record<string, Given>> = {
  image_classification: SINGLE,
  text_classification: SINGLE,
  multilabel_classification: {
    truth: (index) => ({ labels: [`l${index}`] }),
    constant: fc.uniqueArray(label).map((indices) => ({ labels: indices.map((index) => `l${index}`) })),
  },
  object_detection: {
    truth: (index) => ({ objects: [box(index, index + 1)] }),
    constant: parts.map((given) => ({ objects: given.map(([from, to]) => box(from, to)) })),
  },
  polygon: {
    truth: (index) => ({ objects: [outline(index, index + 1)] }),
    constant: parts.map((given) => ({ objects: given.map(([from, to]) => outline(from, to)) })),
  },
  semantic_segmentation: {
    truth: (index) => ({ objects: [mask(index)] }),
    constant: fc.uniqueArray(label).map((names) => ({ objects: names.map(mask) })),
  },
  keypoint: {
    truth: (index) => ({ objects: [pose(index)] }),
    constant: list(fc.double({ min: 0, max: TRUTHS, noNaN: true })).map((places) => ({
      objects: places.map(pose),
    })),
  },
  named_entity_recognition: {
    truth: (index) => ({ spans: [span(index, index + 1)] }),
    constant: parts.map((given) => ({ spans: given.map(([from, to]) => span(from, to)) })),
  },
  transcription: {
    truth: (index) => ({ text: words(index).join(" ") }),
    constant: list(label.chain((index) => fc.subarray(words(index)))).map((taken) => ({
      text: taken.flat().join(" "),
    })),
  },
  audio_segmentation: {
    truth: (index) => ({ segments: [segment(index, index + 1)] }),
    constant: parts.map((given) => ({ segments: given.map(([from, to]) => segment(from, to)) })),
  },
  text_generation: {
    truth: (index) => ({ text: `text ${index}` }),
    constant: label.map((index) => ({ text: `text ${index}` })),
  },
  ranking: {
    truth: rankedFirst,
    constant: fc.tuple(label, fc.integer({ min: 2, max: TRUTHS })).map(([first, tied]) => {
      const { ranking } = rankedFirst(first);
      return { ranking, ties: [ranking.slice(0, tied)] };
    }),
  },
};

test.each(ANNOTATION_TYPES.filter(({ name }) => name !== "rating"))(
  "a constant answer of the type $name never passes, even with the loosest tolerance",
  (type) => {
    const given = GIVEN[type.name];
    if (given === undefined) throw new Error(`add answers of the type ${type.name} to this test`);
    const tolerance = { ...type.loosest, strict: false };
    const truths = Array.from({ length: TRUTHS }, (_, index) => given.truth(index));
    const passes = (constant: unknown) =>
      truths.filter((truth) => type.acceptable(constant, truth, tolerance)).length;

    expect(truths.map(passes)).toEqual(truths.map(() => 1));
    fc.assert(fc.property(given.constant, (constant) => passes(constant) <= MOST_PASSED));
  },
);

test("boxes around two right ones each pass for six of ten answers at most", () => {
  const { acceptable, loosest } = objectDetection;
  const passed = [1, 2, 3, 4, 5].map((boxes) => {
    const constant = { objects: Array.from({ length: boxes }, (_, index) => box(2 * index, 2 * index + 2)) };
    const truths = Array.from({ length: TRUTHS }, (_, index) => ({ objects: [box(index, index + 1)] }));
    return truths.filter((truth) => acceptable(constant, truth, { ...loosest, strict: false })).length;
  });
  expect(passed).toEqual([2, 4, MOST_PASSED, 0, 0]);
});

test("a constant rating is acceptable for at most 60 % of the values of a scale, and of two values for one", () => {
  const passed = (values: number, constant: number) => {
    const type = rating.configured({ scales: [{ name: "taste", min: 1, max: values }] });
    const tolerance = { ...type.loosest, strict: false };
    const ratings = Array.from({ length: values }, (_, index) => ({ ratings: { taste: index + 1 } }));
    return ratings.filter((truth) => type.acceptable({ ratings: { taste: constant } }, truth, tolerance))
      .length;
  };

  expect([passed(2, 1), passed(2, 2)]).toEqual([1, 1]);
  const scale = fc
    .integer({ min: 2, max: 100 })
    .chain((values) => fc.tuple(fc.constant(values), fc.integer({ min: 1, max: values })));
  fc.assert(fc.property(scale, ([values, constant]) => passed(values, constant) <= 0.6 * values));
});

test.each(ANNOTATION_TYPES)(
  "the type $name bounds each of its thresholds, and its own is no looser",
  (type) => {
    expect(Object.keys(type.loosest).sort()).toEqual(Object.keys(type.tolerance).sort());
    for (const [name, own] of Object.entries(type.tolerance)) {
      const bound = Object.entries(type.loosest).find(([threshold]) => threshold === name)?.[1] ?? Number.NaN;
      expect(name.startsWith("min_") ? own >= bound : own <= bound).toBe(true);
    }
  },
);
