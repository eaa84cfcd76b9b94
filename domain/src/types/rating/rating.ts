import type { Fault } from "../../errors.ts";
import { midRanks } from "../../krippendorff.ts";
import type { Consensus } from "../annotation-type.ts";
import { defineConfigurableType } from "../define-type.ts";
import { lowerMedian, median } from "../vote.ts";
import { RatingOptions, RatingResult, type Scale } from "./schema.ts";

const MEDIA = ["image", "text", "audio", "conversation"] as const;

/** How far from a step a number may be because of its binary form. */
const ROUNDING = 1e-9;

type FullScale = Scale & Required<Pick<Scale, "step" | "kind">>;

const LIKERT: Omit<FullScale, "name"> = { min: 1, max: 5, step: 1, kind: "ordinal" };

/**
 * Values on the project's scales.
 *
 * Consensus, scale by scale: the median of an ordinal scale; if the two in the middle differ, a tie or the lower of
 * the two, as the policy says (`even_median`); the mean of a numeric one, rounded to its steps. Support is the share of answers that are within one step of it on
 * every scale. Distance: the mean over the scales of the squared difference, divided by the scale's length
 * squared. For alpha, the distance of two values on an ordinal scale is the number of answers between them,
 * each end counted half, and the scale's length is the number of answers, so that alpha is Krippendorff's for
 * ordinal or for interval data. Acceptable: within `max_steps` on every scale, or equal if strict; by default
 * one step, none if a scale has fewer than five values.
 */
export const rating = defineConfigurableType(RatingResult, {
  options: RatingOptions,
  faults: optionFaults,
  changeFaults,
  build({ scales }) {
    const known = scales && new Map(scales.map((scale) => [scale.name, complete(scale)]));
    const loosest = { max_steps: Math.min(...(scales ?? [LIKERT]).map(loosestSteps)) };
    const tolerance = { max_steps: Math.min(1, loosest.max_steps) };
    const scaleOf = (name: string): FullScale | undefined =>
      known ? known.get(name) : complete({ ...LIKERT, name });
    const isNear = (a: RatingResult, b: RatingResult, steps: number) =>
      namesOf(a, b).every((name) => {
        const { step } = scaleOf(name) ?? LIKERT;
        return (
          Math.abs((a.ratings[name] ?? Infinity) - (b.ratings[name] ?? -Infinity)) <= steps * step + ROUNDING
        );
      });
    return {
      name: "rating",
      aliases: ["likert", "scoring"],
      media: MEDIA,
      default_format: "csv",
      tolerance,
      loosest,
      sameWhen: (given) => {
        const { strict, max_steps } = { ...tolerance, ...given };
        if (strict || max_steps === 0) return null;
        return `if their ratings differ by at most ${max_steps} ${max_steps === 1 ? "step" : "steps"}`;
      },
      *faults({ ratings }) {
        for (const name of known?.keys() ?? []) {
          if (!Object.hasOwn(ratings, name)) yield { path: `ratings.${name}`, message: "is missing" };
        }
        for (const [name, value] of Object.entries(ratings))
          yield* valueFaults(name, value, scaleOf(name), known);
        if (!known && Object.keys(ratings).length === 0)
          yield { path: "ratings", message: "must rate something" };
      },
      labels: () => [],
      mapLabels: (result) => result,
      distance: distanceBy((name, value) => shareOf(scaleOf(name) ?? LIKERT, value)),
      distanceAmong(results) {
        const positions = new Map(
          namesOf(...results).map((name) => [name, positionsAmong(results, name, scaleOf(name) ?? LIKERT)]),
        );
        return distanceBy((name, value) => positions.get(name)?.(value) ?? 0);
      },
      consensus(results, { even_median }): Consensus | null {
        const ratings: Record<string, number> = {};
        for (const name of namesOf(...results)) {
          const values = results.flatMap((result) => result.ratings[name] ?? []);
          const middle = middleOf(scaleOf(name) ?? LIKERT, values, even_median === "lower");
          if (middle === null) return null;
          ratings[name] = middle;
        }
        const result = { ratings };
        const near = results.filter((given) => isNear(given, result, 1)).length;
        return { result, support: near / results.length };
      },
      acceptable: (delivered, audited, given) => {
        const { strict, max_steps } = { ...tolerance, ...given };
        return isNear(delivered, audited, strict ? 0 : max_steps);
      },
    };
  },
});

/** A quarter of the steps of a scale, rounded down: no rating is this close to more than 60 % of the values. */
export function loosestSteps({ min, max, step = 1 }: Pick<Scale, "min" | "max" | "step">): number {
  return Math.floor(Math.floor((max - min) / step + ROUNDING) / 4);
}

