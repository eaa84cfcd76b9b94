import { nextBatchState } from "@assay/domain/batch.ts";
import type { Deps } from "../deps.ts";
import { emit } from "../events/emit.ts";
import type { Tx } from "../platform/database/db.ts";
import { type BatchRow, lockBatch, updateBatch } from "./store.ts";

/** Moves a locked batch to processing and emits the event. Throws `invalid_state` if that is not possible. */
export async function startBatch(tx: Tx, batch: BatchRow, now: Date): Promise<BatchRow> {
  const status = nextBatchState(batch.status, "start");
  const started = await updateBatch(tx, batch, { status, processing_at: now, updated_at: now });
  await enterProcessing(tx, started, now);
  return started;
}

/** Emits the event of a batch that has just entered processing; `reason` says why it was sent back. */
export async function enterProcessing(
  tx: Tx,
  batch: BatchRow,
  now: Date,
  reason: string | null = null,
): Promise<void> {
  const { id: batch_id, account_id, project_id, status, file_count, round } = batch;
  const data = { batch_id, project_id, status, file_count, round, started_at: now.toISOString(), reason };
  await emit(tx, { account_id, type: "batch.processing", created_at: now, data });
}

/** Starts the batch after its first answer; does nothing if another answer was first. */
export async function startIfCreated({ db, now }: Deps, account_id: string, id: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const batch = await lockBatch(tx, account_id, id);
    if (batch.status === "created") await startBatch(tx, batch, now());
  });
}
