import { ServiceError } from "@assay/domain/errors.ts";
import { sql } from "kysely";
import { finishIfComplete } from "../batches/finish.ts";
import { startBatch } from "../batches/start.ts";
import { type BatchRow, findBatch, lockBatch } from "../batches/store.ts";
import type { Deps } from "../deps.ts";
import { every, type FoundFilter, findFilter } from "../items/filter.ts";
import { type Step, walkItems } from "../items/walk.ts";
import type { BulkRequest, ItemCursor } from "../platform/database/bulk-tables.ts";
import type { Db, Tx } from "../platform/database/db.ts";
import type { Row } from "../platform/database/tables.ts";
import { addJob } from "../platform/jobs/jobs.ts";
import { ACTIONS, type ChosenItem } from "./bulk-actions.ts";

/** Items changed per transaction. */
const ITEMS = 500;
/** Transactions per run of the job, after which other jobs get a turn. */
const STEPS = 50;

type Job = Row<"bulk_jobs">;

/**
 * Changes the items that match a bulk request, some at a time: each step records its progress in its
 * transaction, so that no change is made twice. Items and batches that have moved on since the request are
 * skipped.
 */
export async function bulkItems(
  deps: Deps,
  { account_id, job_id }: { account_id: string; job_id: string },
): Promise<void> {
  for (let step = 0; step < STEPS; step += 1) {
    const job = await deps.db
      .selectFrom("bulk_jobs")
      .selectAll()
      .where("account_id", "=", account_id)
      .where("id", "=", job_id)
      .executeTakeFirst();
    if (job === undefined || job.request === null) return;
    await takeStep(deps, job, job.request);
  }
  await addJob(deps.db, account_id, "bulk_items", { job_id });
}

async function takeStep(deps: Deps, job: Job, request: BulkRequest): Promise<void> {
  const { db, now } = deps;
  const filter = await findChosen(db, job, request);
  const { statuses } = ACTIONS[request.action];
  const walk = { limit: ITEMS, after: job.after ?? undefined, statuses };
  const { batch_id, ids, next } = ofOneBatch(
    filter === undefined ? NOTHING : await walkItems(db, filter, walk),
  );
  const batch = batch_id === undefined ? undefined : await findBatch(db, job.account_id, batch_id);
  await db.transaction().execute(async (tx) => {
    if (!(await advance(tx, job, next, now())) || batch === undefined || filter === undefined) return;
    await changeItems(tx, { job, request, filter, batch, ids }, now());
  });
  if (batch !== undefined) await finishIfComplete(deps, job.account_id, batch.id);
}

const NOTHING: Step = { items: [], next: undefined };

/** Undefined if the batch or project was deleted since the request. */
async function findChosen(db: Db, job: Job, request: BulkRequest): Promise<FoundFilter | undefined> {
  try {
    const filter = await findFilter(db, job.account_id, request.filter);
    return { ...filter, conditions: [...filter.conditions, ACTIONS[request.action].applies(request)] };
  } catch (fault) {
    if (fault instanceof ServiceError) return undefined;
    throw fault;
  }
}

/** The findings of a walk in the first batch it reached. */
function ofOneBatch({ items, next }: Step) {
  const [first] = items;
  const ids = items.filter(({ batch_id }) => batch_id === first?.batch_id);
  const last = ids.at(-1);
  const isAll = ids.length === items.length || last === undefined;
  return { batch_id: first?.batch_id, ids: ids.map(({ id }) => id), next: isAll ? next : last };
}

/** Moves the job on; false if another run of it has already. */
async function advance(tx: Tx, job: Job, next: ItemCursor | undefined, now: Date): Promise<boolean> {
  const after =
    next === undefined ? null : JSON.stringify({ batch_id: next.batch_id, position: next.position });
  const done = next === undefined ? { finished_at: now, request: null } : {};
  const before = job.after === null ? null : JSON.stringify(job.after);
  const { numUpdatedRows } = await tx
    .updateTable("bulk_jobs")
    .set({ after, ...done })
    .where("account_id", "=", job.account_id)
    .where("id", "=", job.id)
    .where("finished_at", "is", null)
    .where(sql<boolean>`after is not distinct from ${before}::jsonb`)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

interface Change {
  readonly job: Job;
  readonly request: BulkRequest;
  readonly filter: FoundFilter;
  readonly batch: BatchRow;
  readonly ids: readonly string[];
}

async function changeItems(
  tx: Tx,
  { job, request, filter, batch: found, ids }: Change,
  now: Date,
): Promise<void> {
  const { statuses, change, starts } = ACTIONS[request.action];
  const batch = await lockBatch(tx, job.account_id, found.id);
  if (!statuses.includes(batch.status) || batch.dataset_id !== null) return;
  const { rows: items } = await sql<ChosenItem>`
    select id, status, answer_count from items
    where account_id = ${job.account_id} and id = any(${ids}::text[]) and ${every(filter.conditions)} order by id for update`.execute(
    tx,
  );
  if (items.length === 0) return;
  if (starts && batch.status === "created") await startBatch(tx, batch, now);
  await change(tx, { batch, items, now }, request);
  await tx
    .updateTable("bulk_jobs")
    .set({
      changed_count: sql`changed_count + ${items.length}::integer`,
      item_count: sql`greatest(item_count, changed_count + ${items.length}::integer)`,
    })
    .where("account_id", "=", job.account_id)
    .where("id", "=", job.id)
    .execute();
}
