import type { components } from "@assay/sdk/schema.ts";
import { formatClock } from "../strings/format.ts";
import type { Place } from "./pins.ts";

export type Comment = components["schemas"]["Comment"];

/** A comment with the replies to it, oldest first. */
export interface Thread {
  readonly first: Comment;
  readonly replies: readonly Comment[];
}

/** Comments by thread, in the order in which threads were begun. */
export function threadsOf(comments: readonly Comment[]): readonly Thread[] {
  const replies = Map.groupBy(
    comments.filter(({ id, thread_id }) => id !== thread_id),
    ({ thread_id }) => thread_id,
  );
  return comments
    .filter(({ id, thread_id }) => id === thread_id)
    .map((first) => ({ first, replies: replies.get(first.id) ?? [] }));
}

/** A place in words. */
export function sayPlace({ object, span, time, point }: Place): string {
  if (span !== undefined) return `Characters ${span.start + 1} to ${span.end}`;
  const named = typeof object === "number" ? `Object ${object + 1}` : object;
  const at = time === undefined ? undefined : formatClock(time);
  if (named !== undefined) return at === undefined ? named : `${named}, at ${at}`;
  if (at !== undefined) return `At ${at}`;
  return point === undefined ? "The item" : `At ${Math.round(point.x)}, ${Math.round(point.y)}`;
}
