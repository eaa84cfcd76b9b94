import { ServiceError } from "@assay/domain/errors.ts";
import { assertNotBlind } from "../bounds/views.ts";
import { asksForLabels, type FoundFilter, findFilter } from "../items/filter.ts";
import { beginSearch } from "../items/search.ts";
import { countItems, type ItemCount } from "../items/walk.ts";
import { type Caller, personOf } from "../platform/auth/auth.ts";
import type { BulkRequest } from "../platform/database/bulk-tables.ts";
import type { Db, Tx } from "../platform/database/db.ts";
import type { Row } from "../platform/database/tables.ts";
import { newId } from "../platform/ids.ts";
import { addJob } from "../platform/jobs/jobs.ts";
import { assertFilled } from "../queue/fill.ts";
import { ACTIONS } from "./bulk-actions.ts";

/** The required parameters of each action. */
const NEEDED = {
  priority: "priority",
  exclude: "reason",
  accept_prediction: "model",
  requeue: null,
  gold: null,
  adjudicate: null,
  release: null,
} as const;

/**
 * Counts the items that a bulk request would change now, as far as one request looks. Throws `invalid_request` where
 * it lacks what its action needs, `invalid_state` where it names a batch that still lacks items or whose state forbids
 * the action, and where the count would reveal the labels of a blind audit, and as `findFilter` and `beginSearch`.
 */
export async function countBulk(tx: Tx, caller: Caller, request: BulkRequest): Promise<ItemCount> {
  const needed = NEEDED[request.action];
  if (needed !== null && request[needed] === undefined) {
    throw new ServiceError(
      "invalid_request",
      `Missing required field: ${needed} (for the action ${request.action})`,
    );
  }
  const { account_id } = caller;
  const filter = await findFilter(tx, account_id, request.filter);
  await checkBatch(tx, filter, request);
  const { statuses, applies } = ACTIONS[request.action];
  const { batch_id, project_id } = filter;
  if (asksForLabels(request.filter) && statuses.includes("completed"))
    await assertNotBlind(tx, caller, batch_id === undefined ? { project_id } : { batch_id });
  if (filter.bytesRead.length > 0) await beginSearch(tx, account_id);
  return countItems(tx, { ...filter, conditions: [...filter.conditions, applies(request)] }, statuses);
}

/** Requests the change of the items, which a job makes step by step. */
export async function askBulk(
  tx: Tx,
  caller: Caller,
  now: Date,
  request: BulkRequest,
): Promise<Row<"bulk_jobs">> {
  const { account_id } = caller;
  const { count } = await countBulk(tx, caller, request);
  const job = await tx
    .insertInto("bulk_jobs")
    .values({
      id: newId("job"),
      account_id,
      member_id: personOf(caller),
      action: request.action,
      request: JSON.stringify(request),
      item_count: count,
      created_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await addJob(tx, account_id, "bulk_items", { job_id: job.id });
  return job;
}

/** The account's bulk job; throws `not_found`. */
export async function getBulkJob(db: Db, account_id: string, id: string): Promise<Row<"bulk_jobs">> {
  const job = await db
    .selectFrom("bulk_jobs")
    .selectAll()
    .where("account_id", "=", account_id)
    .where("id", "=", id)
    .executeTakeFirst();
  if (job === undefined) throw new ServiceError("not_found", `there is no job ${id}`);
  return job;
}

async function checkBatch(
  db: Db,
  { account_id, batch_id }: FoundFilter,
  { action }: BulkRequest,
): Promise<void> {
  if (batch_id === undefined) return;
  const batch = await db
    .selectFrom("batches")
    .select(["status", "filling", "item_count"])
    .where("account_id", "=", account_id)
    .where("id", "=", batch_id)
    .executeTakeFirstOrThrow();
  const { statuses } = ACTIONS[action];
  if (statuses.includes(batch.status)) return assertFilled(batch);
  throw new ServiceError(
    "invalid_state",
    `the batch is ${batch.status}; ${action} requires a batch that is ${statuses.join(" or ")}`,
  );
}
