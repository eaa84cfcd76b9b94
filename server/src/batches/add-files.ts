import { ServiceError } from "@assay/domain/errors.ts";
import { typeOf } from "../guidelines/guidelines.ts";
import type { Tx } from "../platform/database/db.ts";
import { addAllItems, assertFilled, checkFiles, countItems } from "../queue/fill.ts";
import { nextTurn } from "../queue/leases.ts";
import { noteWork } from "../work-changes.ts";
import { chooseFiles, insertBatchFiles } from "./create.ts";
import type { CreateBatch } from "./schemas.ts";
import { type BatchRow, updateBatch } from "./store.ts";

/** Adds items to a batch that has no answers yet. Throws `invalid_state` for any other batch. */
export async function addFiles(
  tx: Tx,
  batch: BatchRow,
  now: Date,
  sent: Pick<CreateBatch, "upload_ids" | "file_ids">,
): Promise<void> {
  if (batch.status !== "created") {
    throw new ServiceError(
      "invalid_state",
      `the batch is ${batch.status}; files can be added only while it is created`,
    );
  }
  assertFilled(batch);
  const type = typeOf(batch);
  const files = await chooseFiles(tx, batch.account_id, sent);
  const itemsBefore = batch.item_count;
  if (files.length === 0) throw new ServiceError("invalid_request", "send upload_ids or file_ids");
  checkFiles(files, type, itemsBefore);
  await insertBatchFiles(tx, batch, files, batch.file_count);
  const turn = await nextTurn(tx, batch.id); // members with claimed tasks already have a cursor
  await noteWork(tx, batch.account_id, batch.id);
  const grown = await updateBatch(tx, batch, {
    file_count: batch.file_count + files.length,
    item_count: itemsBefore + countItems(files),
    updated_at: now,
  });
  await addAllItems(tx, grown, { items: itemsBefore, place: batch.file_count + 1, line: 0, turn });
}
