import { ServiceError } from "@assay/domain/errors.ts";
import { type RawBuilder, sql } from "kysely";
import type { Deps } from "../deps.ts";
import { type Caller, personOf } from "../platform/auth/auth.ts";
import type { Tx } from "../platform/database/db.ts";
import { changeAll } from "../platform/database/small-steps.ts";
import { selectComments } from "./store.ts";

/** The condition that somebody else wrote the comment of the row `comments` and the caller has not read it; never true for API keys. */
export function isUnread(caller: Caller): RawBuilder<boolean> {
  const me = personOf(caller);
  if (me === null) return sql<boolean>`false`;
  return sql<boolean>`(comments.member_id <> ${me} and not exists (
    select from comment_reads
    where comment_reads.account_id = comments.account_id and comment_reads.batch_id = comments.batch_id
      and comment_reads.comment_id = comments.id and comment_reads.member_id = ${me}))`;
}

/**
 * Marks those of these comments as read that the caller may see; ids of others are passed over like ids that never
 * were. Returns how many were unread before. Throws `forbidden` for API keys.
 */
export async function markRead(tx: Tx, caller: Caller, ids: readonly string[]): Promise<number> {
  const me = personOf(caller);
  if (me === null)
    throw new ServiceError(
      "forbidden",
      "API keys read no comments: only people who are signed in have read marks",
    );
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("comment_reads")
    .columns(["account_id", "batch_id", "comment_id", "member_id"])
    .expression(
      selectComments(tx, caller)
        .clearSelect()
        .select([
          "comments.account_id",
          "comments.batch_id",
          "comments.id",
          sql<string>`${me}`.as("member_id"),
        ])
        .where(sql<boolean>`comments.id = any(${ids}::text[])`)
        .where(isUnread(caller))
        .forShare("comments"), // or a mark could outlive a comment that is being deleted
    )
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return Number(numInsertedOrUpdatedRows ?? 0);
}

/** Removes the marks of a comment that is deleted. */
export async function deleteReads(
  tx: Tx,
  {
    account_id,
    batch_id,
    id,
  }: { readonly account_id: string; readonly batch_id: string; readonly id: string },
): Promise<void> {
  await tx
    .deleteFrom("comment_reads")
    .where("account_id", "=", account_id)
    .where("batch_id", "=", batch_id)
    .where("comment_id", "=", id)
    .execute();
}

/** Removes what a deleted member has read. */
export async function eraseReads(
  { db }: Pick<Deps, "db">,
  { account_id, member_id }: { readonly account_id: string; readonly member_id: string },
): Promise<void> {
  await changeAll(db, {
    table: "comment_reads",
    account_id,
    condition: sql`member_id = ${member_id}`,
    change: (chosen) => sql`delete from comment_reads where ${chosen}`,
  });
}
