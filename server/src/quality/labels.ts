import { type LabelAgreement, labelAgreement } from "@assay/domain/nominal-agreement.ts";
import type { AnnotationType } from "@assay/domain/types/annotation-type.ts";
import { tally } from "@assay/domain/types/vote.ts";
import { createPause, runInSteps } from "../platform/pause.ts";
import type { AuditedLabel } from "./known.ts";
import type { SampledItem } from "./sample.ts";

/** Maximum of labels, and of pairs of labels, in a report: the most frequent ones. */
const MAX_NAMED = 1_000;

export interface LabelCounts {
  readonly label: string;
  /** Accepted results that have the label. */
  delivered: number;
  /** How many of those were audited in the current round, and how many of these were not acceptable. */
  audited: number;
  wrong: number;
}

/** By label, the most delivered first: how often it is delivered, audited and wrong. Yields to other work meanwhile. */
export async function countLabels(
  type: AnnotationType,
  items: readonly SampledItem[],
  audited: readonly AuditedLabel[],
): Promise<LabelCounts[]> {
  const pause = createPause();
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
    await pause();
  }
  for (const { label, acceptable } of audited) {
    each(label, (of) => {
      of.audited += 1;
      of.wrong += acceptable ? 0 : 1;
    });
    await pause();
  }
  return [...counts.values()].sort((a, b) => b.delivered - a.delivered).slice(0, MAX_NAMED);
}

/** The agreement on whether a result has a label, the most frequent labels first. Yields to other work meanwhile. */
export async function agreementByLabel(
  type: AnnotationType,
  items: readonly SampledItem[],
): Promise<LabelAgreement<string>[]> {
  const agreement = await runInSteps(labelAgreement(labelSets(type, items)));
  return agreement.slice(0, MAX_NAMED);
}

function* labelSets(type: AnnotationType, items: readonly SampledItem[]): Generator<Set<string>[]> {
  for (const { answers } of items) yield answers.map(({ result }) => new Set(type.labels(result)));
}

export interface Confusion {
  readonly answer: string;
  readonly accepted: string;
  readonly count: number;
}

/** What the answers of items are compared with: the accepted labels, and other answers to the same item. */
export interface Confusions {
  readonly final: ConfusionCounter;
  readonly pairs: ConfusionCounter;
}

/** Counts the answers of items. Yields to other work meanwhile. */
export async function addConfusion(
  { final, pairs }: Confusions,
  items: readonly SampledItem[],
): Promise<void> {
  const pause = createPause();
  for (const { label, answers } of items) {
    for (const { result } of answers) if (label !== null) final.add(result, label);
    pairs.addPairs(answers.map(({ result }) => result));
    await pause();
  }
}

/**
 * How often each label was given for each accepted label, and beside each label of another annotator, the most frequent first; null
 * for other types. Yields to other work meanwhile.
 */
export async function countConfusion(
  type: AnnotationType,
  items: readonly SampledItem[],
): Promise<{ readonly confusion: Confusion[] | null; readonly pair_confusion: Confusion[] | null }> {
  const counted = { final: createConfusion(type), pairs: createConfusion(type) };
  await addConfusion(counted, items);
  return { confusion: counted.final.pairs(MAX_NAMED), pair_confusion: counted.pairs.pairs(MAX_NAMED) };
}

/** A counter of pairs of labels. */
export type ConfusionCounter = ReturnType<typeof createConfusion>;

/** Counts pairs of an answer's label and the accepted or known label, or the label of another answer. */
export function createConfusion({ labelOf }: AnnotationType) {
  const counts = new Map<string, Map<string, number>>();
  const count = (answer: string, accepted: string, times: number) => {
    if (times === 0) return;
    const row = counts.get(answer) ?? new Map<string, number>();
    counts.set(answer, row);
    row.set(accepted, (row.get(accepted) ?? 0) + times);
  };
  return {
    /** Counts a pair of results. */
    add(answered: unknown, accepted: unknown): void {
      if (labelOf !== null) count(labelOf(answered), labelOf(accepted), 1);
    },
    /** Counts each pair of the answers to an item twice, once for each of the two as the answer. */
    addPairs(results: readonly unknown[]): void {
      if (labelOf === null) return;
      const given = tally(results.map(labelOf));
      for (const [one, times] of given) {
        for (const [other, others] of given) count(one, other, times * (one === other ? times - 1 : others));
      }
    },
    /** The `most` frequent pairs, the most frequent first; null for types without a single label. */
    pairs(most: number): Confusion[] | null {
      if (labelOf === null) return null;
      return [...counts]
        .flatMap(([answer, row]) => [...row].map(([accepted, count]) => ({ answer, accepted, count })))
        .sort((a, b) => b.count - a.count || compare(a.answer, b.answer) || compare(a.accepted, b.accepted))
        .slice(0, most);
    },
  };
}

function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
