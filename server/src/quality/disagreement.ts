import { setImmediate } from "node:timers/promises";
import {
  alphaOf,
  chancePairs,
  everyPair,
  MAX_CHANCE_PAIRS,
  nominalAlpha,
  seededRandom,
} from "@assay/domain/agreement.ts";
import type { AnnotationType, Tolerance } from "@assay/domain/types/annotation-type.ts";
import { createPause } from "./pause.ts";
import type { Sample } from "./sample.ts";

/** Characters of results that are compared to learn what chance gives: it takes a second or so. */
const CHANCE_CHARACTERS = 16_000_000;
const MIN_CHANCE_PAIRS = 500;
const RESAMPLES = 200;
const SEED = 200_809;

export interface Agreement {
  /** Items with at least two answers. */
  readonly items: number;
  readonly unanimous_items: number;
  /** Pairs of answers to the same item. */
  readonly pairs: number;
  readonly agreeing_pairs: number;
  /** Krippendorff's alpha; null where it is undefined. */
  readonly alpha: number | null;
  /** The middle 95 % of alphas of items drawn again. */
  readonly alpha_low: number | null;
  readonly alpha_high: number | null;
}

/** One item's disagreement, times its answers, and how many those are. */
interface Observed {
  readonly disagreement: number;
  readonly answers: number;
  readonly pairs: number;
  readonly agreeing: number;
}

/**
 * How far annotators agree: Krippendorff's alpha with the type's distance, and the pairs that agree within the
 * tolerance. Lets other work run meanwhile.
 */
export async function measureAgreement(
  type: AnnotationType,
  tolerance: Tolerance,
  { items, characters }: Sample,
): Promise<Agreement> {
  const answers = items
    .map((item) => item.answers.map(({ result }) => result))
    .filter(({ length }) => length > 1);
  const all = answers.flat();
  if (all.length === 0) return NONE;
  const pause = createPause();
  const observed: Observed[] = [];
  for (const ofItem of answers) observed.push(await observe(type, tolerance, ofItem, pause));
  const { labelOf } = type;
  const total = sum(observed, ({ disagreement }) => disagreement) / all.length;
  const alpha =
    labelOf === null
      ? alphaOf(total, await expectedByChance(type, all, characters / all.length))
      : nominalAlpha(answers.map((ofItem) => ofItem.map(labelOf)));
  const bounds = alpha === null ? { low: null, high: null } : await interval(observed, alpha, total);
  return {
    items: observed.length,
    unanimous_items: observed.filter(({ agreeing, pairs }) => agreeing === pairs).length,
    pairs: sum(observed, ({ pairs }) => pairs),
    agreeing_pairs: sum(observed, ({ agreeing }) => agreeing),
    alpha,
    alpha_low: bounds.low,
    alpha_high: bounds.high,
  };
}

const NONE: Agreement = {
  ...{ items: 0, unanimous_items: 0, pairs: 0, agreeing_pairs: 0 },
  ...{ alpha: null, alpha_low: null, alpha_high: null },
};

async function observe(
  type: AnnotationType,
  tolerance: Tolerance,
  answers: readonly unknown[],
  pause: () => Promise<void>,
): Promise<Observed> {
  let [distance, pairs, agreeing] = [0, 0, 0];
  for (const [one, other] of everyPair(answers)) {
    distance += type.distance(one, other);
    if (type.acceptable(one, other, tolerance)) agreeing += 1;
    pairs += 1;
    await pause();
  }
  return { disagreement: (distance / pairs) * answers.length, answers: answers.length, pairs, agreeing };
}

/** The mean distance of answers whatever their item; `size` is the mean number of their characters. */
async function expectedByChance(
  type: AnnotationType,
  answers: readonly unknown[],
  size: number,
): Promise<number> {
  const affordable = Math.max(MIN_CHANCE_PAIRS, Math.floor(CHANCE_CHARACTERS / (2 * size)));
  const pause = createPause();
  let [distance, pairs] = [0, 0];
  for (const [one, other] of chancePairs(answers, Math.min(MAX_CHANCE_PAIRS, affordable))) {
    distance += type.distance(one, other);
    pairs += 1;
    await pause();
  }
  return pairs === 0 ? 0 : distance / pairs;
}

/**
 * The middle 95 % of the alphas that items drawn again and again give, with what chance gives held as it is.
 * Source: Hayes and Krippendorff, "Answering the Call for a Standard Reliability Measure" (2007), p. 80, who
 * draw pairs; items, since answers to one item are no strangers.
 */
async function interval(observed: readonly Observed[], alpha: number, total: number) {
  const expected = alpha === 1 ? 1 : total / (1 - alpha);
  const disagreements = Float64Array.from(observed, ({ disagreement }) => disagreement);
  const weights = Float64Array.from(observed, ({ answers }) => answers);
  const random = seededRandom(SEED);
  const alphas: number[] = [];
  for (let resample = 0; resample < RESAMPLES; resample += 1) {
    let [disagreement, weight] = [0, 0];
    for (let draw = 0; draw < observed.length; draw += 1) {
      const item = Math.floor(random() * observed.length);
      disagreement += disagreements[item] ?? 0;
      weight += weights[item] ?? 0;
    }
    alphas.push(1 - disagreement / weight / expected);
    await setImmediate();
  }
  alphas.sort((a, b) => a - b);
  return {
    low: alphas[Math.floor(RESAMPLES * 0.025)] ?? null,
    high: alphas[Math.ceil(RESAMPLES * 0.975) - 1] ?? null,
  };
}

function sum<T>(values: readonly T[], of: (value: T) => number): number {
  return values.reduce((total, value) => total + of(value), 0);
}
