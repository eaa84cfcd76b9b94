import { clopperPearson } from "../certification/bound.ts";

/** A share of successes with its exact interval. */
export interface MeasuredShare {
  /** Trials. */
  readonly items: number;
  /** Successes. */
  readonly count: number;
  /** 0 to 1; null without trials. */
  readonly share: number | null;
  /** 0 to 1. */
  readonly low: number;
  /** 0 to 1. */
  readonly high: number;
}

/** The chance that an interval misses the share. */
export const ALPHA = 0.05;

/**
 * A share with its two-sided interval of Clopper and Pearson (Biometrika 26, 1934), which holds with 1 − `alpha` at least.
 * Throws a RangeError unless 0 ≤ `count` ≤ `items` ≤ 1,000,000.
 */
export function measuredShare(items: number, count: number, alpha: number = ALPHA): MeasuredShare {
  if (items === 0) return { items, count, share: null, low: 0, high: 1 };
  const low = clopperPearson(items, items - count, alpha / 2);
  return { items, count, share: count / items, low, high: 1 - clopperPearson(items, count, alpha / 2) };
}
