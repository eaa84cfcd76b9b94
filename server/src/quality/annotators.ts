import { exactInterval } from "@assay/domain/certification/bound.ts";
import type { AnnotationType, Tolerance } from "@assay/domain/types/annotation-type.ts";
import { createPause } from "../platform/pause.ts";
import type { GoldCount, Judged, Speed } from "./known.ts";
import { type Confusion, createConfusion } from "./labels.ts";
import type { SampledItem } from "./sample.ts";

interface Right {
  answered: number;
  right: number;
}

/** With the exact 95 % interval of the share of right ones, 0 to 1. */
interface Measured extends Readonly<Right> {
  readonly low: number;
  readonly high: number;
}

export interface AnnotatorReport {
  readonly member_id: string;
  answers: number;
  /** Answers to items with an accepted label. */
  readonly compared: number;
  /** Median active seconds of an answer; null if no answer has a time. */
  readonly median_seconds: number | null;
  /** Mean likeness to the accepted labels, 0 to 1; null if none of the items has one. */
  readonly agreement_with_consensus: number | null;
  /** Answers to items with a known answer, and how many of them are acceptable. */
  readonly gold: Measured;
  readonly audited: Right;
  /**
   * The labels that they gave against the accepted labels, against gold, or against the labels that audits of the current round
   * found right; null for types without a single label.
   */
  readonly confusion: Confusion[] | null;
  readonly gold_confusion: Confusion[] | null;
  readonly audit_confusion: Confusion[] | null;
}

/** Maximum of annotators in a report, and of pairs of labels for each. */
const MAX_ANNOTATORS = 1_000;
const MAX_CONFUSED = 30;

interface Known {
  readonly gold: readonly Judged[];
  readonly goldCounts: readonly GoldCount[];
  readonly speeds: readonly Speed[];
  readonly audited: readonly Judged[];
}

/** The statistics of each annotator, those with the most answers first, at most 1,000. */
export async function reportAnnotators(
  type: AnnotationType,
  tolerance: Tolerance,
  items: readonly SampledItem[],
  known: Known,
): Promise<AnnotatorReport[]> {
  const consensus = await likenesses(type, items);
  const gold = new Map(known.goldCounts.map(({ member_id, ...counts }) => [member_id, counts]));
  const speeds = new Map(known.speeds.map(({ member_id, seconds }) => [member_id, seconds]));
  const audited = await countRight(type, tolerance, known.audited);
  const confusion = confusedBy(type, comparedAnswers(items));
  const goldConfusion = confusedBy(type, known.gold);
  const auditConfusion = confusedBy(type, known.audited);
  const answersOf = (member_id: string) => consensus.get(member_id)?.answers ?? 0;
  return [...new Set([...consensus.keys(), ...gold.keys(), ...audited.keys()])]
    .sort((a, b) => answersOf(b) - answersOf(a) || (a < b ? -1 : 1))
    .slice(0, MAX_ANNOTATORS)
    .map((member_id) => {
      const { answers, compared, likeness } = consensus.get(member_id) ?? NOTHING;
      return {
        member_id,
        answers,
        median_seconds: speeds.get(member_id) ?? null,
        compared,
        agreement_with_consensus: compared === 0 ? null : likeness / compared,
        gold: measured(gold.get(member_id) ?? { answered: 0, right: 0 }),
        audited: audited.get(member_id) ?? { answered: 0, right: 0 },
        confusion: confusion(member_id),
        gold_confusion: goldConfusion(member_id),
        audit_confusion: auditConfusion(member_id),
      };
    });
}

/** Iterates over the answers to items with an accepted label. */
function* comparedAnswers(items: readonly SampledItem[]): Generator<Judged> {
  for (const { label, answers } of items) {
    if (label === null) continue;
    for (const { member_id, result } of answers) yield { member_id, answer: result, right: label };
  }
}

/** By annotator, the labels given and the right ones. */
function confusedBy(type: AnnotationType, judged: Iterable<Judged>) {
  const counters = new Map<string, ReturnType<typeof createConfusion>>();
  for (const { member_id, answer, right } of judged) {
    const counter = counters.get(member_id) ?? createConfusion(type);
    counters.set(member_id, counter);
    counter.add(answer, right);
  }
  return (member_id: string) => (counters.get(member_id) ?? createConfusion(type)).pairs(MAX_CONFUSED);
}

function measured({ answered, right }: Readonly<Right>): Measured {
  return { answered, right, ...exactInterval(answered, answered - right) };
}

const NOTHING = { answers: 0, compared: 0, likeness: 0 };

async function likenesses(type: AnnotationType, items: readonly SampledItem[]) {
  const found = new Map<string, { answers: number; compared: number; likeness: number }>();
  const pause = createPause();
  for (const { label, answers } of items) {
    for (const { member_id, result } of answers) {
      const of = found.get(member_id) ?? { ...NOTHING };
      found.set(member_id, of);
      of.answers += 1;
      if (label === null) continue;
      of.compared += 1;
      of.likeness += 1 - type.distance(result, label);
      await pause();
    }
  }
  return found;
}

async function countRight(
  type: AnnotationType,
  tolerance: Tolerance,
  judged: readonly Judged[],
): Promise<Map<string, Right>> {
  const pause = createPause();
  const counts = new Map<string, Right>();
  for (const { member_id, answer, right } of judged) {
    const of = counts.get(member_id) ?? { answered: 0, right: 0 };
    counts.set(member_id, of);
    of.answered += 1;
    of.right += type.acceptable(answer, right, tolerance) ? 1 : 0;
    await pause();
  }
  return counts;
}
