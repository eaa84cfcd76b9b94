import { nextBatchState } from "@assay/domain/batch.ts";
import { sql } from "kysely";
import { assertNotCertifying } from "../batches/certifying.ts";
import { enterProcessing } from "../batches/start.ts";
import { type BatchRow, updateBatch } from "../batches/store.ts";
import type { SentBack } from "../platform/database/audit-tables.ts";
import type { Tx } from "../platform/database/db.ts";
import { assertFilled } from "../queue/fill.ts";
import { addProgress } from "../queue/progress.ts";
import { fromRejected } from "../queue/rejected.ts";
import { reopenItems } from "../queue/reopen.ts";

/**
 * Sends a failed batch into its next round. Items that the audit did not accept, and those with low support, are answered
 * again, first by their earlier annotators: they read `reason` and the auditor's reason. Every other label stays, and
 * nothing of the earlier rounds is deleted.
 */
export async function reworkBatch(
  tx: Tx,
  before: BatchRow,
  { reason, member_id }: Pick<SentBack, "reason" | "member_id">,
  now: Date,
): Promise<void> {
  assertNotCertifying(before);
  const status = nextBatchState(before.stage, "rework");
  assertFilled(before);
  const round = before.round + 1;
  const sent_back: SentBack = { round, reason, member_id, at: now.toISOString() };
  const begun = { round, failure_reasons: "[]", sent_back: JSON.stringify(sent_back), updated_at: now };
  const isAmendment = before.amendment !== null;
  const batch = await updateBatch(
    tx,
    before,
    isAmendment
      ? { ...begun, amendment: "processing" }
      : { ...begun, status, quality_score: null, processing_at: now, completed_at: null, failed_at: null },
  );
  const { rows } = await sql<{ id: string }>`
    select items.id ${fromRejected(before)} order by items.id for update of items`.execute(tx);
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
