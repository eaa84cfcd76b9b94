import { exactInterval } from "@assay/domain/certification/bound.ts";

/** How often annotators gave an answer where `accepted` is the final label. */
export interface Confused {
  readonly answer: string;
  readonly accepted: string;
  readonly count: number;
}

/** The pairs as a table: final labels in rows, answers in columns. */
export interface ConfusionMatrix {
  readonly labels: readonly string[];
  /** Those of the labels that are final labels, in the same order. */
  readonly accepted: readonly string[];
  readonly count: (accepted: string, answer: string) => number;
  /** The share of answers among those with the final label `accepted`, 0 to 1. */
  readonly share: (accepted: string, answer: string) => number;
}

/** With more labels a table would be unreadable. */
export const MAX_LABELS = 60;

/** Builds the table, most frequent final labels first. */
export function matrixOf(pairs: readonly Confused[]): ConfusionMatrix {
  const counts = new Map<string, number>();
  const totals = new Map<string, number>();
  for (const { answer, accepted, count } of pairs) {
    counts.set(keyOf(accepted, answer), count);
    totals.set(accepted, (totals.get(accepted) ?? 0) + count);
    totals.set(answer, totals.get(answer) ?? 0);
  }
  const count = (accepted: string, answer: string) => counts.get(keyOf(accepted, answer)) ?? 0;
  const sorted = [...totals].sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0]));
  return {
    labels: sorted.map(([label]) => label),
    accepted: sorted.filter(([, total]) => total > 0).map(([label]) => label),
    count,
    share: (accepted, answer) => count(accepted, answer) / (totals.get(accepted) || 1),
  };
}

/** The pairs in which answer and final label differ, most frequent first. */
export function mistakes(pairs: readonly Confused[]): readonly Confused[] {
  return pairs.filter(({ answer, accepted }) => answer !== accepted).toSorted((a, b) => b.count - a.count);
}

/**
 * Whether fewer than half of the disagreements of annotators show beside final labels. Pairs of answers count twice, once for each of
 * the two.
 */
export function isMostlyUndecided(final: readonly Confused[], pairs: readonly Confused[]): boolean {
  return 4 * sumOf(mistakes(final)) < sumOf(mistakes(pairs));
}

function sumOf(pairs: readonly Confused[]): number {
  return pairs.reduce((sum, { count }) => sum + count, 0);
}

/**
 * The upper end of the exact 95 % interval of the share of right answers, 0 to 1; null without answers. The annotator with the
 * lowest one differs most, and not only because of a few answers.
 */
export function mostRight(pairs: readonly Confused[]): number | null {
  const n = sumOf(pairs);
  return n === 0 ? null : exactInterval(n, sumOf(mistakes(pairs))).high;
}

function keyOf(accepted: string, answer: string): string {
  return JSON.stringify([accepted, answer]);
}
