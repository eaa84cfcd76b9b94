import { ServiceError } from "@assay/domain/errors.ts";
import type { Static } from "typebox";
import { findBatch } from "../batches/store.ts";
import { judgeTraining } from "../gold/training.ts";
import type { Worker } from "../members/acting.ts";
import type { Db, Tx } from "../platform/database/db.ts";
import { assertQualified, countTrainingAnswer } from "../qualifications/change.ts";
import { type TrainingWork, toTrainingWork } from "../qualifications/schemas.ts";
import {
  countTrainingItems,
  findTraining,
  keepTrainingTasks,
  listTraining,
  lockTraining,
  type Trainee,
  type Training,
  type TrainingProject,
} from "../qualifications/store.ts";
import type { Scope } from "../queue/candidates.ts";
import type { TaskRow } from "../queue/claimable.ts";
import type { Leasing } from "../queue/lease.ts";
import { leaseTraining } from "../queue/lease-training.ts";
import type { Work } from "../queue/store.ts";
import { type Answered, insertAnswer, type Submitted } from "./record.ts";

/**
 * Leases training items to a member who has not passed, up to one for each of the ids: those of the named project, otherwise of the
 * first project that has some. Throws `forbidden` if they have failed the training of the named project.
 */
export async function claimTraining(
  tx: Tx,
  scope: Scope,
  named: string | undefined,
  leasing: Leasing,
): Promise<readonly TaskRow[]> {
  const projects = await listTraining(tx, { ...scope, project_id: named });
  for (const project of projects) {
    const tasks = await leaseIn(tx, scope, project, leasing);
    if (tasks.length > 0) return tasks;
    if (named !== undefined && project.status === "failed") refuseFailed(scope.member_id, project);
  }
  return [];
}

async function leaseIn(
  tx: Tx,
  { account_id, member_id }: Scope,
  { project_id, status, qualification }: TrainingProject,
  { ids, ...time }: Leasing,
): Promise<readonly TaskRow[]> {
  if (status !== "training") return [];
  const trainee = { account_id, project_id, member_id };
  const training = await lockTraining(tx, trainee, qualification);
  if (training.status !== "training") return [];
  const attempt = { ...trainee, run: training.run };
  const { held } = await countTrainingItems(tx, attempt);
  const left = Math.max(0, training.items - training.answered - held);
  const tasks = await leaseTraining(tx, attempt, { ...time, ids: ids.slice(0, left) });
  await keepTrainingTasks(tx, attempt, tasks);
  return tasks;
}

/** The training of a member: in all projects, or in that of the named batch or project. */
export async function waitingTraining(
  db: Db,
  { id: member_id, account_id, is_model, project_ids, groups }: Worker,
  {
    batch_id,
    project_id,
  }: { readonly batch_id: string | undefined; readonly project_id: string | undefined },
): Promise<Static<typeof TrainingWork>[]> {
  const batch = batch_id === undefined ? undefined : await findBatch(db, account_id, batch_id);
  if (batch_id !== undefined && batch === undefined) return [];
  const scope = { account_id, member_id, is_model, project_ids, groups };
  const projects = await listTraining(db, { ...scope, project_id: project_id ?? batch?.project_id });
  return projects.map(toTrainingWork);
}

/**
 * Stores the answer to a training item, with feedback whatever the policy says. It changes neither item nor batch. Throws
 * `lease_expired` if the attempt is over.
 */
export async function recordTraining(tx: Tx, answered: Answered, now: Date): Promise<Submitted> {
  const { task, batch } = answered.work;
  const annotation = await insertAnswer(tx, answered, now);
  const feedback = await judgeTraining(tx, batch, annotation);
  const trainee = traineeOf(answered.work);
  await countTrainingAnswer(tx, trainee, { task_id: task.id, right: feedback.right }, now);
  const training = await findTraining(tx, trainee);
  return { annotation, batch, mayBeLast: false, closedCheck: false, feedback, training };
}

/** Counts a skipped training item as a wrong answer: nobody chooses the easy ones. */
export async function countSkippedTraining(tx: Tx, work: Work, now: Date): Promise<void> {
  await countTrainingAnswer(tx, traineeOf(work), { task_id: work.task.id, right: false }, now);
}

/** The state of the training of a task's member; undefined for a task of real work. */
export async function findTrainingOf(
  db: Db,
  work: Pick<Work, "task" | "batch">,
): Promise<Training | undefined> {
  return work.task.kind === "training" ? findTraining(db, traineeOf(work)) : undefined;
}

/** Throws `forbidden` if the member of a task of real work may not annotate in the project. */
export async function assertTrained(tx: Tx, work: Work): Promise<void> {
  const { kind } = work.task;
  if (work.is_qualified || (kind !== "annotate" && kind !== "gold")) return;
  await assertQualified(tx, traineeOf(work));
}

function traineeOf({ task, batch }: Pick<Work, "task" | "batch">): Trainee {
  return { account_id: task.account_id, project_id: batch.project_id, member_id: task.member_id ?? "" };
}

function refuseFailed(member_id: string, { project_id, right, items, attempts }: TrainingProject): never {
  throw new ServiceError(
    "forbidden",
    `the member ${member_id} did not pass the training of the project ${project_id}: ${right} of ${items} answers of the last of ` +
      `${attempts} attempts were right. An owner or manager can let them pass or start again: POST /v1/members/${member_id}/qualification`,
  );
}
