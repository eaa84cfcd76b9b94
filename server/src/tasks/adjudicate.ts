import { toleranceOf } from "@assay/domain/certification/policy.ts";
import { ServiceError } from "@assay/domain/errors.ts";
import { readAnswers } from "../answers/answers.ts";
import { namesAs, typeOf } from "../guidelines/guidelines.ts";
import type { Tx } from "../platform/database/db.ts";
import type { TaskRow } from "../queue/claimable.ts";
import { cancelTasks } from "../queue/leases.ts";
import { addProgress } from "../queue/progress.ts";
import { updateItem, updateTask, type Work } from "../queue/store.ts";
import { assertLeased } from "./hand-back.ts";
import { type Answered, insertAnswer, type Submitted } from "./record.ts";

/**
 * Stores the adjudicator's answer as the item's label; its support is the share of the answers that it would
 * accept. Cancels the other leased tasks of the item, which is now decided.
 */
export async function recordAdjudication(tx: Tx, answered: Answered, now: Date): Promise<Submitted> {
  const { work, sent } = answered;
  const { task, item, batch } = work;
  const annotation = await insertAnswer(tx, answered, now);
  await cancelTasks(tx, item.account_id, [item.id], now);
  const answers = (await readAnswers(tx, [item])).get(item.id)?.answers ?? [];
  const type = typeOf(batch);
  let same = 0;
  for (const answer of answers) {
    const result = await namesAs(tx, batch, answer, task.guideline_version);
    if (type.acceptable(result, sent.result, toleranceOf(batch.policy))) same += 1;
  }
  await updateItem(tx, task, {
    status: "accepted",
    result: JSON.stringify(sent.result),
    guideline_version: task.guideline_version,
    fields: sent.fields === undefined ? null : JSON.stringify(sent.fields),
    support: answers.length === 0 ? 0 : same / answers.length,
    origin: "adjudication",
    open_slots: 0,
  });
  await addProgress(tx, batch, { accepted: 1 });
  return { annotation, batch, mayBeLast: true, closedCheck: item.auto_accept === "check", feedback: null };
}

/**
 * Excludes the item of an adjudication from its batch; exports keep the item with `reason`. Returns the
 * changed task.
 */
export async function excludeItem(tx: Tx, work: Work, reason: string, now: Date): Promise<TaskRow> {
  const { task, item, batch } = work;
  if (task.kind !== "adjudicate") {
    throw new ServiceError(
      "invalid_state",
      `only a task of the kind adjudicate can exclude its item (got ${task.kind})`,
    );
  }
  assertLeased(work, "exclude the item of");
  const ended = { status: "submitted", reason, updated_at: now, lease_expires_at: null } as const;
  const excluding = await updateTask(tx, task, ended);
  await cancelTasks(tx, item.account_id, [item.id], now);
  await updateItem(tx, task, { status: "excluded", excluded_reason: reason, open_slots: 0 });
  await addProgress(tx, batch, { excluded: 1 });
  return excluding;
}
