import { ServiceError } from "@assay/domain/errors.ts";
import type { Tx } from "../platform/db.ts";
import { typeOf } from "../tasks/guidelines.ts";
import { nextTurn } from "../tasks/leases.ts";
import { chooseFiles, insertBatchFiles } from "./create.ts";
import { checkFiles, countItems, insertItems } from "./fill.ts";
import type { CreateBatch } from "./schemas.ts";
import { type BatchRow, updateBatch } from "./store.ts";

/** Adds items to a batch without an answer yet. Throws `invalid_state` for any other. */
export async function addFiles(
  tx: Tx,
  batch: BatchRow,
  now: Date,
  sent: Pick<CreateBatch, "upload_ids" | "file_ids">,
): Promise<void> {
  if (batch.status !== "created") {
    throw new ServiceError(
      "invalid_state",
      `the batch is ${batch.status}; files can be added while it is created`,
    );
  }
  const type = typeOf(batch);
  const files = await chooseFiles(tx, batch.account_id, sent);
  const itemsBefore = batch.item_count;
  if (files.length === 0) throw new ServiceError("invalid_request", "send upload_ids or file_ids");
  checkFiles(files, type, itemsBefore);
  await insertBatchFiles(tx, batch.id, files, batch.file_count);
  const turn = await nextTurn(tx, batch.id); // members with a task in hand have a cursor already
  await insertItems(tx, files, type, {
    batch_id: batch.id,
    firstPosition: itemsBefore,
    policy: batch.policy,
    turn,
  });
  await updateBatch(tx, batch.id, {
    file_count: batch.file_count + files.length,
    item_count: itemsBefore + countItems(files),
    updated_at: now,
  });
}
