import type { AnnotationType, Tolerance } from "@assay/domain/types/annotation-type.ts";
import type { Judged } from "./known.ts";
import { createPause } from "./pause.ts";
import type { SampledItem } from "./sample.ts";

interface Right {
  answered: number;
  right: number;
}

export interface AnnotatorReport {
  readonly member_id: string;
  answers: number;
  /** Mean likeness to the accepted labels, 0 to 1; null where none of the items has one. */
  readonly agreement_with_consensus: number | null;
  /** Answers to items whose right answer is known, and how many of them are acceptable. */
  readonly gold: Right;
  readonly audited: Right;
}

interface Known {
  readonly gold: readonly Judged[];
  readonly audited: readonly Judged[];
}

/** What each annotator gave, those with the most answers first. */
export async function reportAnnotators(
  type: AnnotationType,
  tolerance: Tolerance,
  items: readonly SampledItem[],
  known: Known,
): Promise<AnnotatorReport[]> {
  const consensus = await likenesses(type, items);
  const gold = await countRight(type, tolerance, known.gold);
  const audited = await countRight(type, tolerance, known.audited);
  const ids = new Set([...consensus.keys(), ...gold.keys(), ...audited.keys()]);
  return [...ids]
    .map((member_id) => {
      const { answers, compared, likeness } = consensus.get(member_id) ?? NOTHING;
      return {
        member_id,
        answers,
        agreement_with_consensus: compared === 0 ? null : likeness / compared,
        gold: gold.get(member_id) ?? { answered: 0, right: 0 },
        audited: audited.get(member_id) ?? { answered: 0, right: 0 },
      };
    })
    .sort((a, b) => b.answers - a.answers || (a.member_id < b.member_id ? -1 : 1));
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
