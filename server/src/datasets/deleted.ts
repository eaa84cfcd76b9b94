import { ServiceError } from "@assay/domain/errors.ts";
import { findBatch } from "../batches/store.ts";
import type { Db } from "../platform/database/db.ts";

/**
 * Throws what a read of a batch's frozen bytes threw, or `service_unavailable` if the batch was deleted meanwhile: a deletion
 * removes the bytes, and the next attempt does not see the batch.
 */
export async function refuseDeleted(
  db: Db,
  { account_id, id }: { readonly account_id: string; readonly id: string },
  cause: unknown,
): Promise<never> {
  if ((await findBatch(db, account_id, id)) !== undefined) throw cause;
  throw new ServiceError("service_unavailable", `${id} was deleted while its labels were read; try again`, {
    cause,
  });
}