/** Answers rate the scales of their time, and are compared by their steps: only the words for the ends may change. */
function* changeFaults(
  { scales: before = [] }: RatingOptions,
  { scales: after = [] }: RatingOptions,
): Generator<Fault> {
  const left = new Map(after.map((scale) => [scale.name, scale]));
  for (const scale of before) {
    const now = left.get(scale.name);
    if (now === undefined || wordsFor(now) !== wordsFor(scale))
      yield {
        path: "scales",
        message: `must keep "${scale.name}" ${wordsFor(scale)}, since answers may rate it; only min_label and max_label may change`,
      };
    left.delete(scale.name);
  }
  for (const name of left.keys())
    yield {
      path: "scales",
      message: `must not add "${name}", since earlier answers do not rate it; add a field`,
    };
}

function wordsFor(scale: Scale): string {
  const { min, max, step, kind } = complete(scale);
  return `from ${min} to ${max} in steps of ${step} (${kind})`;
}

function complete(scale: Scale): FullScale {
  return { step: 1, kind: "ordinal", ...scale };
}

function* optionFaults({ scales = [] }: RatingOptions): Generator<Fault> {
  const seen = new Set<string>();
  for (const [index, { name, min, max, step = 1 }] of scales.entries()) {
    const path = `scales.${index}`;
    if (seen.has(name)) yield { path: `${path}.name`, message: `"${name}" is the name of two scales` };
    if (!(max > min)) yield { path: `${path}.max`, message: "must be greater than min" };
    else if (step > max - min) yield { path: `${path}.step`, message: "must not be longer than the scale" };
    else if ((max - min) / step > Number.MAX_SAFE_INTEGER)
      yield {
        path: `${path}.step`,
        message: `must divide the scale into at most ${Number.MAX_SAFE_INTEGER} steps`,
      };
    seen.add(name);
  }
}

function* valueFaults(
  name: string,
  value: number,
  scale: FullScale | undefined,
  known: ReadonlyMap<string, unknown> | undefined,
): Generator<Fault> {
  const path = `ratings.${name}`;
  if (scale === undefined) {
    yield {
      path,
      message: `is not a scale of the project; its scales are ${[...(known?.keys() ?? [])].join(", ")}`,
    };
    return;
  }
  const { min, max, step } = scale;
  const steps = (value - min) / step;
  const isOnStep = Math.abs(steps - Math.round(steps)) <= ROUNDING * Math.max(1, Math.abs(steps));
  if (value < min || value > max) yield { path, message: `must be from ${min} to ${max}` };
  else if (!isOnStep) yield { path, message: `must be ${min} or a multiple of ${step} above it` };
}

function namesOf(...results: readonly RatingResult[]): string[] {
  return [...new Set(results.flatMap(({ ratings }) => Object.keys(ratings)))].toSorted();
}

/** The mean over the scales of the squared difference of positions, 0 to 1 each; 1 if one is not rated. */
function distanceBy(positionOf: (name: string, value: number) => number) {
  return (a: RatingResult, b: RatingResult): number => {
    const names = namesOf(a, b);
    const sum = names.reduce((total, name) => {
      const [one, other] = [a.ratings[name], b.ratings[name]];
      if (one === undefined || other === undefined) return total + 1;
      return total + Math.min(1, (positionOf(name, one) - positionOf(name, other)) ** 2);
    }, 0);
    return names.length === 0 ? 0 : sum / names.length;
  };
}

/** The position of a value on its scale, 0 to 1. */
function shareOf({ min, max }: Pick<FullScale, "min" | "max">, value: number): number {
  return (value - min) / (max - min);
}

/**
 * The position of a value on its scale or, if only the order counts, among the values of `results`; 0 to 1.
 */
function positionsAmong(results: readonly RatingResult[], name: string, scale: Omit<FullScale, "name">) {
  if (scale.kind === "numeric") return (value: number) => shareOf(scale, value);
  const steps = results.flatMap(({ ratings }) => ratings[name] ?? []).map((value) => stepOf(scale, value));
  const ranks = midRanks(steps);
  return (value: number) => (ranks.get(stepOf(scale, value)) ?? 0) / steps.length;
}

/** The index of a value on its scale, from 0: the same for values that differ by rounding. */
function stepOf({ min, step }: Pick<FullScale, "min" | "step">, value: number): number {
  return Math.round((value - min) / step);
}

/** A value that annotators can give; null if the answers are a tie. */
function middleOf(
  scale: Omit<FullScale, "name">,
  values: readonly number[],
  takesLower: boolean,
): number | null {
  const { kind, min, max, step } = scale;
  const ordered = values.toSorted((a, b) => a - b);
  if (kind === "ordinal") {
    if (takesLower) return lowerMedian(ordered) ?? null;
    const steps = ordered.map((value) => stepOf(scale, value));
    return ordered[steps.indexOf(median(steps))] ?? null;
  }
  const mean = ordered.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.min(max, min + stepOf(scale, mean) * step);
}
