import type { FieldedAnswer } from "@assay/domain/field-consensus.ts";
import { decideItem, type ItemRules } from "@assay/domain/item.ts";
import type { SettledItem } from "../answers/decide.ts";
import type { Target } from "./targets.ts";

/** An item during an import of answers: its state, and who may answer it. */
export interface AnsweredItem {
  state: Omit<SettledItem, "account_id" | "isKnown" | "guideline_version">;
  /** The current answers, with current label names. */
  readonly answers: FieldedAnswer[];
  /** The members who gave them. */
  readonly member_ids: Set<string>;
  /** Tasks that wait for an answer to the item, by member: each has its own slot. */
  readonly tasks: Map<string, string>;
  /** The known answer: once the item has all answers it is the label, whatever they are. */
  known: FieldedAnswer | null;
  /** Whether all answers were given elsewhere: an import stores them without a task. */
  isImported: boolean;
  /** Whether an answer asked for one more, so that the item needs a new turn. */
  isTied: boolean;
  isChanged: boolean;
}

/** The item before the import. */
export function answeredItem(target: Target): AnsweredItem {
  const { id, round, status, answer_count, skip_count, overlap_required, open_slots } = target;
  const counts = { answer_count, skip_count, overlap_required, open_slots };
  return {
    state: { id, round, status, ...counts, label: null, waitsFor: null },
    answers: [],
    member_ids: new Set(),
    tasks: new Map(),
    known: null,
    isImported: true,
    isTied: false,
    isChanged: false,
  };
}

/** The reason why a member cannot answer the item now; undefined if they can. */
export function refusal({ state, member_ids, tasks }: AnsweredItem, member_id: string): string | undefined {
  if (state.status === "excluded") return "the item is excluded";
  if (state.status === "accepted") return "the item already has its label";
  if (member_ids.has(member_id)) return "the annotator has already answered the item";
  if (state.open_slots > 0 || tasks.has(member_id)) return undefined;
  const { answer_count, overlap_required } = state;
  return `the item takes ${overlap_required} answers: it has ${answer_count}, and the others are leased or wait for a decision`;
}

/**
 * Counts an answer that `refusal` allows, and decides the item. Returns the task that the answer is for, if
 * the member has one.
 */
export function answerItem(
  item: AnsweredItem,
  member_id: string,
  answer: FieldedAnswer,
  rules: ItemRules,
): string | undefined {
  const task_id = item.tasks.get(member_id);
  item.tasks.delete(member_id);
  item.isImported &&= task_id === undefined;
  item.answers.push(answer);
  item.member_ids.add(member_id);
  const counted = {
    ...item.state,
    answer_count: item.state.answer_count + 1,
    open_slots: item.state.open_slots - Number(task_id === undefined),
  };
  item.state = decideItem(counted, item.answers, rules, item.known);
  item.isTied ||= item.state.waitsFor === "one_more";
  item.isChanged = true;
  return task_id;
}
