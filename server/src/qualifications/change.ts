import { ServiceError } from "@assay/domain/errors.ts";
import { afterAnswer, type Qualification } from "@assay/domain/qualification.ts";
import { emit } from "../events/emit.ts";
import type { Db, Tx } from "../platform/database/db.ts";
import { noteWorkOfProject } from "../work-changes.ts";
import {
  findLockedTraining,
  findTraining,
  lockTraining,
  type QualificationRow,
  readSetting,
  type Trainee,
  updateTraining,
} from "./store.ts";

/**
 * Counts the answer to a task of training, and ends the attempt with its last one: a member who passes gets real work at once, and
 * `annotator.qualified` is emitted. Throws `lease_expired` if the task is of an attempt that is over. An answer counts for nothing if the
 * project trains nobody now, or if the member was let pass meanwhile.
 */
export async function countTrainingAnswer(
  tx: Tx,
  trainee: Trainee,
  { task_id, right }: { readonly task_id: string; readonly right: boolean },
  now: Date,
): Promise<void> {
  const { account_id, project_id } = trainee;
  const training = await findLockedTraining(tx, trainee);
  const answered = await tx
    .updateTable("training_answers")
    .set({ right })
    .where("account_id", "=", account_id)
    .where("task_id", "=", task_id)
    .where("right", "is", null)
    .returning("run")
    .executeTakeFirst();
  if (training === undefined || answered?.run !== training.run) {
    throw new ServiceError(
      "lease_expired",
      "the training of this task is over; claim a task of the next attempt",
    );
  }
  const { qualification } = await readSetting(tx, trainee);
  if (training.status !== "training" || qualification === null) return;
  const counted = {
    ...training,
    answered: training.answered + 1,
    right: training.right + Number(right),
  };
  const next = afterAnswer(counted, qualification);
  const { attempt, items } = counted;
  const ended = next === "passed" ? { basis: "training" as const } : {};
  const change =
    next === "continue"
      ? {}
      : next === "again"
        ? anotherAttempt(counted, attempt + 1, qualification)
        : { status: next, decided_at: now, ...ended };
  await updateTraining(tx, trainee, { answered: counted.answered, right: counted.right, ...change });
  if (next !== "passed") return;
  await noteWorkOfProject(tx, account_id, project_id);
  await tellQualified(tx, trainee, { basis: "training", attempt, items, right: counted.right }, now);
}

/** The change to a new attempt, by the project's settings. */
function anotherAttempt(
  { run, items, right }: Pick<QualificationRow, "run" | "items" | "right">,
  attempt: number,
  setting: Qualification,
) {
  return {
    ...{ run: run + 1, attempt, items: setting.items, pass_mark: setting.pass_mark, answered: 0, right: 0 },
    ...{ last_items: items, last_right: right },
  };
}

/**
 * Lets a member annotate in the project without passing its training. Throws `invalid_state` if the project trains nobody, or if they
 * have passed.
 */
export async function letPass(tx: Tx, trainee: Trainee, decided_by: string, now: Date): Promise<void> {
  const setting = await getSetting(tx, trainee);
  const { status, attempt, items, right } = await lockTraining(tx, trainee, setting);
  if (status === "passed") {
    throw new ServiceError(
      "invalid_state",
      `the member has passed the training of the project ${trainee.project_id}`,
    );
  }
  await updateTraining(tx, trainee, { status: "passed", basis: "manager", decided_at: now, decided_by });
  await noteWorkOfProject(tx, trainee.account_id, trainee.project_id);
  await tellQualified(tx, trainee, { basis: "manager", attempt, items, right }, now);
}

/**
 * Lets a member start again with all attempts, also one who has passed. Throws `invalid_state` if the project trains nobody, or if the
 * member's training has not begun.
 */
export async function startAgain(tx: Tx, trainee: Trainee): Promise<void> {
  const setting = await getSetting(tx, trainee);
  const training = await findLockedTraining(tx, trainee);
  if (training === undefined) {
    throw new ServiceError(
      "invalid_state",
      `the member has not begun the training of the project ${trainee.project_id}`,
    );
  }
  const { answered, last_items, last_right } = training;
  const last = answered < training.items ? { last_items, last_right } : {};
  await updateTraining(tx, trainee, {
    ...{ ...anotherAttempt(training, 1, setting), ...last },
    ...{ status: "training" as const, basis: null, decided_at: null, decided_by: null },
  });
}

async function getSetting(tx: Tx, trainee: Trainee): Promise<Qualification> {
  const { qualification } = await readSetting(tx, trainee);
  if (qualification !== null) return qualification;
  throw new ServiceError(
    "invalid_state",
    `the project ${trainee.project_id} trains nobody; set its qualification first`,
  );
}

async function tellQualified(
  tx: Tx,
  { account_id, project_id, member_id }: Trainee,
  how: Pick<QualificationRow, "attempt" | "items" | "right"> & {
    readonly basis: "training" | "manager";
  },
  now: Date,
): Promise<void> {
  const { external_id } = await tx
    .selectFrom("members")
    .select("external_id")
    .where("account_id", "=", account_id)
    .where("id", "=", member_id)
    .executeTakeFirstOrThrow();
  await emit(tx, {
    account_id,
    type: "annotator.qualified",
    created_at: now,
    data: { project_id, member_id, external_id, ...how, qualified_at: now.toISOString() },
  });
}

/** Throws `forbidden`, with how far the member's training is, if they may not annotate in the project. */
export async function assertQualified(db: Db, trainee: Trainee): Promise<void> {
  const { project_id, member_id } = trainee;
  const { qualification } = await readSetting(db, trainee);
  if (qualification === null) return;
  const training = await findTraining(db, trainee);
  if (training?.status === "passed") return;
  const { answered = 0, right = 0, items = qualification.items } = training ?? {};
  const state =
    training?.status === "failed"
      ? `did not pass the training of the project ${project_id}: ${right} of ${items} answers of the last attempt were right. An owner or ` +
        `manager can let them pass or start again`
      : `has not passed the training of the project ${project_id} (${answered} of ${items} items answered, ${right} right). Claim tasks of the ` +
        `project to train, or let an owner or manager decide`;
  throw new ServiceError(
    "forbidden",
    `the member ${member_id} ${state}: POST /v1/members/${member_id}/qualification`,
  );
}
