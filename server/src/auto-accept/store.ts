import { ServiceError } from "@assay/domain/errors.ts";
import { modelName } from "@assay/domain/models/sentence.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../platform/database/db.ts";
import type { Change, NewRow, Row } from "../platform/database/tables.ts";
import { IS_UNTOUCHED, joinPrediction } from "../queue/held.ts";
import { predictionKey } from "../queue/predictions.ts";

export type AutoAcceptRow = Row<"auto_accepts">;

/** Identifies a batch. */
export interface BatchId {
  readonly account_id: string;
  readonly batch_id: string;
}

/** The statuses in which a run has items that wait for it. */
const ACTIVE = ["holding", "checking", "accepting"] as const;

/** The runs of a batch, newest first. */
export function listRuns(db: Db, { account_id, batch_id }: BatchId): Promise<AutoAcceptRow[]> {
  return db
    .selectFrom("auto_accepts")
    .selectAll()
    .where("account_id", "=", account_id)
    .where("batch_id", "=", batch_id)
    .orderBy("number", "desc")
    .execute();
}

/** The run that is under way, if any. Locked by whoever has locked the batch. */
export function findActive(db: Db, { account_id, batch_id }: BatchId): Promise<AutoAcceptRow | undefined> {
  return db
    .selectFrom("auto_accepts")
    .selectAll()
    .where("account_id", "=", account_id)
    .where("batch_id", "=", batch_id)
    .where("status", "in", ACTIVE)
    .executeTakeFirst();
}

/** The number of the batch's last run; 0 before the first. */
export async function lastNumber(tx: Tx, batch: BatchId): Promise<number> {
  return (await listRuns(tx, batch))[0]?.number ?? 0;
}

export function insertRun(tx: Tx, row: NewRow<"auto_accepts">): Promise<AutoAcceptRow> {
  return tx.insertInto("auto_accepts").values(row).returningAll().executeTakeFirstOrThrow();
}

export async function updateRun(
  tx: Tx,
  { account_id, batch_id, number }: Pick<AutoAcceptRow, "account_id" | "batch_id" | "number">,
  change: Change<"auto_accepts">,
): Promise<AutoAcceptRow> {
  return tx
    .updateTable("auto_accepts")
    .set(change)
    .where("account_id", "=", account_id)
    .where("batch_id", "=", batch_id)
    .where("number", "=", number)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Throws `invalid_state` where the predictions that a run under way rests on would change. */
export function assertPredictionsMayChange(
  run: AutoAcceptRow,
  changed: readonly { readonly model: string }[],
): void {
  if (!changed.some(({ model }) => model === predictionKey(run))) return;
  throw new ServiceError(
    "invalid_state",
    `the predictions of ${modelName(run)} cannot change while it is checked for auto-accept; wait, or cancel with DELETE /v1/batches/${run.batch_id}/auto-accept`,
  );
}

/** How many untouched items have a prediction of the model. */
export async function countUntouched(
  db: Db,
  { account_id, batch_id }: BatchId,
  model: Pick<AutoAcceptRow, "model" | "version">,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from items ${joinPrediction(account_id, model)}
    where items.account_id = ${account_id} and items.batch_id = ${batch_id} and ${IS_UNTOUCHED}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Whether an open item of the batch has no prediction of the model yet. */
export async function lacksPredictions(
  db: Db,
  { account_id, batch_id }: BatchId,
  model: Pick<AutoAcceptRow, "model" | "version">,
): Promise<boolean> {
  const { rows } = await sql`
    select from items
    where items.account_id = ${account_id} and items.batch_id = ${batch_id} and ${IS_UNTOUCHED} and not exists (
      select from predictions where predictions.account_id = items.account_id and predictions.item_id = items.id
        and predictions.model = ${predictionKey(model)})
    limit 1`.execute(db);
  return rows.length > 0;
}

/** The check items that still need answers. */
export async function countOpenChecks(db: Db, { account_id, batch_id }: BatchId): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from items
    where account_id = ${account_id} and batch_id = ${batch_id} and auto_accept = 'check' and status = 'open'`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/** The newest answers of a project, from which the time of one is estimated. */
const TIMED = 1_000;

/** The median time of an answer in the project of a batch, in seconds; null if none was timed. */
export async function medianSeconds(db: Db, { account_id, batch_id }: BatchId): Promise<number | null> {
  const { rows } = await sql<{ seconds: number | null }>`
    select (percentile_cont(0.5) within group (order by active_ms) / 1000)::double precision as seconds from (
      select active_ms from batches as own
      join batches on batches.account_id = own.account_id and batches.project_id = own.project_id
      join annotations on annotations.account_id = batches.account_id and annotations.batch_id = batches.id
      where own.account_id = ${account_id} and own.id = ${batch_id} and kind = 'annotate' and active_ms is not null
      order by annotations.id desc limit ${TIMED}
    ) as timed`.execute(db);
  return rows[0]?.seconds ?? null;
}
