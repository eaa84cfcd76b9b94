import { ServiceError } from "@assay/domain/errors.ts";
import { sql } from "kysely";
import { AWAITED_ROUND, AWAITS_CHALLENGE } from "../draws/store.ts";
import { EARLIER_AUDITS, type EarlierAudit } from "../ledger/earlier.ts";
import type { Db, Tx } from "../platform/database/db.ts";
import type { Change, NewRow, Row } from "../platform/database/tables.ts";
import { noteWork } from "../work-changes.ts";

export type BatchRow = Row<"batches">;

/** A batch with its counts. */
export interface BatchRecord extends BatchRow {
  readonly accepted: number;
  readonly excluded: number;
  readonly answers: number;
  /** Of the current round's audited items, or clusters: those with a verdict. Nobody sees which ones were wrong. */
  readonly audited: number;
  readonly earlier_audits: readonly EarlierAudit[];
  /** Whether the audit waits for somebody who adds a challenge. */
  readonly awaits_challenge: boolean;
  /** The round of the public beacon that the audit waits for; null if it waits for none. */
  readonly beacon_round: number | null;
  /** Mean time of an audit of the current round; null if none was timed or there is no open round. */
  readonly seconds_per_audit: number | null;
}

/** The account's batches with their counts, for `getBatch` and lists. Excludes deleted ones. */
export function selectBatches(db: Db, account_id: string) {
  return db
    .selectFrom("batches")
    .selectAll("batches")
    .select((batch) => [
      EARLIER_AUDITS.as("earlier_audits"),
      AWAITS_CHALLENGE.as("awaits_challenge"),
      AWAITED_ROUND.as("beacon_round"),
      countOf("accepted").as("accepted"),
      countOf("excluded").as("excluded"),
      countOf("answers").as("answers"),
      batch.case().when("audit", "is", null).then(0).else(AUDITED).end().as("audited"),
      batch.case().when("audit", "is", null).then(null).else(SECONDS_PER_AUDIT).end().as("seconds_per_audit"),
    ])
    .where("batches.account_id", "=", account_id)
    .where("batches.deleted_at", "is", null);
}

function countOf(column: "accepted" | "excluded" | "answers") {
  return sql<number>`(
    select coalesce(sum(${sql.ref(column)}), 0)::integer from batch_progress
    where batch_progress.account_id = batches.account_id and batch_progress.batch_id = batches.id)`;
}

const SECONDS_PER_AUDIT = sql<number | null>`(
  select (avg(active_ms) / 1000)::double precision
  from audits join annotations on annotations.account_id = batches.account_id and annotations.id = audits.annotation_id
  where audits.account_id = batches.account_id and audits.batch_id = batches.id and audits.round = batches.round)`;

const AUDITED = sql<number>`(
  select count(*)::integer from (
    select from audits
    where audits.account_id = batches.account_id and audits.batch_id = batches.id and audits.round = batches.round and look > 0
    group by rank having bool_and(acceptable is not null)) as units)`;

/** The account's batch; throws `not_found`, also if the batch is another account's or deleted. */
export async function getBatch(db: Db, account_id: string, id: string): Promise<BatchRecord> {
  const row = await selectBatches(db, account_id).where("batches.id", "=", id).executeTakeFirst();
  return row ?? missing(id);
}

/** The batch, with its row locked until `tx` ends. */
export async function lockBatch(tx: Tx, account_id: string, id: string): Promise<BatchRow> {
  const row = await tx
    .selectFrom("batches")
    .selectAll()
    .where("account_id", "=", account_id)
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row ?? missing(id);
}

/** Undefined if the batch was deleted meanwhile. */
export async function findBatch(db: Db, account_id: string, id: string): Promise<BatchRow | undefined> {
  return db
    .selectFrom("batches")
    .selectAll()
    .where("account_id", "=", account_id)
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
}

/** The same, with its row locked until `tx` ends. */
export async function findAndLockBatch(
  tx: Tx,
  account_id: string,
  id: string,
): Promise<BatchRow | undefined> {
  return tx
    .selectFrom("batches")
    .selectAll()
    .where("account_id", "=", account_id)
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export async function insertBatch(tx: Tx, row: NewRow<"batches">): Promise<void> {
  await tx.insertInto("batches").values(row).execute();
  await noteWork(tx, row.account_id, row.id);
}

export async function updateBatch(
  tx: Tx,
  { account_id, id }: Pick<BatchRow, "account_id" | "id">,
  change: Change<"batches">,
): Promise<BatchRow> {
  const batch = await tx
    .updateTable("batches")
    .set(change)
    .where("account_id", "=", account_id)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (GIVES_WORK.some((name) => change[name] !== undefined)) await noteWork(tx, account_id, id);
  return batch;
}

/** Columns whose change may give somebody work; what changes items records that itself. */
const GIVES_WORK = ["priority", "hold", "filling"] as const;

/** Those of the batches that are audited blind. */
export async function listBlindBatches(
  db: Db,
  account_id: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom("batches")
    .select("id")
    .where("account_id", "=", account_id)
    .where(sql<boolean>`id = any(${ids}::text[]) and policy ->> 'audit_mode' = 'blind'`)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** The account's batch, even if it is deleted; throws `not_found`. */
export async function getBatchOrTombstone(db: Db, account_id: string, id: string): Promise<BatchRow> {
  const row = await db
    .selectFrom("batches")
    .selectAll()
    .where("account_id", "=", account_id)
    .where("id", "=", id)
    .executeTakeFirst();
  return row ?? missing(id);
}

function missing(id: string): never {
  throw new ServiceError("not_found", `there is no batch ${id}`);
}
