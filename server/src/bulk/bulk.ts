import { ServiceError } from "@assay/domain/errors.ts";
import { sql } from "kysely";
import { assertNotBlind } from "../bounds/blind.ts";
import { asksForLabels, every, type FoundFilter, findFilter } from "../items/filter.ts";
import { type Caller, personOf } from "../platform/auth/auth.ts";
import type { BulkRequest } from "../platform/database/bulk-tables.ts";
import type { Db, Tx } from "../platform/database/db.ts";
import type { Row } from "../platform/database/tables.ts";
import { newId } from "../platform/ids.ts";
import { addJob } from "../platform/jobs/jobs.ts";
import { ACTIONS } from "./bulk-actions.ts";

/** What each action cannot do without. */
const NEEDED = {
  priority: "priority",
  exclude: "reason",
  accept_prediction: "model",
  requeue: null,
  gold: null,
  adjudicate: null,
} as const;

/**
 * Counts the items that a bulk request would change now. Throws `invalid_request` where it lacks what its
 * action needs, `invalid_state` where it names a batch whose items can no longer change so or where the count would tell
 * the caller the labels of a blind audit, and as `findFilter`.
 */
export async function countBulk(db: Db, caller: Caller, request: BulkRequest): Promise<number> {
  const needed = NEEDED[request.action];
  if (needed !== null && request[needed] === undefined) {
    throw new ServiceError(
      "invalid_request",
      `Missing required field: ${needed} (for the action ${request.action})`,
    );
  }
  const { account_id } = caller;
  const filter = await findFilter(db, account_id, request.filter);
  await checkBatch(db, filter, request);
  const { statuses, applies } = ACTIONS[request.action];
  const { batch_id, project_id } = filter;
  if (asksForLabels(request.filter) && statuses.includes("completed"))
    await assertNotBlind(db, caller, batch_id === undefined ? { project_id } : { batch_id });
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from items join batches on batches.id = items.batch_id
    where batches.account_id = ${account_id} and batches.project_id = ${filter.project_id}
      and batches.deleted_at is null and batches.status = any(${statuses}::text[])
      ${filter.batch_id === undefined ? sql`` : sql`and batches.id = ${filter.batch_id}`}
      and ${every([...filter.conditions, applies(request)])}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Asks for the change of the items, which a job makes step by step. */
export async function askBulk(
  tx: Tx,
  caller: Caller,
  now: Date,
  request: BulkRequest,
): Promise<Row<"bulk_jobs">> {
  const { account_id } = caller;
  const job = await tx
    .insertInto("bulk_jobs")
    .values({
      id: newId("job"),
      account_id,
      member_id: personOf(caller),
      action: request.action,
      request: JSON.stringify(request),
      item_count: await countBulk(tx, caller, request),
      created_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await addJob(tx, "bulk_items", { job_id: job.id });
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

async function checkBatch(db: Db, { batch_id }: FoundFilter, { action }: BulkRequest): Promise<void> {
  if (batch_id === undefined) return;
  const { status } = await db
    .selectFrom("batches")
    .select("status")
    .where("id", "=", batch_id)
    .executeTakeFirstOrThrow();
  const { statuses } = ACTIONS[action];
  if (statuses.includes(status)) return;
  throw new ServiceError(
    "invalid_state",
    `the batch is ${status}; ${action} requires a batch that is ${statuses.join(" or ")}`,
  );
}
