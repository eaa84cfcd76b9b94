import { hideEarlier } from "../bounds/within.ts";
import type { Deps } from "../deps.ts";
import type { Caller } from "../platform/auth/auth.ts";
import type { Db } from "../platform/database/db.ts";
import { type Batch, toBatch } from "./schemas.ts";
import { type BatchRecord, getBatch } from "./store.ts";

/** The batch as `caller` may see it; in a transaction with the changes of it. Throws `not_found`. */
export async function readBatch(db: Db, config: Deps["config"], caller: Caller, id: string): Promise<Batch> {
  const [batch] = await presentBatches(db, config, caller, [await getBatch(db, caller.account_id, id)]);
  if (batch === undefined) throw new Error(`the batch ${id} was not presented`);
  return batch;
}

/** Batches as `caller` may see them, in the same order. */
export async function presentBatches(
  db: Db,
  config: Deps["config"],
  caller: Caller,
  rows: readonly BatchRecord[],
): Promise<Batch[]> {
  return hideEarlier(
    db,
    caller,
    rows.map((row) => toBatch(config, row)),
  );
}
