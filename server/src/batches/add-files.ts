import { ServiceError } from "@assay/domain/errors.ts";
import { typeOf } from "../guidelines/guidelines.ts";
import type { Tx } from "../platform/database/db.ts";
import { addAllItems, assertFilled } from "../queue/fill.ts";
import { nextTurn } from "../queue/leases.ts";
import { noteWork } from "../work-changes.ts";
import { insertNamedFiles, recordFiles } from "./batch-files.ts";
import { chooseFiles } from "./choose-files.ts";
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
  const itemsBefore = batch.item_count;
  const { named, file_count, item_count } = await chooseFiles(tx, batch.account_id, sent, {
    type,
    itemsBefore,
  });
  if (file_count === 0) throw new ServiceError("invalid_request", "send upload_ids or file_ids");
  await insertNamedFiles(tx, batch, named, batch.file_count);
  const turn = await nextTurn(tx, batch.id); // members with claimed tasks already have a cursor
  await noteWork(tx, batch.account_id, batch.id);
  const grown = await updateBatch(tx, batch, {
    file_count: batch.file_count + file_count,
    item_count: itemsBefore + item_count,
    updated_at: now,
  });
  await recordFiles(tx, grown, batch.file_count, file_count);
  await addAllItems(tx, grown, { items: itemsBefore, place: batch.file_count + 1, line: 0, turn });
}
