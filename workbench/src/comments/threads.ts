import type { components } from "@assay/sdk/schema.ts";
import { strings } from "#strings/comments.ts";
import { formatClock } from "../strings/format.ts";
import type { CommentPlace } from "./pins.ts";

const { places } = strings;

export type Comment = components["schemas"]["ListedComment"];

/** A comment with its replies, oldest first. */
export interface Thread {
  readonly first: Comment;
  readonly replies: readonly Comment[];
}

/** Comments by thread, oldest thread first. */
export function threadsOf(comments: readonly Comment[]): readonly Thread[] {
  const replies = Map.groupBy(
    comments.filter(({ id, thread_id }) => id !== thread_id),
    ({ thread_id }) => thread_id,
  );
  return comments
    .filter(({ id, thread_id }) => id === thread_id)
    .map((first) => ({ first, replies: replies.get(first.id) ?? [] }));
}

/** Whether the signed-in person has not read all of a thread. */
export function isUnread({ first, replies }: Thread): boolean {
  return [first, ...replies].some(({ unread }) => unread);
}

/** The description of a place. */
export function sayPlace({ object, span, time, point }: CommentPlace): string {
  if (span !== undefined) return places.span(span.start + 1, span.end);
  const named = typeof object === "number" ? places.object(object + 1) : object;
  const at = time === undefined ? undefined : formatClock(time);
  if (named !== undefined) return at === undefined ? named : places.objectAt(named, at);
  if (at !== undefined) return places.at(at);
  return point === undefined ? places.item : places.point(Math.round(point.x), Math.round(point.y));
}
