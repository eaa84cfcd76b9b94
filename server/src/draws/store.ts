import { sql } from "kysely";
import type { Db, Tx } from "../platform/database/db.ts";
import type { Change, NewRow, Row } from "../platform/database/tables.ts";

export type DrawRow = Row<"draws">;

type OfRound = Pick<DrawRow, "account_id" | "batch_id" | "round">;

/** Whether a row of `batches` has fixed labels, and waits for the challenge that its policy asks somebody to add. */
export const AWAITS_CHALLENGE = sql<boolean>`
  coalesce(batches.policy ->> 'challenge' = 'nonce', false) and exists (
    select from draws where draws.account_id = batches.account_id and draws.batch_id = batches.id and draws.round = batches.round
    and draws.root is not null and draws.nonce is null)`;

/** The round of the public beacon that a row of `batches` waits for; null if it waits for none. */
export const AWAITED_ROUND = sql<number | null>`
  case when batches.policy ->> 'challenge' = 'beacon' then (
    select beacon_round from draws where draws.account_id = batches.account_id and draws.batch_id = batches.id and draws.round = batches.round
    and draws.nonce is null) end`;

export async function findDraw(
  db: Db,
  { account_id, batch_id, round }: OfRound,
): Promise<DrawRow | undefined> {
  return db
    .selectFrom("draws")
    .selectAll()
    .where("account_id", "=", account_id)
    .where("batch_id", "=", batch_id)
    .where("round", "=", round)
    .executeTakeFirst();
}

/** The draws of a batch, by round. */
export async function listDraws(
  db: Db,
  { account_id, id }: Pick<Row<"batches">, "account_id" | "id">,
): Promise<DrawRow[]> {
  return db
    .selectFrom("draws")
    .selectAll()
    .where("account_id", "=", account_id)
    .where("batch_id", "=", id)
    .orderBy("round")
    .execute();
}

export async function insertDraw(tx: Tx, row: NewRow<"draws">): Promise<void> {
  await tx.insertInto("draws").values(row).execute();
}

export async function updateDraw(
  tx: Tx,
  { account_id, batch_id, round }: OfRound,
  change: Change<"draws">,
): Promise<DrawRow> {
  return tx
    .updateTable("draws")
    .set(change)
    .where("account_id", "=", account_id)
    .where("batch_id", "=", batch_id)
    .where("round", "=", round)
    .returningAll()
    .executeTakeFirstOrThrow();
}
