import type { Deps } from "../deps.ts";
import type { Tx } from "../platform/database/db.ts";
import { type Batch, toBatch } from "./schemas.ts";
import { type BatchRow, getBatch } from "./store.ts";

/** The batch for a response, read in `tx` with the changes of `tx`. */
export async function readBatch(
  tx: Tx,
  config: Deps["config"],
  { account_id, id }: Pick<BatchRow, "account_id" | "id">,
): Promise<Batch> {
  return toBatch(config, await getBatch(tx, account_id, id));
}
