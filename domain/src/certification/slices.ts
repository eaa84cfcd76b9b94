import Type, { type Static } from "typebox";
import { ServiceError } from "../errors.ts";
import { greatestWhere } from "./bisection.ts";
import { qualityScore, TIE } from "./bound.ts";
import { hypergeometricTail } from "./distributions.ts";
import type { Reason } from "./reasons.ts";
import { counted } from "./wording.ts";

/** Values of one key that are slices of their own, the most frequent first; the rest is one slice, "other". */
export const MAX_SLICE_VALUES = 20;
/** A longer value counts as one of the others. */
export const MAX_VALUE_LENGTH = 100;
const MAX_KEYS = 5;
/** The wrong units that the sample of a slice with a floor tolerates. */
const TOLERATED = 1;

/** Slices that a reason names. */
const MAX_NAMED = 5;

const Key = Type.String({ minLength: 1, maxLength: 200 });

/** `quality_policy.slices` */
export const SlicesSetting = Type.Array(
  Type.Union([
    Key,
    Type.Object(
      {
        key: Key,
        min_score: Type.Optional(
          Type.Integer({
            minimum: 1,
            maximum: 99,
            description:
              "Every value's labels must reach this score: the audit checks as many as that needs, and the batch " +
              "fails if one does not",
          }),
        ),
      },
      { additionalProperties: false },
    ),
  ]),
  {
    maxItems: MAX_KEYS,
    description:
      `Metadata keys whose values get a score of their own, at most ${MAX_KEYS}. The ${MAX_SLICE_VALUES} most frequent ` +
      "values of a key are judged one by one, the others together",
    examples: [["language", { key: "site", min_score: 80 }]],
  },
);

/** A metadata key of a policy. */
export interface SliceKey {
  readonly key: string;
  /** Null if no score is asked of its values. */
  readonly min_score: number | null;
}

/** The metadata keys of a policy. Throws `invalid_request` if one occurs twice. */
export function resolveSlices(setting: Static<typeof SlicesSetting>): SliceKey[] {
  const slices = setting.map((each) =>
    typeof each === "string"
      ? { key: each, min_score: null }
      : { key: each.key, min_score: each.min_score ?? null },
  );
  const twice = slices.find(({ key }, index) => slices.findIndex((other) => other.key === key) < index);
  if (twice === undefined) return slices;
  throw new ServiceError("invalid_request", `quality_policy.slices: the key ${twice.key} occurs twice`);
}

/** A part of a batch: the units with one value of a metadata key. */
export interface Slice {
  readonly key: string;
  /** Null for the units without the key, and for those with other values. */
  readonly value: string | null;
  /** How many values are grouped as "other"; 0 for a slice of one value, and for the units without the key. */
  readonly other_values: number;
  /** Units (items or clusters) that are not excluded. */
  readonly N: number;
}

/** A slice, the share that it is to reach, and its sample, which is fixed before anybody audits. */
export interface PlannedSlice extends Slice {
  /** The score to show, 1 to 100: the floor asked, otherwise the score of the batch. */
  readonly need: number;
  /** Whether the policy asks for `need`, so that the sample is large enough and the batch fails without it. */
  readonly is_floor: boolean;
  /** The units with the lowest ranks of the slice that count for it. */
  readonly n: number;
}

/** A planned slice after its audits, of which `d` were not acceptable. */
export interface AuditedSlice extends PlannedSlice {
  readonly d: number;
}

export interface JudgedSlice extends AuditedSlice {
  /**
   * - shown: at least `need` of 100 units are right.
   * - not_shown: the audits found too many wrong units to say so.
   * - too_few_audits: not even without a wrong unit would they say so.
   */
  readonly outcome: "shown" | "not_shown" | "too_few_audits";
  /** ⌊100·L⌋ of the lower bound L on the share of right units. */
  readonly score: number;
}

/** A slice before its sample is planned. */
export interface FoundSlice extends Slice {
  /** Its units in the first stage of the round's audits, which are audited in any case. */
  readonly in_first_stage: number;
}

/** The most slices of one key: its most frequent values, the others, and the units without the key. */
const MAX_SLICES_OF_KEY = MAX_SLICE_VALUES + 2;
/** The most slices of a policy. */
export const MAX_SLICES = MAX_KEYS * MAX_SLICES_OF_KEY;

/** What floors of slices cost, before anybody knows the values of the items. */
export interface SlicePrice {
  /** Slices that the price is for, equally large. */
  readonly slices: number;
  /** The highest floor asked. */
  readonly min_score: number;
  /** Audits that each slice needs. */
  readonly audits_each: number;
  /** How many audits the slices need in all besides those of the first stage. */
  readonly more_audits: number;
}

/**
 * The price of the floors of a policy for a batch of `N` units whose first stage has `first` audits; null if it asks for
 * none. `count` slices, or as many as the keys can have. Slices of unequal sizes need a few audits more: what the first stage
 * has too many of in a large slice does not help a small one.
 */
export function priceOfSlices(
  keys: readonly SliceKey[],
  { N, first, alpha, count }: { N: number; first: number; alpha: number; count?: number },
): SlicePrice | null {
  const min_score = Math.max(0, ...keys.map((key) => key.min_score ?? 0));
  if (min_score === 0) return null;
  const slices = Math.min(N, count ?? keys.length * MAX_SLICES_OF_KEY);
  const size = Math.ceil(N / slices);
  const audits_each = sliceSample(size, min_score, alpha / slices);
  return {
    slices,
    min_score,
    audits_each,
    more_audits: Math.max(0, Math.min(N, slices * audits_each) - first),
  };
}

