import { ServiceError } from "@assay/domain/errors.ts";
import { sql } from "kysely";
import type { Usage } from "../platform/database/answer-tables.ts";
import type { Db, Tx } from "../platform/database/db.ts";
import type { Change, NewRow, Row } from "../platform/database/tables.ts";
import type { ModelKey } from "./store.ts";

export type RunRow = Row<"model_runs">;
export type RequestRow = Row<"model_requests">;

/** Identifies a run. */
export type RunKey = Pick<RunRow, "account_id" | "id">;

/** A run that ended, and does not go on. */
export const ENDED: readonly RunRow["status"][] = ["canceled", "finished"];

/** A run that can go on; the index `model_runs_open` has these. */
const OPEN: readonly RunRow["status"][] = ["running", "paused", "stopped", "failed"];

/** The runs over a batch. */
export function selectRuns(db: Db, account_id: string, batch_id: string) {
  return db
    .selectFrom("model_runs")
    .selectAll()
    .where("account_id", "=", account_id)
    .where("batch_id", "=", batch_id);
}

/** The run over a batch; throws `not_found`. */
export async function getRun(db: Db, account_id: string, batch_id: string, id: string): Promise<RunRow> {
  const row = await selectRuns(db, account_id, batch_id).where("id", "=", id).executeTakeFirst();
  return row ?? missing(id);
}

/** The run, with its row locked until `tx` ends; undefined if its batch was erased. */
export async function findAndLockRun(tx: Tx, { account_id, id }: RunKey): Promise<RunRow | undefined> {
  return tx
    .selectFrom("model_runs")
    .selectAll()
    .where("account_id", "=", account_id)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
}

/** The run of a model over a batch that can go on; undefined if there is none. */
export async function findOpenRun(
  tx: Tx,
  model: ModelKey,
  batch_id: string,
): Promise<Pick<RunRow, "id" | "status"> | undefined> {
  return tx
    .selectFrom("model_runs")
    .select(["id", "status"])
    .where("account_id", "=", model.account_id)
    .where("model_id", "=", model.id)
    .where("batch_id", "=", batch_id)
    .where("status", "in", OPEN)
    .executeTakeFirst();
}

/** Counts the runs over a batch, also those that have ended. */
export async function countRuns(db: Db, account_id: string, batch_id: string): Promise<number> {
  const { count } = await db
    .selectFrom("model_runs")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("account_id", "=", account_id)
    .where("batch_id", "=", batch_id)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export function insertRun(tx: Tx, row: NewRow<"model_runs">): Promise<RunRow> {
  return tx.insertInto("model_runs").values(row).returningAll().executeTakeFirstOrThrow();
}

export function updateRun(tx: Tx, { account_id, id }: RunKey, change: Change<"model_runs">): Promise<RunRow> {
  return tx
    .updateTable("model_runs")
    .set(change)
    .where("account_id", "=", account_id)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Cancels a locked run; replies to its requests are refused from now on. */
export async function cancelRun(tx: Tx, run: RunKey, now: Date): Promise<RunRow> {
  await tx
    .deleteFrom("model_requests")
    .where("account_id", "=", run.account_id)
    .where("run_id", "=", run.id)
    .execute();
  return updateRun(tx, run, { status: "canceled", updated_at: now, finished_at: now });
}

/** Cancels the runs of a model that have not ended. */
export async function cancelRunsOf(tx: Tx, { account_id, id }: ModelKey, now: Date): Promise<void> {
  const open = await tx
    .selectFrom("model_runs")
    .select(["account_id", "id"])
    .where("account_id", "=", account_id)
    .where("model_id", "=", id)
    .where("status", "in", OPEN)
    .orderBy("id")
    .forUpdate()
    .execute();
  for (const run of open) await cancelRun(tx, run, now);
}

/** The requests of a run whose answer is not stored: their ids, and when the first may be sent again. */
export async function openRequests(
  db: Db,
  { account_id, id }: RunKey,
): Promise<{ readonly ids: readonly string[]; readonly due_at: Date | null }> {
  return db
    .selectFrom("model_requests")
    .select(({ fn }) => [
      sql<string[]>`coalesce(array_agg(id), '{}')`.as("ids"),
      fn.min("due_at").as("due_at"),
    ])
    .where("account_id", "=", account_id)
    .where("run_id", "=", id)
    .executeTakeFirstOrThrow();
}

/** The request of a locked run that may be sent again since the earliest time; undefined if none may by `now`. */
export async function findDueRequest(
  tx: Tx,
  { account_id, id }: RunKey,
  now: Date,
): Promise<RequestRow | undefined> {
  return tx
    .selectFrom("model_requests")
    .selectAll()
    .where("account_id", "=", account_id)
    .where("run_id", "=", id)
    .where("due_at", "<=", now)
    .orderBy("due_at")
    .limit(1)
    .executeTakeFirst();
}

export async function insertRequest(tx: Tx, row: NewRow<"model_requests">): Promise<RequestRow> {
  return tx.insertInto("model_requests").values(row).returningAll().executeTakeFirstOrThrow();
}

/** False if the request was answered or its run canceled meanwhile. */
export async function updateRequest(
  tx: Tx,
  { account_id, id }: Pick<RequestRow, "account_id" | "id">,
  change: Change<"model_requests">,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("model_requests")
    .set(change)
    .where("account_id", "=", account_id)
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Ends a request; false if another has. Its run must be locked. */
export async function takeOut(
  tx: Tx,
  { account_id, id }: Pick<RequestRow, "account_id" | "id">,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom("model_requests")
    .where("account_id", "=", account_id)
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** An item without a valid result, and why. */
export interface Failed {
  readonly item_id: string;
  readonly reason: string;
  /** What the model charges although there is no result, if it says so. */
  readonly usage?: Usage | null;
}

/** Records items without a valid result; an item that was erased is left out. */
export async function insertErrors(
  tx: Tx,
  { account_id, id, batch_id }: RunRow,
  failed: readonly Failed[],
  now: Date,
): Promise<void> {
  if (failed.length === 0) return;
  await sql`
    insert into model_errors (account_id, run_id, item_id, batch_id, position, reason, created_at)
    select ${account_id}, ${id}, items.id, ${batch_id}, items.position, failed.reason, ${now}
    from jsonb_to_recordset(${JSON.stringify(failed)}::jsonb) as failed (item_id text, reason text)
    join items on items.account_id = ${account_id} and items.id = failed.item_id
    on conflict (account_id, run_id, item_id) do update set reason = excluded.reason, created_at = excluded.created_at`.execute(
    tx,
  );
}

/** The items of a run without a valid result after a position of the batch, in its order. */
export function listErrors(db: Db, { account_id, id }: RunKey, after: number, limit: number) {
  return db
    .selectFrom("model_errors")
    .innerJoin("items", (join) =>
      join
        .onRef("items.account_id", "=", "model_errors.account_id")
        .onRef("items.id", "=", "model_errors.item_id"),
    )
    .innerJoin("files", (join) =>
      join.onRef("files.account_id", "=", "items.account_id").onRef("files.id", "=", "items.file_id"),
    )
    .selectAll("model_errors")
    .select(["items.external_id", "items.line", "files.filename"])
    .where("model_errors.account_id", "=", account_id)
    .where("run_id", "=", id)
    .where("model_errors.position", ">", after)
    .orderBy("model_errors.position")
    .limit(limit)
    .execute();
}

function missing(id: string): never {
  throw new ServiceError("not_found", `there is no run ${id}`);
}
