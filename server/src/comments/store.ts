import { ServiceError } from "@assay/domain/errors.ts";
import { sql } from "kysely";
import { showsComment } from "../bounds/views.ts";
import { withinPart } from "../bounds/within.ts";
import type { Caller } from "../platform/auth/auth.ts";
import type { Db, Tx } from "../platform/database/db.ts";
import type { NewRow, Row } from "../platform/database/tables.ts";

/** A comment with the state of its thread. */
export interface CommentRecord extends Row<"comments"> {
  readonly project_id: string;
  readonly author_name: string;
  readonly thread_resolved_at: Date | null;
  readonly thread_resolved_by: string | null;
}

/** Its author has a row, also once they are deleted. */
const AUTHOR_NAME = sql<string>`(
  select name from members where members.account_id = comments.account_id and members.id = comments.member_id)`;

/**
 * The comments that a caller may see (`showsComment`), within their limits (see `assertWithin`). Excludes those of
 * deleted batches.
 */
export function selectComments(db: Db, caller: Caller) {
  const within = withinPart(caller, "batches.project_id");
  return db
    .selectFrom("comments")
    .innerJoinLateral(
      (query) =>
        query
          .selectFrom("batches")
          .selectAll()
          .whereRef("batches.account_id", "=", "comments.account_id")
          .whereRef("batches.id", "=", "comments.batch_id")
          .offset(sql.lit(0)) // or all batches of the account may be read
          .as("batches"),
      (join) => join.onTrue(),
    )
    .selectAll("comments")
    .select([
      "batches.project_id",
      AUTHOR_NAME.as("author_name"),
      ofThread<Date | null>("resolved_at").as("thread_resolved_at"),
      ofThread<string | null>("resolved_by").as("thread_resolved_by"),
    ])
    .where("comments.account_id", "=", caller.account_id)
    .where("batches.deleted_at", "is", null)
    .where(within ?? sql.lit(true))
    .where(showsComment(caller, ofThread("member_id"), concerns));
}

/**
 * On the member's answers, in a thread that the member began, or in one that an auditor began on an item that
 * has come back since: its earlier annotators should learn what was wrong with it.
 */
export function concerns(member_id: string) {
  return sql<boolean>`(
    ${ofThread("member_id")} = ${member_id}
    or exists (
      select from annotations
      where annotations.account_id = comments.account_id and annotations.id = comments.annotation_id and annotations.member_id = ${member_id})
    or comments.annotation_id is null and exists (
      select from annotations as judged
      join items on items.account_id = judged.account_id and items.id = judged.item_id and items.round > judged.round
      join annotations as given on given.account_id = judged.account_id and given.item_id = judged.item_id and given.round <= judged.round
      where judged.account_id = comments.account_id and judged.item_id = comments.item_id and judged.kind = 'audit'
        and judged.member_id = ${ofThread("member_id")}
        and given.kind = 'annotate' and given.member_id = ${member_id}))`;
}

/** A column of the first comment of a comment's thread. */
export function ofThread<T>(column: "resolved_at" | "resolved_by" | "member_id") {
  return sql<T>`(
    select ${sql.ref(`thread.${column}`)} from comments as thread
    where thread.account_id = comments.account_id and thread.id = coalesce(comments.thread_id, comments.id))`;
}

interface NamedItem {
  readonly external_id: string | null;
  readonly file: { readonly filename: string };
  readonly line: number | null;
}

/** What names the item of a comment, as in the item itself: the file that a line links stands for the line. */
export const ITEM_NAMED = sql<NamedItem>`(
  select json_build_object('external_id', items.external_id, 'file', json_build_object('filename', files.filename), 'line', items.line)
  from items
  left join file_lines on file_lines.account_id = items.account_id and file_lines.file_id = items.file_id
    and file_lines.line = coalesce(items.line, 0)
  join files on files.account_id = items.account_id and files.id = coalesce(file_lines.media_file_id, items.file_id)
  where items.account_id = comments.account_id and items.id = comments.item_id)`;

/** A comment that the caller may see; throws `not_found`. */
export async function getComment(db: Db, caller: Caller, id: string): Promise<CommentRecord> {
  const row = await selectComments(db, caller).where("comments.id", "=", id).executeTakeFirst();
  if (row === undefined) throw new ServiceError("not_found", `there is no comment ${id}`);
  return row;
}

/**
 * The same, with the whole thread locked until `tx` ends, so that nobody replies to a comment being deleted.
 */
export async function lockComment(tx: Tx, caller: Caller, id: string): Promise<CommentRecord> {
  const { thread_id } = await getComment(tx, caller, id);
  const ids = [thread_id ?? id, id];
  await tx
    .selectFrom("comments")
    .select("id")
    .where("account_id", "=", caller.account_id)
    .where("id", "in", ids)
    .orderBy("id")
    .forUpdate()
    .execute();
  return getComment(tx, caller, id);
}

/** Whether a member has or had a task on an item, or gave an imported answer to it. */
export async function hadItem(
  db: Db,
  { account_id, id }: Pick<Row<"items">, "account_id" | "id">,
  member_id: string,
): Promise<boolean> {
  const isTheirs = sql`account_id = ${account_id} and item_id = ${id} and member_id = ${member_id}`; // each of the three has an index
  const { rows } = await sql<{ had: boolean }>`
    select exists (select from tasks where ${isTheirs} and status in ('leased', 'submitted', 'skipped'))
      or exists (select from tasks where ${isTheirs} and status in ('released', 'expired', 'canceled'))
      or exists (select from annotations where ${isTheirs}) as had`.execute(db);
  return rows[0]?.had === true;
}

export async function insertComment(tx: Tx, row: NewRow<"comments">): Promise<void> {
  await tx.insertInto("comments").values(row).execute();
}

/** Whether others have replied to the first comment of a thread. */
export async function hasReplies(
  tx: Tx,
  { account_id, id }: Pick<Row<"comments">, "account_id" | "id">,
): Promise<boolean> {
  const reply = await tx
    .selectFrom("comments")
    .select("id")
    .where("account_id", "=", account_id)
    .where("thread_id", "=", id)
    .limit(1)
    .executeTakeFirst();
  return reply !== undefined;
}
