import { isDeepStrictEqual } from "node:util";
import { ServiceError } from "@assay/domain/errors.ts";
import { getAnnotation } from "../answers/answers.ts";
import { finishIfComplete } from "../batches/finish.ts";
import { startIfCreated } from "../batches/start.ts";
import type { Deps } from "../deps.ts";
import { findFeedback } from "../gold/answer.ts";
import { judgeTraining } from "../gold/training.ts";
import { checkAnswer, getGuidelines, typeOf } from "../guidelines/guidelines.ts";
import { assertOneself } from "../members/acting.ts";
import type { Caller } from "../platform/auth/auth.ts";
import type { Tx } from "../platform/database/db.ts";
import { inGroups } from "../platform/in-groups.ts";
import { addJob } from "../platform/jobs/jobs.ts";
import { assertOwnTask, lockFreeWork, lockWork, type Work } from "../queue/store.ts";
import { recordAdjudication } from "./adjudicate.ts";
import { assertTakesVerdict, findVerdict, recordAudit } from "./audit.ts";
import { assertStillFree, assertWorking } from "./hand-back.ts";
import { type Answered, recordAnswers, type Submitted } from "./record.ts";
import type { SubmitTask } from "./schemas.ts";
import { assertTrained, findTrainingOf, recordTraining } from "./training.ts";

/** With one group, the service would idle while PostgreSQL works, and PostgreSQL while the service works. */
const GROUPS = { size: 64, atOnce: 2 };

/** A request to submit a task. */
export interface Submit {
  readonly caller: Caller;
  readonly id: string;
  readonly sent: SubmitTask;
}

/**
 * Returns the use case of a submit outside a transaction. Answers that arrive while others are being stored
 * are stored together, in one transaction, which shares its round trips and its commit (ADR 0042). A submit
 * that cannot join a group, or fails in it, runs alone.
 */
export function createSubmits(deps: Deps): (submit: Submit) => Promise<Submitted> {
  const together = inGroups(GROUPS, async (submits: readonly Submit[]) => {
    const submitted = await deps.db.transaction().execute((tx) => submitTogether(deps, tx, submits));
    // The next group does not wait for this: a batch may be locked for as long as an import takes.
    const moved = afterSubmit(deps, [...submitted.values()]);
    return new Map([...submitted].map(([submit, answer]) => [submit, moved.then(() => answer)]));
  });
  const alone = async (submit: Submit): Promise<Submitted> => {
    const submitted = await deps.db.transaction().execute((tx) => submitTask(deps, tx, submit));
    await afterSubmit(deps, [submitted]);
    return submitted;
  };
  return async (submit) => (await together(submit).catch(() => undefined)) ?? alone(submit);
}

/**
 * Submits first answers to leased annotations. Omits all other submits, refused ones, and those to items that
 * another transaction has locked; these run alone.
 */
async function submitTogether(
  deps: Deps,
  tx: Tx,
  submits: readonly Submit[],
): Promise<Map<Submit, Submitted>> {
  const free = await lockFreeWork(
    tx,
    submits.map(({ caller, id }) => ({ account_id: caller.account_id, id })),
  );
  const works = new Map(free.map((work) => [work.task.id, work]));
  const items = new Set<string>();
  const answered = new Map<string, Answered & { readonly submit: Submit }>();
  for (const submit of submits) {
    const work = works.get(submit.id);
    if (work === undefined || items.has(work.item.id) || !(await isFirstAnswer(tx, work, submit))) continue;
    items.add(work.item.id);
    answered.set(work.task.id, { work, sent: submit.sent, by_person: isPerson(submit.caller), submit });
  }
  const recorded = answered.size === 0 ? [] : await recordAnswers(tx, [...answered.values()], deps.now());
  return new Map(
    recorded.flatMap((submitted) => {
      const submit = answered.get(submitted.annotation.task_id ?? "")?.submit;
      return submit === undefined ? [] : [[submit, submitted]];
    }),
  );
}

async function isFirstAnswer(tx: Tx, work: Work, { caller, sent }: Submit): Promise<boolean> {
  const { kind, status, annotation_id } = work.task;
  const isPlain = (kind === "annotate" || kind === "gold") && status === "leased" && annotation_id === null;
  if (!isPlain || work.is_paused || !work.is_qualified) return false;
  try {
    assertFor(caller, work, sent.annotator);
    checkSubmittable(work);
    await checkSent(tx, work, sent);
    return true;
  } catch (fault) {
    if (fault instanceof ServiceError) return false;
    throw fault;
  }
}

/**
 * Stores an answer to a claimed task and decides its item. Repeating `client_id`, result, fields and verdict returns
 * the existing annotation. An expired lease is accepted while the item's slot is free. Call `afterSubmit`
 * once `tx` is committed.
 *
 * Throws `invalid_request` with the path of each fault, `conflict` for a task that was answered otherwise or
 * is another member's, `lease_expired` if somebody else took the slot, `forbidden` for a member who is paused or not
 * qualified; the draft is kept in these cases.
 */
