import { nextBatchState } from "@assay/domain/batch.ts";
import { sql } from "kysely";
import { assertNotCertifying } from "../batches/certifying.ts";
import { enterProcessing } from "../batches/start.ts";
import { type BatchRow, updateBatch } from "../batches/store.ts";
import type { Tx } from "../platform/database/db.ts";
import { assertFilled } from "../queue/fill.ts";
import { addProgress } from "../queue/progress.ts";
import { reopenItems } from "../queue/reopen.ts";

/** Labels with less support than this are answered again. */
const LOW_SUPPORT = 0.7;

/**
 * Sends a failed batch into its next round. Items that the audit did not accept, and those with low support, are answered
 * again, first by their earlier annotators: they read `reason` and the auditor's reason. Every other label stays, and
 * nothing of the earlier rounds is deleted.
 */
export async function reworkBatch(tx: Tx, before: BatchRow, reason: string | null, now: Date): Promise<void> {
  assertNotCertifying(before);
  const status = nextBatchState(before.stage, "rework");
  assertFilled(before);
  const begun = { round: before.round + 1, failure_reasons: "[]", updated_at: now };
  const isAmendment = before.amendment !== null;
  const batch = await updateBatch(
    tx,
    before,
    isAmendment
      ? { ...begun, amendment: "processing" }
      : { ...begun, status, quality_score: null, processing_at: now, completed_at: null, failed_at: null },
  );
  const { rows } = await sql<{ id: string }>`
    select items.id from items
    left join audits on audits.account_id = items.account_id and audits.item_id = items.id
      and audits.round = ${before.round}
    where items.account_id = ${batch.account_id} and items.batch_id = ${batch.id} and items.status = 'accepted'
      and (audits.acceptable = false or (items.origin <> 'gold' and ${LOW_SUPPORT} >
        case items.origin when 'prediction' then coalesce((items.model ->> 'score')::real, items.support) else items.support end))
    order by items.id for update of items`.execute(tx);
  await addProgress(tx, batch, { accepted: -rows.length });
  await reopenItems(
    tx,
    batch,
    rows.map(({ id }) => id),
    now,
    reason,
  );
  if (!isAmendment) await enterProcessing(tx, batch, now, reason);
}
