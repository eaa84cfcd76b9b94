import { shuffled } from "@assay/domain/shuffled.ts";
import type { TaskRow } from "../queue/claimable.ts";

/** The order is the same each time for one task, and different for another member. */
function seedOf({ id, member_id }: Pick<TaskRow, "id" | "member_id">): string {
  return `${id} ${member_id}`;
}

/** The ids of an item's responses in the order that a task's member sees; null if it has none. */
export function responseOrder(
  task: Pick<TaskRow, "id" | "member_id">,
  responses: readonly string[] | null,
): string[] | null {
  return responses === null || responses.length === 0 ? null : shuffled(responses, seedOf(task));
}

/**
 * A conversation as a task's member sees it: the responses in that order, without the models that wrote them.
 */
export function shownConversation(task: Pick<TaskRow, "id" | "member_id">, conversation: unknown): unknown {
  if (typeof conversation !== "object" || conversation === null || !("responses" in conversation)) {
    return conversation;
  }
  const { responses } = conversation;
  if (!Array.isArray(responses)) return conversation;
  const nameless = responses.map(({ id, text }: { id: string; text: string }) => ({ id, text }));
  return { ...conversation, responses: shuffled(nameless, seedOf(task)) };
}
