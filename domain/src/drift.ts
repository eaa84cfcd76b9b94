import { hypergeometricTail } from "./certification/distributions.ts";
import { holmAdjusted } from "./models/holm.ts";

/** Answers that were compared, and how many of them were right. */
export interface Compared {
  readonly compared: number;
  readonly right: number;
}

/** The answers of an annotator by one measure: those of the last days, and those before. */
export interface Windows {
  readonly before: Compared;
  readonly recent: Compared;
}

/** The chance that any annotator without a change is marked at one look. */
export const DRIFT_ALPHA = 0.05;

/** The fewest answers in either window with which an annotator is compared. */
export const LEAST_COMPARED = 10;

/** What the comparison of an annotator's windows says. */
export interface Drift {
  /** Adjusted for all comparisons; null with fewer than 10 answers in a window. */
  readonly p: number | null;
  /** Whether the recent share of right answers is lower than chance explains. */
  readonly has_dropped: boolean;
}

/**
 * For each pair of windows, in the order given, whether the share of right answers has dropped: Fisher's exact test, one-sided,
 * with Holm's correction over all pairs that have at least 10 answers in each window.
 *
 * Where nobody has changed, it marks anybody at one look with a chance of at most 5 %. Looks on other days are further chances. Throws a
 * RangeError unless counts are integers with 0 ≤ right ≤ compared.
 * Source: R. A. Fisher, "The logic of inductive inference", Journal of the Royal Statistical Society 98 (1935).
 */
export function findDrifts(pairs: readonly Windows[]): Drift[] {
  const raw = pairs.map(({ before, recent }) => {
    requireCounts(before);
    requireCounts(recent);
    if (Math.min(before.compared, recent.compared) < LEAST_COMPARED) return null;
    const all = before.compared + recent.compared;
    return Math.min(1, hypergeometricTail(recent.right, all, before.right + recent.right, recent.compared));
  });
  const adjusted = holmAdjusted(raw.filter((p) => p !== null));
  let place = 0;
  return raw.map((one) => {
    if (one === null) return { p: null, has_dropped: false };
    const p = adjusted[place] ?? 1;
    place += 1;
    return { p, has_dropped: p <= DRIFT_ALPHA };
  });
}

function requireCounts({ compared, right }: Compared): void {
  if (Number.isInteger(compared) && Number.isInteger(right) && right >= 0 && right <= compared) return;
  throw new RangeError(`right must be from 0 to compared, but ${right} of ${compared} was given`);
}
