import { ServiceError } from "@assay/domain/errors.ts";
import { sql } from "kysely";
import { lockAccount } from "../accounts/store.ts";
import type { Db } from "../platform/database/db.ts";

/** Limits the first read of a long history, so that it responds quickly; it says that there is more. */
const PLACED_AT_ONCE = 1_000;

/** The end of the account's list. */
export interface Reach {
  /** The last sequence number given; 0 if there is none. */
  readonly end: number;
  /** Whether there are committed events without a number. */
  readonly has_more: boolean;
}

/**
 * Numbers the account's unnumbered events (column `place`), those of one call in the order of their times, and returns the new
 * end of the list.
 *
 * An event is numbered after its commit, by one reader at a time, and that reader's numbers are committed
 * before the next reader numbers others. So a reader that sees a number sees every lower one, now and later,
 * however long the transaction of an event took (ADR 0015).
 */
export async function placeEvents(db: Db, account_id: string, now: Date): Promise<Reach> {
  const reach = await findReach(db, account_id);
  if (!reach.has_more) return reach;
  await db.transaction().execute(async (tx) => {
    await lockAccount(tx, account_id);
    const { end } = await findReach(tx, account_id); // in a snapshot taken after the lock
    // Uses the time, so that numbers keep increasing after the restore of a backup, whose last numbers are
    // lower.
    const first = Math.max(end + 1, now.getTime() * 1_000);
    await sql`
      with fresh as (
        select id, created_at from events
        where account_id = ${account_id} and body is not null and place is null
        order by created_at, id limit ${PLACED_AT_ONCE}
        for no key update skip locked -- what is being erased is passed over, not waited for
      ),
      placed as (select id, ${first}::bigint + row_number() over (order by created_at, id) - 1 as place from fresh)
      update events set place = placed.place from placed where events.account_id = ${account_id} and events.id = placed.id
    `.execute(tx);
  });
  return findReach(db, account_id);
}

async function findReach(db: Db, account_id: string): Promise<Reach> {
  const { rows } = await sql<Reach>`
    select
      coalesce(
        (select max(place) from events
          where account_id = ${account_id} and body is not null and place is not null),
        0
      ) as end,
      exists (
        select from events where account_id = ${account_id} and body is not null and place is null
      ) as has_more
  `.execute(db);
  const [reach] = rows;
  if (reach === undefined) throw new Error("a select without from gives a row");
  return reach;
}

/** The account's numbered events that are not too old, in the order of their numbers. */
export function selectPlaced(db: Db, account_id: string, after: number) {
  return db
    .selectFrom("events")
    .select(["place", "body"])
    .where("account_id", "=", account_id)
    .where("place", ">", after)
    .where("body", "is not", null)
    .orderBy("place")
    .$narrowType<{ place: number; body: string }>();
}

/**
 * The event's body as it was sent. Throws `not_found`, and `gone` if it is too old or was erased with its
 * batch.
 */
export async function getEventBody(db: Db, account_id: string, id: string): Promise<string> {
  const row = await db
    .selectFrom("events")
    .select("body")
    .where("account_id", "=", account_id)
    .where("id", "=", id)
    .executeTakeFirst();
  if (row === undefined) throw new ServiceError("not_found", `there is no event ${id}`);
  if (row.body === null)
    throw new ServiceError(
      "gone",
      "the event is deleted: events are kept for 30 days, or until their batch is deleted",
    );
  return row.body;
}
