import { setImmediate } from "node:timers/promises";
import { chancePairs, everyPair, MAX_CHANCE_PAIRS } from "@assay/domain/agreement.ts";
import { type AnnotatorPair, createPairCounter, type PairCounter } from "@assay/domain/annotator-pairs.ts";
import {
  alphaOf,
  type Disagreement,
  type Interval,
  middleOf,
  nominalDisagreement,
  resampledAlphas,
} from "@assay/domain/krippendorff.ts";
import { nominalAgreement } from "@assay/domain/nominal-agreement.ts";
import type { AnnotationType, Tolerance } from "@assay/domain/types/annotation-type.ts";
import { tally } from "@assay/domain/types/vote.ts";
import { createPause } from "../platform/pause.ts";
import type { Answer, Sample } from "./sample.ts";

/** Maximum characters of results that are compared to estimate chance: about a second of work. */
const CHANCE_CHARACTERS = 16_000_000;
const MIN_CHANCE_PAIRS = 500;

export interface Agreement {
  /** Items with at least two answers. */
  readonly items: number;
  readonly unanimous_items: number;
  /** Pairs of answers to the same item. */
  readonly pairs: number;
  readonly agreeing_pairs: number;
  /** Krippendorff's alpha; null if it is undefined. */
  readonly alpha: number | null;
  /** The middle 95 % of the alphas of resampled items. */
  readonly alpha_low: number | null;
  readonly alpha_high: number | null;
  /**
   * The share of pairs that agree, and for single-label types the other usual coefficients; null if
   * undefined.
   */
  readonly details: {
    readonly raw: number | null;
    readonly fleiss_kappa: number | null;
    readonly gwet_ac1: number | null;
  };
  readonly annotator_pairs: readonly AnnotatorPair[];
}

/** The disagreement of one item multiplied by its answers, and the number of answers. */
interface Observed {
  readonly disagreement: number;
  readonly answers: number;
  readonly pairs: number;
  readonly agreeing: number;
}

/**
 * The agreement of annotators: Krippendorff's alpha with the type's distance, and the pairs that agree within
 * the tolerance. Yields to other work meanwhile.
 */
export async function measureAgreement(
  type: AnnotationType,
  tolerance: Tolerance,
  { items, characters }: Sample,
): Promise<Agreement> {
  const answers = items.map((item) => item.answers);
  const counter = createPairCounter(tally(answers.flat().map(({ member_id }) => member_id)));
  const observed: Observed[] = [];
  const pause = createPause();
  const results = answers.map((ofItem) => ofItem.map(({ result }) => result));
  const distance = type.distanceAmong(results.filter(({ length }) => length > 1).flat());
  for (const ofItem of answers) {
    if (ofItem.length > 1)
      observed.push(await observe({ ...type, distance }, tolerance, ofItem, counter, pause));
  }
  const disagreement = await disagreementOf({ ...type, distance }, observed, results, characters);
  const { low, high } = await intervalOf(disagreement);
  const pairs = sum(observed, (of) => of.pairs);
  const agreeing_pairs = sum(observed, ({ agreeing }) => agreeing);
  return {
    items: observed.length,
    unanimous_items: observed.filter((of) => of.agreeing === of.pairs).length,
    ...{ pairs, agreeing_pairs },
    ...{ alpha: alphaOf(disagreement), alpha_low: low, alpha_high: high },
    details: { raw: pairs === 0 ? null : agreeing_pairs / pairs, ...kappasOf(type, results) },
    annotator_pairs: counter.pairs(),
  };
}

function kappasOf({ labelOf }: AnnotationType, results: readonly (readonly unknown[])[]) {
  if (labelOf === null) return { fleiss_kappa: null, gwet_ac1: null };
  const { fleiss_kappa, gwet_ac1 } = nominalAgreement(results.map((ofItem) => ofItem.map(labelOf)));
  return { fleiss_kappa, gwet_ac1 };
}

async function disagreementOf(
  type: AnnotationType,
  observed: readonly Observed[],
  results: readonly (readonly unknown[])[],
  characters: number,
): Promise<Disagreement> {
  const { labelOf } = type;
  if (labelOf !== null) return nominalDisagreement(results.map((ofItem) => ofItem.map(labelOf)));
  const pairable = results.filter(({ length }) => length > 1).flat();
  return {
    observed: Float64Array.from(observed, ({ disagreement }) => disagreement),
    answers: Float64Array.from(observed, ({ answers }) => answers),
    expected:
      pairable.length === 0 ? 0 : await expectedByChance(type, pairable, characters / pairable.length),
  };
}

async function observe(
  type: AnnotationType,
  tolerance: Tolerance,
  answers: readonly Answer[],
  counter: PairCounter,
  pause: () => Promise<void>,
): Promise<Observed> {
  const { labelOf } = type;
  const given = answers.map(({ member_id, result }) => ({
    annotator: member_id,
    label: labelOf === null ? null : labelOf(result),
    result,
  }));
  let [distance, pairs, agreeing] = [0, 0, 0];
  for (const [one, other] of everyPair(given)) {
    const agree = type.acceptable(one.result, other.result, tolerance);
    distance += labelOf === null ? type.distance(one.result, other.result) : 0;
    agreeing += agree ? 1 : 0;
    pairs += 1;
    counter.add(one, other, agree);
    await pause();
  }
  return { disagreement: (distance / pairs) * answers.length, answers: answers.length, pairs, agreeing };
}

/** The mean distance of answers of any items; `size` is their mean number of characters. */
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

/** The middle 95 % of the alphas of resampled items. */
export async function intervalOf(disagreement: Disagreement): Promise<Interval> {
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
