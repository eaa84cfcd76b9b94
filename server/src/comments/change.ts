import { ServiceError } from "@assay/domain/errors.ts";
import type { Deps } from "../deps.ts";
import { getItem } from "../items/store.ts";
import { actingMember } from "../members/acting.ts";
import type { Caller } from "../platform/auth/auth.ts";
import type { Tx } from "../platform/database/db.ts";
import { newId } from "../platform/ids.ts";
import { areHeld, emitCreated, emitResolved } from "./announce.ts";
import { deleteReads } from "./reads.ts";
import type { ChangeComment, CreateComment } from "./schemas.ts";
import { type CommentRecord, hadItem, hasReplies, insertComment, lockComment } from "./store.ts";

/**
 * Adds a comment, returns its id. Throws `not_found` for an unknown item, answer or comment,
 * `invalid_request` if they do not belong together. For a signed-in annotator, items that they never worked
 * on are unknown (ADR 0033).
 */
export async function createComment(
  deps: Deps,
  tx: Tx,
  caller: Caller,
  sent: CreateComment,
): Promise<string> {
  const { account_id } = caller;
  const item = await getItem(tx, caller, sent.item_id);
  const isAnnotator = caller.kind === "person" && caller.role === "annotator";
  if (isAnnotator && !(await hadItem(tx, item, caller.member_id))) {
    throw new ServiceError("not_found", `there is no item ${item.id}`);
  }
  if (sent.place?.span !== undefined && sent.place.span.start >= sent.place.span.end) {
    throw new ServiceError("invalid_request", "place.span.start must be less than place.span.end");
  }
  await assertAnswer(tx, account_id, sent, isAnnotator ? caller.member_id : undefined);
  const before = sent.reply_to === undefined ? undefined : await lockComment(tx, caller, sent.reply_to);
  if (before !== undefined && before.item_id !== item.id) {
    throw new ServiceError("invalid_request", "reply_to must be a comment on the same item");
  }
  const member = await actingMember({ db: tx, now: deps.now }, caller, sent.annotator);
  const id = newId("comment");
  const now = deps.now();
  const comment = {
    ...{ id, account_id, batch_id: item.batch_id, item_id: item.id, member_id: member.id },
    annotation_id: sent.annotation_id ?? before?.annotation_id ?? null,
    thread_id: before === undefined ? null : (before.thread_id ?? before.id),
    created_at: now,
  };
  const created_held = await areHeld(tx, comment);
  await insertComment(tx, {
    ...{ ...comment, text: sent.text, created_held, updated_at: now },
    place: sent.place === undefined ? null : JSON.stringify(sent.place),
  });
  if (!created_held) await emitCreated(tx, { ...comment, project_id: item.project_id }, now);
  return id;
}

/**
 * Changes a locked comment. Throws `forbidden` for another's text, `invalid_request` for resolving a reply.
 */
export async function changeComment(
  deps: Deps,
  tx: Tx,
  caller: Caller,
  before: CommentRecord,
  { text, resolved, annotator }: ChangeComment,
): Promise<void> {
  const member = await actingMember({ db: tx, now: deps.now }, caller, annotator);
  if (text !== undefined) assertOwn(before, member.id);
  if (resolved !== undefined && before.thread_id !== null) {
    throw new ServiceError(
      "invalid_request",
      "only the first comment of a thread can be resolved; use the id in thread_id",
    );
  }
  const now = deps.now();
  const isNews = resolved !== undefined && resolved !== (before.resolved_at !== null);
  const news = { resolved_at: now, resolved_by: member.id };
  const resolved_held = isNews && resolved && (await areHeld(tx, before));
  const resolution = resolved ? { ...news, resolved_held } : { resolved_at: null, resolved_by: null };
  await tx
    .updateTable("comments")
    .set({ ...(text !== undefined && { text }), ...(isNews && resolution), updated_at: now })
    .where("account_id", "=", before.account_id)
    .where("id", "=", before.id)
    .execute();
  if (isNews && resolved && !resolved_held) await emitResolved(tx, { ...before, ...news }, now);
}

/** Deletes a locked comment. Throws `forbidden` for another's, `conflict` if others have replied. */
export async function deleteComment(
  deps: Deps,
  tx: Tx,
  caller: Caller,
  before: CommentRecord,
  annotator: string | undefined,
): Promise<void> {
  const member = await actingMember({ db: tx, now: deps.now }, caller, annotator);
  assertOwn(before, member.id);
  if (await hasReplies(tx, before)) {
    throw new ServiceError("conflict", "a comment with replies cannot be deleted; change its text instead");
  }
  await tx
    .deleteFrom("comments")
    .where("account_id", "=", before.account_id)
    .where("id", "=", before.id)
    .execute();
  await deleteReads(tx, before);
}

function assertOwn({ member_id }: CommentRecord, acting: string): void {
  if (member_id !== acting) throw new ServiceError("forbidden", "this comment belongs to another member");
}

/** `by` is the required author of the answer; undefined: anybody. */
async function assertAnswer(
  tx: Tx,
  account_id: string,
  { annotation_id, item_id }: CreateComment,
  by: string | undefined,
): Promise<void> {
  if (annotation_id === undefined) return;
  const answer = await tx
    .selectFrom("annotations")
    .select("item_id")
    .where("account_id", "=", account_id)
    .where("id", "=", annotation_id)
    .$if(by !== undefined, (query) => query.where("member_id", "=", by ?? ""))
    .executeTakeFirst();
  if (answer === undefined) throw new ServiceError("not_found", `there is no annotation ${annotation_id}`);
  if (answer.item_id !== item_id) {
    throw new ServiceError("invalid_request", "annotation_id must be an answer to the same item");
  }
}
