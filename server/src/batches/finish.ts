import { nextBatchState } from "@assay/domain/batch.ts";
import { sql } from "kysely";
import type { Deps } from "../deps.ts";
import { emit } from "../events/emit.ts";
import { rulesNow } from "../guidelines/judging-rules.ts";
import type { Db, Tx } from "../platform/database/db.ts";
import { addJob } from "../platform/jobs/jobs.ts";
import { lockTurns } from "../queue/leases.ts";
import { countProgress } from "../queue/progress.ts";
import { startBatch } from "./start.ts";
import { type BatchRow, lockBatch, updateBatch } from "./store.ts";

/** The condition on `batches` that all items are closed. */
export const IS_COMPLETE = sql<boolean>`
  (item_count is not distinct from (select sum(accepted + excluded) from batch_progress 
    where batch_progress.account_id = batches.account_id and batch_id = batches.id))`;

/**
 * Moves a batch to completed once its last item is closed; a job then decides the verdict. Runs after the
 * commit that closed an item, in its own short transaction: of two racing last submits the later one sees
 * both, and the lock lets only one of them move the batch.
 */
export async function finishIfComplete(deps: Deps, account_id: string, id: string): Promise<void> {
  if (!(await isComplete(deps.db, account_id, id))) return;
  await deps.db.transaction().execute(async (tx) => {
    const batch = await lockBatch(tx, account_id, id);
    if (batch.status === "created") await startBatch(tx, batch, deps.now());
    if (batch.stage !== "created" && batch.stage !== "processing") return;
    await lockTurns(tx, id); // a changed answer may be withdrawing a label
    if (await isComplete(tx, account_id, id)) await finishBatch(tx, batch, deps.now());
  });
}

/** Moves a locked batch that is processing to completed, and emits the event. */
export async function finishBatch(tx: Tx, before: BatchRow, now: Date): Promise<void> {
  const group_count = await countClusters(tx, before);
  const judging_rules = JSON.stringify(await rulesNow(tx, before));
  await addJob(tx, before.account_id, "judge_batch", { batch_id: before.id });
  if (before.amendment !== null) {
    await updateBatch(tx, before, { amendment: "completed", group_count, judging_rules, updated_at: now });
    return;
  }
  const status = nextBatchState("processing", "finish");
  const batch = await updateBatch(tx, before, {
    ...{ status, group_count, judging_rules },
    ...{ completed_at: now, updated_at: now },
  });
  const { answers } = await countProgress(tx, batch);
  const { id: batch_id, account_id, project_id, file_count, round } = batch;
  const data = { batch_id, project_id, status, file_count, annotation_count: answers, round };
  await emit(tx, {
    account_id,
    type: "batch.completed",
    created_at: now,
    data: { ...data, completed_at: now.toISOString() },
  });
}

/** Groups with an item that is not excluded, plus such items without a group; null if no item has a group. */
async function countClusters(tx: Tx, { account_id, id }: BatchRow): Promise<number | null> {
  const { count } = await tx
    .selectFrom("items")
    .select(
      sql<number | null>`case when bool_or("group" is not null)
        then (count(distinct "group") + count(*) filter (where "group" is null))::integer end`.as("count"),
    )
    .where("account_id", "=", account_id)
    .where("batch_id", "=", id)
    .where("status", "<>", "excluded")
    .executeTakeFirstOrThrow();
  return count;
}

/** One query, because it runs after each closed item. */
async function isComplete(db: Db, account_id: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from batches where account_id = ${account_id} and id = ${id} and deleted_at is null and ${IS_COMPLETE}`.execute(
    db,
  );
  return rows.length > 0;
}
