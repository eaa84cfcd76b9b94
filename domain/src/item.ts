import type { ItemConsensus } from "./field-consensus.ts";

/** So many skips say that the item needs a decision instead of another answer. */
export const SKIPS_TO_ADJUDICATE = 2;

export interface ItemProgress {
  /** Answers in the current round, one per annotator. */
  readonly answers: number;
  /** Answers that the item waits for now: the policy's overlap, or one more. */
  readonly overlap_required: number;
  /** Answers per item that the policy plans. */
  readonly overlap: number;
  readonly skips: number;
  /** Of the answers that are in; null is a tie. */
  readonly consensus: ItemConsensus | null;
  /** 0 to 1, from the policy. */
  readonly min_support: number;
}

export type ItemOutcome = "open" | "one_more" | "adjudicate" | { readonly accept: ItemConsensus };

/**
 * What becomes of an item after an answer or a skip: it waits for more answers, its consensus is
 * accepted, it gets one answer more than planned (once), or somebody decides.
 */
export function itemOutcome(item: ItemProgress): ItemOutcome {
  const { answers, overlap_required, overlap, skips, consensus, min_support } = item;
  if (skips >= SKIPS_TO_ADJUDICATE) return "adjudicate";
  if (answers < overlap_required) return "open";
  if (consensus !== null && consensus.support >= min_support) return { accept: consensus };
  return overlap_required <= overlap ? "one_more" : "adjudicate";
}
