import { isDeepStrictEqual } from "node:util";
import { ServiceError } from "@assay/domain/errors.ts";
import { getAnnotation } from "../annotations/store.ts";
import { finishIfComplete } from "../batches/finish.ts";
import { startIfCreated } from "../batches/start.ts";
import type { Deps } from "../deps.ts";
import { type Feedback, findFeedback } from "../gold/answer.ts";
import { assertNotPaused } from "../gold/pause.ts";
import { checkAnswer, getGuidelines, typeOf } from "../guidelines/guidelines.ts";
import { assertOneself } from "../members/acting.ts";
import type { Caller } from "../platform/auth/auth.ts";
import type { Tx } from "../platform/database/db.ts";
import type { Row } from "../platform/database/tables.ts";
import { assertOwnTask, lockWork, type Work } from "../queue/store.ts";
import { recordAdjudication } from "./adjudicate.ts";
import { recordAudit } from "./audit.ts";
import { assertStillFree } from "./hand-back.ts";
import { recordAnswer, recordGold } from "./record.ts";
import type { SubmitTask } from "./schemas.ts";

export type AnnotationRow = Row<"annotations">;

/** An answer that stands, and what the batch needs to be told after the commit. */
export interface Submitted {
  readonly annotation: AnnotationRow;
  readonly batch: Work["batch"];
  /** True where the answer closed its item and that may have been the last of the batch. */
  readonly mayBeLast: boolean;
  /** Where the policy says so and the item's answer is known: what the annotator is told. */
  readonly feedback: Feedback | null;
}

/**
 * Stores an answer to a claimed task and decides what becomes of the item. The same `client_id`,
 * result and fields again give the annotation that stands. A lease that is over is honoured while the item's slot is free.
 * Follow it with `afterSubmit` once `tx` is committed.
 *
 * Throws `invalid_request` with the path of each fault, `conflict` for a task that was answered otherwise or
 * is another member's, `lease_expired` where somebody else took the slot, `forbidden` for a paused member; the
 * draft is kept then.
 */
export async function submitTask(deps: Deps, tx: Tx, target: Target, sent: SubmitTask): Promise<Submitted> {
  const work = await lockOwnWork(tx, target, sent.annotator);
  const { task, batch } = work;
  if (task.status === "submitted") return repeated(tx, work, sent);
  if (work.is_paused) await assertNotPaused(tx, task.member_id ?? "", batch.project_id);
  if (task.status === "expired") await assertStillFree(tx, work);
  else checkSubmittable(work);
  const type = typeOf(batch);
  const guidelines = await getGuidelines(tx, batch.project_id, task.guideline_version);
  checkAnswer(type, guidelines, work.facts, sent);
  const now = deps.now();
  if (task.kind === "gold") return recordGold(tx, work, sent, now);
  if (task.kind === "audit")
    return { annotation: await recordAudit(tx, work, sent, now), batch, mayBeLast: false, feedback: null };
  if (task.kind === "adjudicate") return recordAdjudication(tx, work, sent, now);
  return recordAnswer(tx, work, sent, now);
}

export interface Target {
  readonly caller: Caller;
  readonly id: string;
}

/** Moves the batch on after an answer was committed: started by the first, finished by the last. */
export async function afterSubmit(deps: Deps, { batch, mayBeLast }: Submitted): Promise<void> {
  if (batch.status === "created") await startIfCreated(deps, batch.account_id, batch.id);
  if (mayBeLast) await finishIfComplete(deps, batch.account_id, batch.id);
}

/**
 * Locks a task for the member whom the caller works for (see `lockWork`). Throws `not_found` also for a person's
 * request for somebody else's task, `conflict` where `annotator` names another member than the lease's.
 */
export async function lockOwnWork(
  tx: Tx,
  { caller, id }: Target,
  annotator: string | undefined,
): Promise<Work> {
  assertOneself(caller, annotator);
  const work = await lockWork(tx, caller.account_id, id);
  assertOwnTask(caller, work.task);
  checkMember(work, annotator);
  return work;
}

function checkMember({ task, external_id }: Work, annotator: string | undefined): void {
  if (annotator === undefined || annotator === task.member_id || annotator === external_id) return;
  throw new ServiceError("conflict", `the task is not leased to ${annotator}`);
}

function checkSubmittable({ task, batch }: Work): void {
  if (task.status !== "leased") {
    throw new ServiceError(
      "invalid_state",
      `the task is ${task.status}; only a leased task can be submitted`,
    );
  }
  if (task.kind === "gold") return;
  const expected = task.kind === "audit" ? ["completed"] : ["created", "processing"];
  if (!expected.includes(batch.stage)) {
    throw new ServiceError("invalid_state", `the batch is ${batch.stage}; its ${task.kind} tasks are closed`);
  }
}

async function repeated(tx: Tx, { task, batch }: Work, sent: SubmitTask): Promise<Submitted> {
  const annotation = await getAnnotation(tx, task.annotation_id ?? "");
  const { client_id, result, fields } = annotation;
  const answer = { client_id: sent.client_id, result: sent.result, fields: sent.fields ?? null };
  if (isDeepStrictEqual(answer, { client_id, result, fields })) {
    return { annotation, batch, mayBeLast: false, feedback: await findFeedback(tx, batch, annotation) };
  }
  throw new ServiceError("conflict", "the task was submitted already; reopen it to change the answer");
}
