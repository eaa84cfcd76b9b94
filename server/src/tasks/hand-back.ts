import { ServiceError } from "@assay/domain/errors.ts";
import { sql } from "kysely";
import { readAnswers } from "../answers/answers.ts";
import { settle } from "../answers/decide.ts";
import { wasKnown } from "../gold/known.ts";
import { assertNotPaused } from "../members/pauses.ts";
import { isAlone } from "../members/store.ts";
import type { Tx } from "../platform/database/db.ts";
import { newId } from "../platform/ids.ts";
import { closeAudit, isRepeat } from "../queue/audits.ts";
import type { TaskRow } from "../queue/claimable.ts";
import { writeItems } from "../queue/items.ts";
import { reopenSlots } from "../queue/leases.ts";
import { isOfAnswers } from "../queue/origin.ts";
import { addProgress } from "../queue/progress.ts";
import { hasNoOther, insertTask, isFreeFor, updateItem, updateTask, type Work } from "../queue/store.ts";
import { LEASE_MS } from "./claim.ts";
import { keepProcessing } from "./record.ts";
import { assertTrained, countSkippedTraining } from "./training.ts";

/** An audit that this many auditors skip counts as not acceptable. */
const SKIPS_TO_REFUSE = 2;

/** A member may reopen one of this many latest answers. */
const REOPENABLE = 10;

/** Throws `invalid_state` for a task that is not leased. */
export function assertLeased({ task }: Work, action: string): void {
  if (task.status === "leased") return;
  throw new ServiceError(
    "invalid_state",
    `cannot ${action} a task that is ${task.status}; the task must be leased`,
  );
}

/** Releases a leased task: the item, or the open task, can be claimed again, also by the same member. */
export async function releaseTask(tx: Tx, work: Work, now: Date): Promise<TaskRow> {
  assertLeased(work, "release");
  const { task, item } = work;
  const ended = { lease_expires_at: null, updated_at: now };
  if (task.annotation_id !== null) return updateTask(tx, task, { ...ended, status: "submitted" });
  if (task.kind === "audit" || task.kind === "adjudicate") {
    return updateTask(tx, task, { ...ended, status: "open", member_id: null });
  }
  const released = await updateTask(tx, task, { ...ended, status: "released" });
  if (task.kind === "annotate") await reopenSlots(tx, [item.account_id], [item.id]);
  return released;
}

/**
 * Skips an item permanently for this member. A second skip of an annotation asks for an adjudication; an
 * audit that two auditors skip counts as not acceptable; the skip of a repeat opens it for others. If the member
 * works alone, a skip only releases the adjudication, which comes back after the others.
 */
export async function skipTask(tx: Tx, work: Work, reason: string, now: Date): Promise<TaskRow> {
  assertLeased(work, "skip");
  const { task, item } = work;
  if (task.annotation_id !== null) {
    throw new ServiceError("invalid_state", "the task was answered and reopened; submit or release it");
  }
  const nobodyLeft = task.kind === "adjudicate" && (await isAlone(tx, task.account_id, task.member_id ?? ""));
  const skipped = await updateTask(tx, task, {
    status: nobodyLeft ? "released" : "skipped",
    reason,
    lease_expires_at: null,
    updated_at: now,
  });
  if (task.kind === "training") await countSkippedTraining(tx, work, now);
  if (task.kind === "gold" || task.kind === "training") return skipped;
  if (task.kind === "audit") await skipAudit(tx, work, reason, now);
  if (task.kind === "adjudicate") await openAnother(tx, task, now);
  if (task.kind !== "annotate") return skipped;
  await settleSkip(tx, work, now);
  await reopenSlots(tx, [item.account_id], [item.id]);
  return skipped;
}

async function settleSkip(tx: Tx, { item, batch, newest_version }: Work, now: Date): Promise<void> {
  if (item.status === "accepted") await keepProcessing(tx, batch);
  const { answers = [], gold = null } = (await readAnswers(tx, [item])).get(item.id) ?? {};
  const skipped = { ...item, skip_count: item.skip_count + 1 };
  const settled = await settle(tx, { item: skipped, batch, answers, gold }, newest_version);
  await writeItems(tx, [settled], now);
  const accepted = Number(settled.status === "accepted") - Number(item.status === "accepted");
  await addProgress(tx, batch, { accepted });
}

async function skipAudit(tx: Tx, work: Work, reason: string, now: Date): Promise<void> {
  const { task, item } = work;
  if (await isRepeat(tx, task)) {
    await openAnother(tx, task, now);
    return;
  }
  const skips = await tx
    .selectFrom("tasks")
    .select("id")
    .where("account_id", "=", item.account_id)
    .where("item_id", "=", item.id)
    .where("kind", "=", task.kind)
    .where("round", "=", task.round)
    .where("status", "=", "skipped")
    .execute();
  if (skips.length < SKIPS_TO_REFUSE && !(await isAlone(tx, task.account_id, task.member_id ?? ""))) {
    await openAnother(tx, task, now);
    return;
  }
  const refused = { verdict: "wrong", decided_by: "rule", annotation_id: null, corrected: null } as const;
  await closeAudit(tx, work, { ...refused, corrected_fields: null, reason });
}

