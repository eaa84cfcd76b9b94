import { sql } from "kysely";
import { IS_UNDER_AUDIT } from "../bounds/views.ts";
import type { Deps } from "../deps.ts";
import type { Tx } from "../platform/database/db.ts";
import { emitCreated, emitResolved } from "./announce.ts";
import type { CommentRecord } from "./store.ts";

/** Comments of a transaction: with 50 webhooks of the account, each is two events and up to 100 deliveries. */
const AT_ONCE = 50;
/** Transactions of a sweep, so that a flood of comments does not delay the other parts; the next sweep goes on. */
const MOST = 20;

/** Emits the events of comments that waited for a verdict, once the audit is over. */
export async function announceHeld({ db, now }: Pick<Deps, "db" | "now">): Promise<void> {
  for (let turn = 0; turn < MOST; turn += 1) {
    const count = await db.transaction().execute((tx) => announceSome(tx, now()));
    if (count < AT_ONCE) return;
  }
}

type Held = Omit<CommentRecord, "author_name" | "thread_resolved_at" | "thread_resolved_by">;

/** Returns how many comments it announced, oldest first. */
async function announceSome(tx: Tx, at: Date): Promise<number> {
  const { rows } = await sql<Held>`
    select comments.*, batches.project_id from comments
    join batches on batches.account_id = comments.account_id and batches.id = comments.batch_id
    where (created_held or resolved_held) and batches.deleted_at is null and not ${IS_UNDER_AUDIT}
    order by comments.created_at, comments.id limit ${AT_ONCE}
    for update of comments skip locked`.execute(tx);
  for (const comment of rows) {
    // A thread that was opened again before the verdict was never resolved to anybody.
    const { resolved_at, resolved_by } = comment;
    if (comment.created_held) await emitCreated(tx, comment, at);
    if (comment.resolved_held && resolved_at !== null && resolved_by !== null)
      await emitResolved(tx, { ...comment, resolved_at, resolved_by }, at);
  }
  await sql`
    update comments set created_held = false, resolved_held = false
    where id = any(${rows.map(({ id }) => id)}::text[])`.execute(tx);
  return rows.length;
}
