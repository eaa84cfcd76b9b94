/** How often an answer was given where something else, or the same, is accepted. */
export interface Confused {
  readonly answer: string;
  readonly accepted: string;
  readonly count: number;
}

/** Pairs as a table: what is accepted down, what was answered across. */
export interface ConfusionMatrix {
  readonly labels: readonly string[];
  readonly count: (accepted: string, answer: string) => number;
  /** The share of the answers where `accepted` is right, 0 to 1. */
  readonly share: (accepted: string, answer: string) => number;
}

/** More labels than this are no table that anybody reads. */
export const MAX_LABELS = 60;

/** The pairs as a table, the most frequent accepted labels first. */
export function matrixOf(pairs: readonly Confused[]): ConfusionMatrix {
  const counts = new Map<string, number>();
  const totals = new Map<string, number>();
  for (const { answer, accepted, count } of pairs) {
    counts.set(keyOf(accepted, answer), count);
    totals.set(accepted, (totals.get(accepted) ?? 0) + count);
    totals.set(answer, totals.get(answer) ?? 0);
  }
  const count = (accepted: string, answer: string) => counts.get(keyOf(accepted, answer)) ?? 0;
  return {
    labels: [...totals].sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0])).map(([label]) => label),
    count,
    share: (accepted, answer) => count(accepted, answer) / (totals.get(accepted) || 1),
  };
}

/** The pairs in which the answer was not what is accepted, the most frequent first. */
export function mistakes(pairs: readonly Confused[]): readonly Confused[] {
  return pairs.filter(({ answer, accepted }) => answer !== accepted).toSorted((a, b) => b.count - a.count);
}

function keyOf(accepted: string, answer: string): string {
  return JSON.stringify([accepted, answer]);
}