/** Opens a copy of a skipped task. Its new id puts it after the others of its batch. */
async function openAnother(tx: Tx, { member_id: _, ...task }: TaskRow, now: Date): Promise<void> {
  await insertTask(tx, {
    ...task,
    id: newId("task"),
    status: "open",
    draft: null,
    revision: 0,
    reason: null,
    lease_expires_at: null,
    leased_at: null,
    created_at: now,
    updated_at: now,
  });
}

/** Reopens one of a member's last ten answers, which stays valid until another replaces it. */
export async function reopenTask(tx: Tx, work: Work, now: Date): Promise<TaskRow> {
  const { task, item, batch } = work;
  if (task.kind === "training") {
    throw new ServiceError("invalid_state", "the known answer was shown, so this answer cannot be reopened");
  }
  if (task.status !== "submitted" || (task.kind !== "annotate" && task.kind !== "gold")) {
    throw new ServiceError(
      "invalid_state",
      `cannot reopen a task that is ${task.status}; only a submitted annotation can be reopened`,
    );
  }
  if (batch.status !== "processing") {
    throw new ServiceError(
      "invalid_state",
      `the batch is ${batch.status}; answers can be reopened only while it is processing`,
    );
  }
  if (work.is_paused) await assertWorking(tx, work);
  await assertTrained(tx, work);
  if (batch.policy.feedback && (await wasKnown(tx, task))) {
    throw new ServiceError("invalid_state", "the known answer was shown, so this answer cannot be reopened");
  }
  if (isDecided(item) || item.round !== task.round) {
    throw new ServiceError(
      "invalid_state",
      "the item has since been decided or sent to rework, so this answer cannot be reopened",
    );
  }
  const recent = await tx
    .selectFrom("tasks")
    .select("id")
    .where("account_id", "=", task.account_id)
    .where("member_id", "=", task.member_id)
    .where("status", "=", sql.lit("submitted"))
    .orderBy("updated_at", "desc")
    .orderBy("id", "desc")
    .limit(REOPENABLE)
    .execute();
  if (!recent.some(({ id }) => id === task.id)) {
    throw new ServiceError(
      "invalid_state",
      `only the last ${REOPENABLE} answers of a member can be reopened`,
    );
  }
  const lease_expires_at = new Date(now.getTime() + LEASE_MS);
  return updateTask(tx, task, { status: "leased", lease_expires_at, leased_at: now, updated_at: now });
}

/** Whether an item's state depends on more than its answers. */
function isDecided({ status, origin }: Work["item"]): boolean {
  return status === "excluded" || (status === "accepted" && !isOfAnswers(origin) && origin !== "gold");
}

/** Throws `forbidden` if the task's member is paused in the project. */
export async function assertWorking(tx: Tx, { task, batch }: Work): Promise<void> {
  const { account_id, member_id } = task;
  await assertNotPaused(tx, { account_id, member_id: member_id ?? "", project_id: batch.project_id });
}

/**
 * Throws `lease_expired` if the item of an annotation with an expired lease is no longer free for its member.
 * Only annotations expire; audits and adjudications open again.
 */
export async function assertStillFree(tx: Tx, work: Work): Promise<void> {
  const { task, item } = work;
  const member_id = task.member_id ?? "";
  // A pause waits for submits that are past this point, and withdraws their answers.
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(${member_id}, 0))`.execute(tx);
  await assertWorking(tx, work);
  const isFree =
    task.kind === "gold" || task.kind === "training"
      ? await hasNoOther(tx, task)
      : item.round === task.round && (await isFreeFor(tx, task, member_id));
  if (isFree) return;
  throw new ServiceError(
    "lease_expired",
    "the lease expired and the item needs no more answers from this member; the draft is kept",
  );
}

/**
 * Saves a draft of the answer and renews the lease, even an expired one while the item's slot is free. Throws
 * `lease_expired` if somebody else took the slot, `invalid_state` if the task is closed.
 */
export async function saveDraft(tx: Tx, work: Work, draft: unknown, now: Date): Promise<TaskRow> {
  const { task, item } = work;
  const isOver = task.status === "expired";
  if (isOver) await assertStillFree(tx, work);
  else assertLeased(work, "save a draft of");
  if (isOver && task.kind === "annotate") await updateItem(tx, task, { open_slots: item.open_slots - 1 });
  return updateTask(tx, task, {
    draft: JSON.stringify(draft),
    revision: task.revision + 1,
    status: "leased",
    lease_expires_at: new Date(now.getTime() + LEASE_MS),
    updated_at: now,
  });
}
