import { type FieldedAnswer, type ItemConsensus, itemConsensus } from "@assay/domain/field-consensus.ts";
import type { FieldDefinition } from "@assay/domain/field-definition.ts";
import { itemOutcome } from "@assay/domain/item.ts";
import type { AnnotationType } from "@assay/domain/types/annotation-type.ts";
import type { BatchRow } from "../batches/store.ts";
import type { Target } from "./targets.ts";

/** An item while answers are imported: what it has, and what becomes of it. */
export interface AnsweredItem {
  readonly id: string;
  readonly round: number;
  status: Target["status"];
  answer_count: number;
  readonly skip_count: number;
  overlap_required: number;
  open_slots: number;
  /** The current answers, under the present names of labels. */
  readonly answers: FieldedAnswer[];
  /** Who gave them. */
  readonly member_ids: Set<string>;
  /** Tasks that wait for an answer to the item, by member: each has a slot of its own. */
  readonly tasks: Map<string, string>;
  label: ItemConsensus | null;
  /** Whether the answers disagree, so that it waits for one more (`tie`), or for somebody to decide. */
  isTied: boolean;
  isDisputed: boolean;
  /** Whether its right answer is known: then that is its label, whatever the answers come to. */
  isKnown: boolean;
  isChanged: boolean;
}

/** The item as it stands before the import. */
export function answeredItem(target: Target): AnsweredItem {
  const { id, round, status, answer_count, skip_count, overlap_required, open_slots } = target;
  return {
    ...{ id, round, status, answer_count, skip_count, overlap_required, open_slots },
    answers: [],
    member_ids: new Set(),
    tasks: new Map(),
    label: null,
    isTied: false,
    isDisputed: false,
    isKnown: false,
    isChanged: false,
  };
}

/** Why a member cannot answer the item now; undefined where they can. */
export function refusal(item: AnsweredItem, member_id: string): string | undefined {
  if (item.status === "excluded") return "the item is excluded";
  if (item.status === "accepted") return "the item has its label already";
  if (item.member_ids.has(member_id)) return "the annotator has answered the item already";
  if (item.open_slots > 0 || item.tasks.has(member_id)) return undefined;
  const { answer_count, overlap_required } = item;
  return `the item takes ${overlap_required} answers: ${answer_count} are given, the rest is in work or to be decided`;
}

/** What answers to the items of a batch are decided by. */
interface Rules {
  readonly type: AnnotationType;
  readonly fields: readonly FieldDefinition[];
  readonly policy: BatchRow["policy"];
}

/**
 * Counts an answer, which `refusal` must allow, and decides what becomes of the item, by the rule that
 * submits follow (see `itemOutcome`). Gives the task that the answer is for, where the member has one.
 */
export function answerItem(
  item: AnsweredItem,
  member_id: string,
  answer: FieldedAnswer,
  { type, fields, policy }: Rules,
): string | undefined {
  const task_id = item.tasks.get(member_id);
  if (task_id === undefined) item.open_slots -= 1;
  item.tasks.delete(member_id);
  item.answer_count += 1;
  item.answers.push(answer);
  item.member_ids.add(member_id);
  item.isChanged = true;

  const { answer_count: answers, overlap_required, skip_count: skips } = item;
  const consensus =
    answers < overlap_required ? null : itemConsensus(type, fields, policy.scored_fields ?? [], item.answers);
  const { overlap, min_support } = policy;
  const answered = itemOutcome({ answers, overlap_required, overlap, skips, consensus, min_support });
  const outcome = item.isKnown && answered !== "open" ? { accept: { ...answer, support: 0 } } : answered;
  if (typeof outcome === "object") {
    item.status = "accepted";
    item.label = outcome.accept;
    item.open_slots = 0;
  }
  if (outcome === "one_more") {
    item.overlap_required += 1;
    item.open_slots += 1;
    item.isTied = true;
  }
  if (outcome === "adjudicate") {
    item.open_slots = 0;
    item.isDisputed = true;
  }
  return task_id;
}
