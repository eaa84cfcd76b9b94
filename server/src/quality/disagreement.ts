import { setImmediate } from "node:timers/promises";
import { chancePairs, everyPair, MAX_CHANCE_PAIRS } from "@assay/domain/agreement.ts";
import {
  alphaOf,
  type Disagreement,
  type Interval,
  middleOf,
  nominalDisagreement,
  resampledAlphas,
} from "@assay/domain/krippendorff.ts";
import type { AnnotationType, Tolerance } from "@assay/domain/types/annotation-type.ts";
import { createPause } from "./pause.ts";
import type { Sample } from "./sample.ts";

/** Characters of results that are compared to learn what chance gives: it takes a second or so. */
const CHANCE_CHARACTERS = 16_000_000;
const MIN_CHANCE_PAIRS = 500;

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
  const pause = createPause();
  const observed: Observed[] = [];
  for (const ofItem of answers) observed.push(await observe(type, tolerance, ofItem, pause));
  const disagreement = await disagreementOf(type, observed, answers, characters);
  const { low, high } = await intervalOf(disagreement);
  return {
    items: observed.length,
    unanimous_items: observed.filter(({ agreeing, pairs }) => agreeing === pairs).length,
    pairs: sum(observed, ({ pairs }) => pairs),
    agreeing_pairs: sum(observed, ({ agreeing }) => agreeing),
    alpha: alphaOf(disagreement),
    alpha_low: low,
    alpha_high: high,
  };
}

async function disagreementOf(
  type: AnnotationType,
  observed: readonly Observed[],
  answers: readonly (readonly unknown[])[],
  characters: number,
): Promise<Disagreement> {
  const { labelOf } = type;
  if (labelOf !== null) return nominalDisagreement(answers.map((ofItem) => ofItem.map(labelOf)));
  const all = answers.flat();
  return {
    observed: Float64Array.from(observed, ({ disagreement }) => disagreement),
    answers: Float64Array.from(observed, ({ answers }) => answers),
    expected: all.length === 0 ? 0 : await expectedByChance(type, all, characters / all.length),
  };
}

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

/** The middle 95 % of the alphas that items drawn again and again give. */
async function intervalOf(disagreement: Disagreement): Promise<Interval> {
  const alphas: number[] = [];
  for (const alpha of resampledAlphas(disagreement)) {
    alphas.push(alpha);
    await setImmediate();
  }
  return middleOf(alphas);
}

function sum<T>(values: readonly T[], of: (value: T) => number): number {
  return values.reduce((total, value) => total + of(value), 0);
}
