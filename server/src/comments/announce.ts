import { sql } from "kysely";
import { IS_UNDER_AUDIT } from "../bounds/views.ts";
import { emit } from "../events/emit.ts";
import type { Tx } from "../platform/database/db.ts";
import { iso } from "../platform/http/wire.ts";
import type { CommentRecord } from "./store.ts";

/** What an event says of a comment. */
type Announced = Pick<
  CommentRecord,
  "id" | "account_id" | "project_id" | "batch_id" | "item_id" | "annotation_id" | "thread_id"
>;

/**
 * Whether the events of comments on a batch wait now: during an audit a comment tells which items were drawn, and until the
 * verdict nobody may know that (ADR 0096).
 */
export async function areHeld(
  tx: Tx,
  { account_id, batch_id }: Pick<CommentRecord, "account_id" | "batch_id">,
): Promise<boolean> {
  const { rows } = await sql`
    select from batches where account_id = ${account_id} and id = ${batch_id} and ${IS_UNDER_AUDIT}`.execute(
    tx,
  );
  return rows.length > 0;
}

/** Emits that a comment was written; `at` is the time of the event, later than the comment's if the event waited. */
export async function emitCreated(
  tx: Tx,
  comment: Announced & Pick<CommentRecord, "member_id" | "created_at">,
  at: Date,
): Promise<void> {
  await emit(tx, {
    account_id: comment.account_id,
    type: "comment.created",
    created_at: at,
    data: { ...named(comment), author_id: comment.member_id, commented_at: iso(comment.created_at) },
  });
}

/** Emits that a thread was resolved, whose first comment is `comment`. */
export async function emitResolved(
  tx: Tx,
  comment: Announced & { readonly resolved_by: string; readonly resolved_at: Date },
  at: Date,
): Promise<void> {
  await emit(tx, {
    account_id: comment.account_id,
    type: "comment.resolved",
    created_at: at,
    data: { ...named(comment), resolved_by: comment.resolved_by, resolved_at: iso(comment.resolved_at) },
  });
}

/** Neither the text nor anything else that `showsComment` may hide: whoever needs it reads the comment. */
function named({ id, thread_id, project_id, batch_id, item_id, annotation_id }: Announced) {
  return { comment_id: id, thread_id: thread_id ?? id, batch_id, project_id, item_id, annotation_id };
}