/** Plans the samples of all slices: those of a floor are large enough for it, the others are what the audits contain. */
export function planSlices(
  slices: readonly FoundSlice[],
  keys: readonly SliceKey[],
  batchScore: number,
  alpha: number,
): PlannedSlice[] {
  return slices.map(({ in_first_stage, ...slice }) => {
    const floor = keys.find(({ key }) => key === slice.key)?.min_score ?? null;
    const need = floor ?? batchScore;
    const sample = floor === null ? 0 : sliceSample(slice.N, need, alpha / slices.length);
    return { ...slice, need, is_floor: floor !== null, n: Math.max(in_first_stage, sample) };
  });
}

/**
 * The smallest sample of a slice of `N` units that shows `need` with one wrong unit at `alpha`; all `N` if no smaller
 * one does.
 */
export function sliceSample(N: number, need: number, alpha: number): number {
  const tooFew = (n: number) => pValue({ N, need, n, d: Math.min(TOLERATED, n) }, alpha) > alpha * TIE;
  return Math.min(N, (greatestWhere(0, N, tooFew) ?? -1) + 1);
}

/**
 * Judges all slices of a batch together at `alpha`: the chance that any outcome `shown` or any score is too high is at
 * most `alpha`, whatever the true shares and however the slices overlap.
 *
 * The hypothesis of a slice is that it misses its `need`; its p-value is P(X ≤ d | N, D₀, n), X hypergeometric and D₀
 * the smallest number of wrong units that misses `need`. Holm's procedure rejects in the order of the p-values, the
 * r-th of m at alpha/(m − r + 1), until one is not rejected. A rejected slice has its `need` as bound, or, if all are
 * rejected, its exact bound at alpha/m if that is higher. The others have their exact bounds at alpha divided by
 * their number, which lie below `need`.
 *
 * Sources: S. Holm, "A simple sequentially rejective multiple test procedure", Scandinavian Journal of Statistics 6
 * (1979); the bounds are those of O. Guilbaud, "Simultaneous confidence regions corresponding to Holm's step-down
 * procedure and other closed-testing procedures", Biometrical Journal 50 (2008).
 */
export function judgeSlices(slices: readonly AuditedSlice[], alpha: number): JudgedSlice[] {
  const tested = slices.map((slice) => ({ slice, p: pValue(slice, alpha) }));
  const ordered = tested.toSorted((a, b) => a.p - b.p);
  const first = ordered.findIndex(({ p }, rank) => p > (alpha / (slices.length - rank)) * TIE);
  const shown = new Set(ordered.slice(0, first === -1 ? slices.length : first));
  const left = alpha / Math.max(1, slices.length - shown.size);
  return tested.map((test): JudgedSlice => {
    const { slice } = test;
    const { N, n, d, need } = slice;
    if (shown.has(test)) {
      const all = first === -1 ? qualityScore(N, n, d, alpha / slices.length) : 0;
      return { ...slice, outcome: "shown", score: Math.max(need, all) };
    }
    const isHopeless = pValue({ ...slice, d: 0 }, alpha) > left * TIE;
    const outcome = isHopeless ? "too_few_audits" : "not_shown";
    return { ...slice, outcome, score: qualityScore(N, n, d, left) };
  });
}

/** The p-value of the hypothesis that a slice misses `need`; 1 without audits. */
function pValue({ N, need, n, d }: Pick<AuditedSlice, "N" | "need" | "n" | "d">, alpha: number): number {
  if (!(Number.isInteger(need) && 1 <= need && need <= 100 && 0 <= d && d <= n && n <= N && alpha < 1))
    throw new RangeError(`no test for N = ${N}, n = ${n}, d = ${d}, need = ${need}, alpha = ${alpha}`);
  if (n === 0) return 1;
  const tooManyWrong = Math.floor((N * (100 - need)) / 100) + 1;
  return hypergeometricTail(d, N, tooManyWrong, n);
}

/** The reason for which slices whose floor was asked for and not shown fail a batch; none if there are none. */
export function sliceReasons(slices: readonly JudgedSlice[]): Reason[] {
  const missed = slices.filter(({ is_floor, outcome }) => is_floor && outcome !== "shown");
  const [first] = missed;
  if (first === undefined) return [];
  const named = missed
    .slice(0, MAX_NAMED)
    .map((slice) => `${sliceName(slice)} (${slice.d} of ${slice.n} wrong)`);
  const more = missed.length > MAX_NAMED ? ` and ${missed.length - MAX_NAMED} more` : "";
  const message = `${counted(missed.length, "slice")} not shown to reach the score asked: ${named.join(", ")}${more}.`;
  return [{ code: "slice_floor", message, count: missed.length }];
}

/** `language: de`, `site: 12 other values`, `site: none`. */
export function sliceName({ key, value, other_values }: Slice): string {
  if (other_values > 0) return `${key}: ${counted(other_values, "other value")}`;
  return `${key}: ${value ?? "none"}`;
}

/** `at least 84 of 100 right`, `not enough audits to say`. */
export function sliceResult({
  outcome,
  score,
  need,
}: Pick<JudgedSlice, "outcome" | "score" | "need">): string {
  if (outcome === "too_few_audits") return "not enough audits to say";
  const right = `at least ${score} of 100 right`;
  return outcome === "shown" ? right : `not shown to reach ${need}; ${right}`;
}
