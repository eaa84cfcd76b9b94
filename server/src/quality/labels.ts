import type { AnnotationType } from "@assay/domain/types/annotation-type.ts";
import type { AuditedLabel } from "./known.ts";
import type { SampledItem } from "./sample.ts";

/** Labels, and pairs of labels, that a report names: the most frequent ones. */
const MAX_NAMED = 1_000;

export interface LabelCounts {
  readonly label: string;
  /** Accepted results that have the label. */
  delivered: number;
  /** Of those that were audited in the present round, and of these the ones that were not acceptable. */
  audited: number;
  wrong: number;
}

/** By label, the most delivered first: how often it is delivered, audited and wrong. */
export function countLabels(
  type: AnnotationType,
  items: readonly SampledItem[],
  audited: readonly AuditedLabel[],
): LabelCounts[] {
  const counts = new Map<string, LabelCounts>();
  const each = (result: unknown, count: (of: LabelCounts) => void) => {
    for (const label of new Set(type.labels(result))) {
      const known = counts.get(label) ?? { label, delivered: 0, audited: 0, wrong: 0 };
      counts.set(label, known);
      count(known);
    }
  };
  for (const { label } of items) {
    if (label === null) continue;
    each(label, (of) => {
      of.delivered += 1;
    });
  }
  for (const { label, acceptable } of audited) {
    each(label, (of) => {
      of.audited += 1;
      of.wrong += acceptable ? 0 : 1;
    });
  }
  return [...counts.values()].sort((a, b) => b.delivered - a.delivered).slice(0, MAX_NAMED);
}

export interface LabelAgreement {
  readonly label: string;
  /** Answers with the label, on items that have another answer too. */
  readonly answers: number;
  /** The share of the other answers to these items that give it too. */
  readonly agreement: number;
}

/**
 * For types with one label: given that somebody gives a label, the chance that another who answers the item
 * does so too. Empty for other types. Source: Fleiss, "Measuring nominal scale agreement among many raters"
 * (1971), the conditional probability of equation 12, for any number of answers per item.
 */
export function agreementByLabel(type: AnnotationType, items: readonly SampledItem[]): LabelAgreement[] {
  const { labelOf } = type;
  if (labelOf === null) return [];
  const sums = new Map<string, { answers: number; same: number; others: number }>();
  for (const { answers } of items) {
    if (answers.length < 2) continue;
    const given = answers.map(({ result }) => labelOf(result));
    for (const label of given) {
      const sum = sums.get(label) ?? { answers: 0, same: 0, others: 0 };
      sums.set(label, sum);
      sum.answers += 1;
      sum.same += given.filter((other) => other === label).length - 1;
      sum.others += given.length - 1;
    }
  }
  return [...sums]
    .map(([label, { answers, same, others }]) => ({ label, answers, agreement: same / others }))
    .sort((a, b) => b.answers - a.answers)
    .slice(0, MAX_NAMED);
}

export interface Confusion {
  readonly answer: string;
  readonly accepted: string;
  readonly count: number;
}

/** How often each label was answered where each was accepted, the most frequent first; null for other types. */
export function countConfusion(type: AnnotationType, items: readonly SampledItem[]): Confusion[] | null {
  const { labelOf } = type;
  if (labelOf === null) return null;
  const counts = new Map<string, Map<string, number>>();
  for (const { label, answers } of items) {
    if (label === null) continue;
    const accepted = labelOf(label);
    for (const { result } of answers) {
      const answer = labelOf(result);
      const row = counts.get(answer) ?? new Map<string, number>();
      counts.set(answer, row);
      row.set(accepted, (row.get(accepted) ?? 0) + 1);
    }
  }
  return [...counts]
    .flatMap(([answer, row]) => [...row].map(([accepted, count]) => ({ answer, accepted, count })))
    .sort((a, b) => b.count - a.count)
    .slice(0, MAX_NAMED);
}
