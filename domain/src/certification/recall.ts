import { clopperPearson, TOTAL_ALPHA } from "./bound.ts";
import type { Reason } from "./reasons.ts";
import { counted, written } from "./wording.ts";

/** A reason names at most this many labels. */
const NAMED = 3;

/** The counts of one label in an audit. */
export interface LabelRecall {
  readonly label: string;
  /**
   * Audited items that truly have the label: in the auditor's answer, or in the delivered label that the
   * auditor accepted.
   */
  readonly having: number;
  /** Of those, the items whose delivered label has it too. */
  readonly found: number;
}

/** The delivered labels and the true labels of each audited item. */
export interface JudgedLabels {
  readonly delivered: Iterable<string>;
  readonly truth: Iterable<string>;
}

/** Counts by label, in the order in which the labels first occur. */
export function countRecall(judged: Iterable<JudgedLabels>): LabelRecall[] {
  const counts = new Map<string, { label: string; having: number; found: number }>();
  for (const { delivered, truth } of judged) {
    const given = new Set(delivered);
    for (const label of new Set(truth)) {
      const count = counts.get(label) ?? { label, having: 0, found: 0 };
      counts.set(label, count);
      count.having += 1;
      count.found += given.has(label) ? 1 : 0;
    }
  }
  return [...counts.values()];
}

/**
 * The upper Clopper–Pearson bound on a label's recall, 0 to 1, corrected for the number of labels
 * (Bonferroni), so that all bounds together hold 95 % of the time. 1 for a label that no audited item has.
 */
export function recallUpperBound({ having, found }: LabelRecall, labels: number): number {
  return 1 - clopperPearson(having, found, TOTAL_ALPHA / Math.max(1, labels));
}

/**
 * The reason if the upper bound on some label's recall is below `floor`, 0 to 1; empty if `floor` is null.
 */
export function recallReasons(labels: readonly LabelRecall[], floor: number | null): Reason[] {
  if (floor === null) return [];
  const missed = labels.filter((label) => recallUpperBound(label, labels.length) < floor);
  if (missed.length === 0) return [];
  const named = missed
    .slice(0, NAMED)
    .map(
      ({ label, having, found }) =>
        `"${label}" found in ${written(found)} of ${counted(having, "checked item")}`,
    );
  const rest = missed.length > NAMED ? ` and ${written(missed.length - NAMED)} more` : "";
  const asked = Math.round(floor * 1000) / 10;
  return [
    {
      code: "label_recall",
      message: `${counted(missed.length, "label")} missed too often: ${named.join(", ")} that have it${rest}; at least ${asked} in 100 must be found.`,
      count: missed.length,
    },
  ];
}
