import { ServiceError } from "@assay/domain/errors.ts";
import { sql } from "kysely";
import type { Deps } from "../deps.ts";
import { emit } from "../events/emit.ts";
import type { Tx } from "../platform/database/db.ts";
import type { Filling } from "../platform/database/work-tables.ts";
import { addJob } from "../platform/jobs/jobs.ts";
import { addItems, ITEMS_OF_A_STEP } from "../queue/fill.ts";
import { FILES_OF_A_STEP, recordFiles } from "./batch-files.ts";
import { type BatchRow, findAndLockBatch, updateBatch } from "./store.ts";

/**
 * The job that continues. Workers of the version before would number the items wrongly while files are missing, so that stage has
 * a job of a name that they leave to others.
 */
export function jobOf({ files }: Filling): "add_batch_files" | "fill_batch" {
  return files === undefined ? "fill_batch" : "add_batch_files";
}

/** Transactions per run of the job, after which other jobs get a turn. */
const STEPS = 20;

/**
 * Records the files of a large batch, then adds its items, in several transactions, each of which also records the progress, so
 * that a run after a crash continues from there. Stops if the batch is deleted meanwhile. If a line cannot become an
 * item, or with `died`, the batch fails, and another job removes its items, so that nobody works on part of a batch.
 */
export async function fillBatch(
  deps: Deps,
  { account_id, batch_id }: { account_id: string; batch_id: string },
  died?: ServiceError,
): Promise<void> {
  if (died !== undefined) return failFilling(deps, { account_id, batch_id }, died.message);
  let filled: BatchRow | undefined;
  for (let step = 0; step < STEPS; step += 1) {
    filled = await addSome(deps, account_id, batch_id);
    if (filled === undefined) return;
  }
  if (filled?.filling) await addJob(deps.db, account_id, jobOf(filled.filling), { batch_id });
}

/** Returns the batch as it is now if more is to be added. */
async function addSome(deps: Deps, account_id: string, batch_id: string): Promise<BatchRow | undefined> {
  try {
    return await deps.db.transaction().execute(async (tx) => {
      const batch = await findAndLockBatch(tx, account_id, batch_id);
      if (batch === undefined || batch.filling === null || batch.status === "failed") return undefined;
      const filling = await addNext(tx, batch, batch.filling);
      // Steps that a crash of the database takes are run again; the last commit makes all of them durable.
      if (filling !== null) await sql`set local synchronous_commit = off`.execute(tx);
      const filled = await updateBatch(tx, batch, {
        filling: filling === null ? null : JSON.stringify(filling),
        updated_at: deps.now(),
      });
      return filling === null ? undefined : filled;
    });
  } catch (fault) {
    if (!(fault instanceof ServiceError)) throw fault;
    await failFilling(deps, { account_id, batch_id }, fault.message);
    return undefined;
  }
}

async function addNext(tx: Tx, batch: BatchRow, filling: Filling): Promise<Filling | null> {
  const { files, ...rest } = filling;
  if (files === undefined) return addItems(tx, batch, filling, ITEMS_OF_A_STEP);
  const recorded = await recordFiles(tx, batch, files, FILES_OF_A_STEP);
  return recorded < batch.file_count ? { ...rest, files: recorded } : rest;
}

/**
 * The batch counts as one without items at once. Emits `batch.failed`. The job that removes the items has a name that workers of
 * the version before leave: they would take a repeated `fill_batch` of a failed batch for done.
 */
async function failFilling(
  { db, now }: Deps,
  { account_id, batch_id }: { account_id: string; batch_id: string },
  message: string,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const before = await findAndLockBatch(tx, account_id, batch_id);
    if (before === undefined || before.filling === null || before.status === "failed") return;
    await addJob(tx, account_id, "remove_items", { batch_id });
    const at = now();
    const reasons = [{ code: "invalid_items" as const, message, count: before.item_count }];
    const batch = await updateBatch(tx, before, {
      status: "failed",
      filling: JSON.stringify({ ...before.filling, items: 0 }),
      failure_reasons: JSON.stringify(reasons),
      quality_score: 0,
      failed_at: at,
      updated_at: at,
    });
    const { project_id, file_count, round, policy } = batch;
    await emit(tx, {
      account_id,
      type: "batch.failed",
      created_at: at,
      data: {
        ...{ batch_id, project_id, status: "failed", file_count, round, reasons },
        quality_score: 0,
        required_quality_score: policy.score,
        failed_at: at.toISOString(),
      },
    });
  });
}
