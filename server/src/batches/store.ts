import { ServiceError } from "@assay/domain/errors.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../platform/database/db.ts";
import type { Change, NewRow, Row } from "../platform/database/tables.ts";

export type BatchRow = Row<"batches">;

/** A batch with what is counted of it. */
export interface BatchRecord extends BatchRow {
  readonly accepted: number;
  readonly excluded: number;
  readonly answers: number;
  /** Of the present round's audited items, or clusters: those that have a verdict, and those that are not acceptable. */
  readonly audited: number;
  readonly wrong: number;
  /** The mean time that its auditors have worked on one; null where none was timed, or no look is under way. */
  readonly seconds_per_audit: number | null;
}

/** The account's batches with their counts, for `getBatch` and lists. Deleted ones are not among them. */
export function selectBatches(db: Db, account_id: string) {
  return db
    .selectFrom("batches")
    .selectAll("batches")
    .select((batch) => [
      countOf("accepted").as("accepted"),
      countOf("excluded").as("excluded"),
      countOf("answers").as("answers"),
      batch
        .case()
        .when("audit", "is", null)
        .then(0)
        .else(auditsOf(sql`bool_and(acceptable is not null)`))
        .end()
        .as("audited"),
      batch
        .case()
        .when("audit", "is", null)
        .then(0)
        .else(auditsOf(sql`bool_or(not acceptable)`))
        .end()
        .as("wrong"),
      batch.case().when("audit", "is", null).then(null).else(SECONDS_PER_AUDIT).end().as("seconds_per_audit"),
    ])
    .where("batches.account_id", "=", account_id)
    .where("batches.deleted_at", "is", null);
}

function countOf(column: "accepted" | "excluded" | "answers") {
  return sql<number>`(
    select coalesce(sum(${sql.ref(column)}), 0)::integer from batch_progress where batch_id = batches.id)`;
}

const SECONDS_PER_AUDIT = sql<number | null>`(
  select (avg(active_ms) / 1000)::double precision
  from audits join annotations on annotations.id = audits.annotation_id
  where audits.batch_id = batches.id and audits.round = batches.round)`;

function auditsOf(condition: ReturnType<typeof sql>) {
  return sql<number>`(
    select count(*)::integer from (
      select from audits where audits.batch_id = batches.id and audits.round = batches.round
      group by rank having ${condition}) as units)`;
}

/** The account's batch; throws `not_found`, also where the batch is another account's or deleted. */
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

/** For jobs, which are told an id by the service itself; undefined where the batch was deleted meanwhile. */
export async function findBatchById(db: Db, id: string): Promise<BatchRow | undefined> {
  return db
    .selectFrom("batches")
    .selectAll()
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
}

/** The same, with its row locked until `tx` ends. */
export async function lockBatchById(tx: Tx, id: string): Promise<BatchRow | undefined> {
  return tx
    .selectFrom("batches")
    .selectAll()
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export async function insertBatch(tx: Tx, row: NewRow<"batches">): Promise<void> {
  await tx.insertInto("batches").values(row).execute();
}

export async function updateBatch(tx: Tx, id: string, change: Change<"batches">): Promise<BatchRow> {
  return tx.updateTable("batches").set(change).where("id", "=", id).returningAll().executeTakeFirstOrThrow();
}

/** What is added to the counts of a batch: items accepted and excluded, and answers; each may be negative. */
export interface Counts {
  readonly accepted: number;
  readonly excluded: number;
  readonly answers: number;
}

/** Adds to a batch's counts (see `addProgressOf`). */
export async function addProgress(tx: Tx, batch_id: string, counts: Partial<Counts>): Promise<void> {
  await addProgressOf(tx, new Map([[batch_id, { accepted: 0, excluded: 0, answers: 0, ...counts }]]));
}

/**
 * Adds to the counts of batches, by their ids: of each in a shard that no other transaction holds at this moment, in a
 * new one where there is none. So nobody waits here, and a batch has as many shards as transactions have met. Gives by
 * batch how many items were open before, as far as other transactions have committed.
 */
export async function addProgressOf(
  tx: Tx,
  counts: ReadonlyMap<string, Counts>,
): Promise<ReadonlyMap<string, number>> {
  const ids = [...counts.keys()];
  const column = (name: keyof Counts) => [...counts.values()].map((count) => count[name]);
  const { rows } = await sql<{ id: string; open: number }>`
    with counted as materialized (
      select * from unnest(${ids}::text[], ${column("accepted")}::integer[], ${column("excluded")}::integer[],
        ${column("answers")}::integer[]) as counted (batch_id, accepted, excluded, answers)
    ), free as materialized (
      select counted.*, shard from counted cross join lateral (
        select shard from batch_progress where batch_id = counted.batch_id limit 1 for update skip locked) as shards
    ), added as (
      update batch_progress set accepted = batch_progress.accepted + free.accepted,
        excluded = batch_progress.excluded + free.excluded, answers = batch_progress.answers + free.answers
      from free where batch_progress.batch_id = free.batch_id and batch_progress.shard = free.shard
      returning batch_progress.batch_id
    ), begun as (
      insert into batch_progress (batch_id, shard, accepted, excluded, answers)
      select batch_id, floor(random() * 2147483647)::integer, accepted, excluded, answers from counted
      where batch_id not in (select batch_id from added)
    )
    select id, (item_count - coalesce(
      (select sum(accepted + excluded) from batch_progress where batch_id = batches.id), 0))::integer as open
    from batches where id = any(${ids}::text[])`.execute(tx);
  return new Map(rows.map(({ id, open }) => [id, open]));
}

/** Sums a batch's shards. */
export async function countProgress(
  db: Db,
  batch_id: string,
): Promise<{ readonly accepted: number; readonly excluded: number; readonly answers: number }> {
  return db
    .selectFrom("batch_progress")
    .select([
      sql<number>`coalesce(sum(accepted), 0)::integer`.as("accepted"),
      sql<number>`coalesce(sum(excluded), 0)::integer`.as("excluded"),
      sql<number>`coalesce(sum(answers), 0)::integer`.as("answers"),
    ])
    .where("batch_id", "=", batch_id)
    .executeTakeFirstOrThrow();
}

/** Those of the batches whose auditors must not see the label that they audit. */
export async function listBlindBatches(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom("batches")
    .select("id")
    .where(sql<boolean>`id = any(${ids}::text[]) and policy ->> 'audit_mode' = 'blind'`)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Up to `limit` files of a batch whose `place` in it comes after `after`, in order. */
export async function listBatchFiles(db: Db, batch_id: string, after: number, limit: number) {
  return db
    .selectFrom("batch_files")
    .innerJoin("files", "files.id", "batch_files.file_id")
    .selectAll("files")
    .select("batch_files.position as place")
    .where("batch_files.batch_id", "=", batch_id)
    .where("batch_files.position", ">", after)
    .orderBy("batch_files.position")
    .limit(limit)
    .execute();
}

function missing(id: string): never {
  throw new ServiceError("not_found", `there is no batch ${id}`);
}
