import { type RawBuilder, sql } from "kysely";
import type { Db, Tx } from "../platform/database/db.ts";
import type { Row } from "../platform/database/tables.ts";

/** Changes to the counts of a batch: items accepted and excluded, and answers; each may be negative. */
export interface Counts {
  readonly accepted: number;
  readonly excluded: number;
  readonly answers: number;
}

/** Identifies a batch. */
export type BatchKey = Pick<Row<"batches">, "id" | "account_id">;

/** Adds to a batch's counts (see `addingProgress`). */
export async function addProgress(
  tx: Tx,
  { id, account_id }: BatchKey,
  counts: Partial<Counts>,
): Promise<void> {
  const added = new Map([[id, { account_id, accepted: 0, excluded: 0, answers: 0, ...counts }]]);
  await sql`with ${addingProgress(added)} select`.execute(tx);
}

/**
 * The WITH queries of a statement that adds to the counts of batches, by their ids: each in a shard that no
 * other transaction has locked, or in a new one. So nobody waits here, and a batch has as many shards as
 * concurrent transactions. `left_open` has, by batch_id, the number of open items before, as far as other
 * transactions have committed.
 */
export function addingProgress(
  counts: ReadonlyMap<string, Counts & Pick<BatchKey, "account_id">>,
): RawBuilder<unknown> {
  const ids = [...counts.keys()];
  const account_ids = [...counts.values()].map(({ account_id }) => account_id);
  const column = (name: keyof Counts) => [...counts.values()].map((count) => count[name]);
  return sql`
    counted as materialized (
      select * from unnest(${account_ids}::text[], ${ids}::text[], ${column("accepted")}::integer[],
        ${column("excluded")}::integer[], ${column("answers")}::integer[])
        as counted (account_id, batch_id, accepted, excluded, answers)
    ), free as materialized (
      select counted.*, shard from counted cross join lateral (
        select shard from batch_progress
        where account_id = counted.account_id and batch_id = counted.batch_id limit 1 for update skip locked) as shards
    ), added as (
      update batch_progress set accepted = batch_progress.accepted + free.accepted,
        excluded = batch_progress.excluded + free.excluded, answers = batch_progress.answers + free.answers,
        unswept = true
      from free where batch_progress.account_id = free.account_id and batch_progress.batch_id = free.batch_id
        and batch_progress.shard = free.shard
      returning batch_progress.batch_id
    ), begun as (
      insert into batch_progress (account_id, batch_id, shard, accepted, excluded, answers)
      select account_id, batch_id, floor(random() * 2147483647)::integer, accepted, excluded, answers from counted
      where batch_id not in (select batch_id from added)
    ), left_open as materialized (
      select batch_id, (item_count - coalesce((
        select sum(accepted + excluded) from batch_progress
        where account_id = batches.account_id and batch_id = batches.id), 0))::integer as open
      from counted join batches on batches.account_id = counted.account_id and batches.id = counted.batch_id
    )`;
}

/** Sums a batch's shards. */
export async function countProgress(
  db: Db,
  { id, account_id }: BatchKey,
): Promise<{ readonly accepted: number; readonly excluded: number; readonly answers: number }> {
  return db
    .selectFrom("batch_progress")
    .select([
      sql<number>`coalesce(sum(accepted), 0)::integer`.as("accepted"),
      sql<number>`coalesce(sum(excluded), 0)::integer`.as("excluded"),
      sql<number>`coalesce(sum(answers), 0)::integer`.as("answers"),
    ])
    .where("account_id", "=", account_id)
    .where("batch_id", "=", id)
    .executeTakeFirstOrThrow();
}
