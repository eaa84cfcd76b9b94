import { shuffled } from "@assay/domain/shuffled.ts";
import type { TaskRow } from "../queue/claimable.ts";

/** Whoever draws up an order for a task draws the same one, and another member another. */
function seedOf({ id, member_id }: Pick<TaskRow, "id" | "member_id">): string {
  return `${id} ${member_id}`;
}

/** The ids of an item's responses in the order in which a task's member is shown them; null where it has none. */
export function responseOrder(
  task: Pick<TaskRow, "id" | "member_id">,
  responses: readonly string[] | null,
): string[] | null {
  return responses === null || responses.length === 0 ? null : shuffled(responses, seedOf(task));
}

/** A conversation as a task's member is shown it: its responses in that order, and not what wrote them. */
export function shownConversation(task: Pick<TaskRow, "id" | "member_id">, conversation: unknown): unknown {
  if (typeof conversation !== "object" || conversation === null || !("responses" in conversation)) {
    return conversation;
  }
  const { responses } = conversation;
  if (!Array.isArray(responses)) return conversation;
  const nameless = responses.map(({ id, text }: { id: string; text: string }) => ({ id, text }));
  return { ...conversation, responses: shuffled(nameless, seedOf(task)) };
}