export async function submitTask(deps: Deps, tx: Tx, { caller, id, sent }: Submit): Promise<Submitted> {
  const work = await lockOwnWork(tx, { caller, id }, sent.annotator);
  const { task } = work;
  if (task.status === "submitted") return repeated(tx, work, sent);
  if (work.is_paused) await assertWorking(tx, work);
  await assertTrained(tx, work);
  if (task.status === "expired") await assertStillFree(tx, work);
  else checkSubmittable(work);
  await checkSent(tx, work, sent);
  const answered = { work, sent, by_person: isPerson(caller) };
  const now = deps.now();
  if (task.kind === "audit") return recordAudit(tx, answered, now);
  if (task.kind === "training") return recordTraining(tx, answered, now);
  if (task.kind === "adjudicate") return recordAdjudication(tx, answered, now);
  const [submitted] = await recordAnswers(tx, [answered], now);
  if (submitted === undefined) throw new Error("an answer was not recorded");
  return submitted;
}

function isPerson({ kind }: Caller): boolean {
  return kind === "person";
}

async function checkSent(tx: Tx, work: Work, sent: SubmitTask): Promise<void> {
  const { task, batch, facts } = work;
  assertTakesVerdict(work, sent);
  const guidelines = await getGuidelines(tx, batch, task.guideline_version);
  checkAnswer(typeOf(batch), guidelines, facts, sent);
}

/**
 * Moves batches on after answers were committed: the first starts a batch, the last finishes it. An error is
 * only logged, because the answers are stored; the sweep repeats the step.
 */
export async function afterSubmit(deps: Deps, answers: readonly Submitted[]): Promise<void> {
  const submitted = answers.filter(({ annotation }) => annotation.kind !== "training");
  const last = new Set(submitted.filter(({ mayBeLast }) => mayBeLast).map(({ batch }) => batch.id));
  const checked = new Set(submitted.filter(({ closedCheck }) => closedCheck).map(({ batch }) => batch.id));
  for (const [id, { account_id, status }] of new Map(submitted.map(({ batch }) => [batch.id, batch]))) {
    try {
      if (status === "created") await startIfCreated(deps, account_id, id);
      if (checked.has(id)) await addJob(deps.db, account_id, "auto_accept", { batch_id: id });
      if (last.has(id)) await finishIfComplete(deps, account_id, id);
    } catch (fault) {
      deps.log.error({ err: fault }, "advancing a batch failed; the sweep will repeat it");
    }
  }
}

/**
 * Locks a task for the member whom the caller works for (see `lockWork`). Throws `not_found` if a person
 * requests somebody else's task, `conflict` if `annotator` names another member than the lease's.
 */
export async function lockOwnWork(
  tx: Tx,
  { caller, id }: Pick<Submit, "caller" | "id">,
  annotator: string | undefined,
): Promise<Work> {
  const work = await lockWork(tx, caller.account_id, id);
  assertFor(caller, work, annotator);
  return work;
}

function assertFor(caller: Caller, { task, external_id }: Work, annotator: string | undefined): void {
  assertOneself(caller, annotator);
  assertOwnTask(caller, task);
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
  // Gold is answered for the first time at any time; a correction is refused like that of any other answer.
  if ((task.kind === "gold" || task.kind === "training") && task.annotation_id === null) return;
  const expected = task.kind === "audit" ? ["completed"] : ["created", "processing"];
  if (!expected.includes(batch.stage)) {
    const kind = task.kind === "gold" || task.kind === "training" ? "annotate" : task.kind;
    throw new ServiceError("invalid_state", `the batch is ${batch.stage}; its ${kind} tasks are closed`);
  }
}

async function repeated(tx: Tx, { task, batch }: Work, sent: SubmitTask): Promise<Submitted> {
  const annotation = await getAnnotation(tx, task.account_id, task.annotation_id ?? "");
  const { client_id, result, fields } = annotation;
  const answer = { client_id: sent.client_id, result: sent.result, fields: sent.fields ?? null };
  const isSameVerdict = sent.verdict === undefined || sent.verdict === (await findVerdict(tx, annotation));
  if (isSameVerdict && isDeepStrictEqual(answer, { client_id, result, fields })) {
    return {
      annotation,
      batch,
      mayBeLast: false,
      closedCheck: false,
      training: await findTrainingOf(tx, { task, batch }),
      feedback: await (task.kind === "training"
        ? judgeTraining(tx, batch, annotation)
        : findFeedback(tx, batch, annotation)),
    };
  }
  throw new ServiceError("conflict", "the task was submitted already; reopen it to change the answer");
}
