import type { AskedMethod } from "@assay/domain/consensus/consensus.ts";
import { ServiceError } from "@assay/domain/errors.ts";
import { assertNotCertifying } from "../batches/certifying.ts";
import { lockBatch } from "../batches/store.ts";
import { findDraw } from "../draws/store.ts";
import type { Tx } from "../platform/database/db.ts";
import type { ConsensusVersion } from "../platform/database/work-tables.ts";
import { decideLabelsOf } from "./decide.ts";

/**
 * Recomputes a batch's labels by a method, as its next version. Throws `invalid_state` if the batch is not
 * completed, or if its sample was drawn: auditors judge the labels as they were then.
 */
export async function recomputeConsensus(
  tx: Tx,
  account_id: string,
  id: string,
  { asked, now }: { readonly asked: AskedMethod; readonly now: Date },
): Promise<ConsensusVersion> {
  const batch = await lockBatch(tx, account_id, id);
  assertNotCertifying(batch);
  if (batch.status !== "completed") {
    throw new ServiceError(
      "invalid_state",
      `the batch is ${batch.status}; only the labels of a completed batch can be recomputed`,
    );
  }
  if (batch.audit !== null) {
    throw new ServiceError(
      "invalid_state",
      "the audit sample is already drawn; labels can be recomputed only before that",
    );
  }
  if ((await findDraw(tx, { ...batch, batch_id: id }))?.root != null) {
    throw new ServiceError(
      "invalid_state",
      "the labels are already fixed for the audit sample; labels can be recomputed only before that",
    );
  }
  const { consensus } = await decideLabelsOf(tx, batch, asked, now);
  const version = consensus.at(-1);
  if (version === undefined) throw new Error(`the batch ${id} has no version of its labels`);
  return version;
}
