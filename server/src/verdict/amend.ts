import { nextBatchState } from "@assay/domain/batch.ts";
import { ServiceError } from "@assay/domain/errors.ts";
import { assertNotCertifying } from "../batches/certifying.ts";
import { type BatchRow, updateBatch } from "../batches/store.ts";
import { appendToLog } from "../log/append.ts";
import type { Tx } from "../platform/database/db.ts";
import { addProgress } from "../queue/progress.ts";
import { reopenItems } from "../queue/reopen.ts";

const MAX_NAMED = 20;

/**
 * Reopens items of a certified batch for new answers, for a new revision with its own looks and certificate.
 * The batch stays certified and its dataset does not change until the new revision has passed (ADR 0027).
 *
 * Throws `invalid_state` if the batch is not certified or has a revision in work, `invalid_request` for items
 * of other batches.
 */
export async function amendBatch(
  tx: Tx,
  before: BatchRow,
  { item_ids, reason = null }: { readonly item_ids: readonly string[]; readonly reason?: string | null },
  now: Date,
): Promise<void> {
  assertNotCertifying(before);
  nextBatchState(before.status, "amend");
  if (before.amendment === "processing" || before.amendment === "completed") {
    throw new ServiceError(
      "invalid_state",
      `revision ${before.revision + 1} has no verdict yet; wait for it, then amend again`,
    );
  }
  const items = await lockItems(tx, before, item_ids);
  const batch = await updateBatch(tx, before, {
    amendment: "processing",
    round: before.round + 1,
    failure_reasons: "[]",
    updated_at: now,
  });
  const count = (status: string) => items.filter((item) => item.status === status).length;
  await addProgress(tx, batch, { accepted: -count("accepted"), excluded: -count("excluded") });
  const ids = items.map(({ id }) => id);
  await reopenItems(tx, batch, ids, now, reason);
  await appendToLog(tx, { at: now, type: "amendment", batch_id: batch.id, revision: batch.revision + 1 });
}

async function lockItems(tx: Tx, { id, account_id }: BatchRow, item_ids: readonly string[]) {
  const items = await tx
    .selectFrom("items")
    .select(["id", "status"])
    .where("account_id", "=", account_id)
    .where("batch_id", "=", id)
    .where("id", "in", item_ids)
    .orderBy("id")
    .forUpdate()
    .execute();
  const found = new Set(items.map((item) => item.id));
  const foreign = item_ids.filter((item_id) => !found.has(item_id));
  if (foreign.length === 0) return items;
  const rest = foreign.length > MAX_NAMED ? ` and ${foreign.length - MAX_NAMED} more` : "";
  throw new ServiceError(
    "invalid_request",
    `item_ids: the batch has no ${foreign.slice(0, MAX_NAMED).join(", ")}${rest}`,
  );
}
