import { type Asked, type FieldedAnswer, type ItemConsensus, itemConsensus } from "./field-consensus.ts";
import type { AnnotationType, ConsensusRules } from "./types/annotation-type.ts";

/** This many skips mean that the item needs adjudication instead of another answer. */
export const SKIPS_TO_ADJUDICATE = 2;

export interface ItemProgress {
  /** Answers in the current round, one per annotator. */
  readonly answers: number;
  /** Answers that the item waits for: the overlap of the policy, or one more. */
  readonly overlap_required: number;
  /** Planned answers per item, from the policy. */
  readonly overlap: number;
  readonly skips: number;
  /** The consensus of the answers so far; null is a tie. */
  readonly consensus: ItemConsensus | null;
  /** 0 to 1, from the policy. */
  readonly min_support: number;
}

export type ItemOutcome = "open" | "one_more" | "adjudicate" | { readonly accept: ItemConsensus };

/**
 * Decides what happens to an item after an answer or a skip: it waits for more answers, its consensus is
 * accepted, it gets one more answer than planned (once), or it goes to adjudication.
 */
export function itemOutcome(item: ItemProgress): ItemOutcome {
  const { answers, overlap_required, overlap, skips, consensus, min_support } = item;
  if (skips >= SKIPS_TO_ADJUDICATE) return "adjudicate";
  if (answers < overlap_required) return "open";
  if (consensus !== null && consensus.support >= min_support) return { accept: consensus };
  return overlap_required <= overlap ? "one_more" : "adjudicate";
}

/** An item's counts, and whether it has a label. */
export interface ItemState {
  readonly status: "open" | "accepted" | "excluded";
  readonly answer_count: number;
  readonly overlap_required: number;
  readonly skip_count: number;
  /** Answers that may still be claimed. */
  readonly open_slots: number;
}

/** The settings of project and batch that decide an item. */
export interface ItemRules {
  readonly type: Pick<AnnotationType, "consensus">;
  readonly asked: Asked;
  readonly policy: {
    readonly overlap: number;
    readonly min_support: number;
    readonly scored_fields?: readonly string[] | undefined;
  } & ConsensusRules;
}

/** An item after a decision on its answers. */
export interface DecidedItem extends ItemState {
  /** Null while the item is open. */
  readonly label: ItemConsensus | null;
  /** What the item needs besides its claimed tasks: one more answer than before, or an adjudication. */
  readonly waitsFor: "one_more" | "adjudication" | null;
}

/**
 * Decides an item from all its current answers, which `item` counts already. `known` is its known answer:
 * once the item has all answers, that is the label, whatever they are.
 */
export function decideItem<Item extends ItemState>(
  item: Item,
  answers: readonly FieldedAnswer[],
  { type, asked, policy }: ItemRules,
  known: FieldedAnswer | null = null,
): Item & DecidedItem {
  const { answer_count, overlap_required, skip_count, open_slots } = item;
  const isFull = answer_count >= overlap_required && known === null;
  const consensus = isFull ? itemConsensus(type, asked, policy.scored_fields ?? [], answers, policy) : null;
  const outcome = itemOutcome({
    ...{ answers: answer_count, overlap_required, skips: skip_count, consensus },
    ...{ overlap: policy.overlap, min_support: policy.min_support },
  });
  const open = { ...item, status: "open" as const, label: null, waitsFor: null };
  if (outcome === "open") return open;
  const accepted = { ...open, status: "accepted" as const, open_slots: 0 };
  if (known !== null) {
    return { ...accepted, label: { result: known.result, fields: known.fields, support: 0 } };
  }
  if (outcome === "adjudicate") return { ...open, open_slots: 0, waitsFor: "adjudication" };
  if (outcome === "one_more") {
    const more = { overlap_required: overlap_required + 1, open_slots: open_slots + 1 };
    return { ...open, ...more, waitsFor: "one_more" };
  }
  return { ...accepted, label: outcome.accept };
}
