import { type RawBuilder, sql } from "kysely";
import type { Db, Tx } from "../platform/database/db.ts";
import { preferIndexes } from "../platform/database/planner.ts";
import { ROWS_AT_ONCE } from "../platform/database/small-steps.ts";
import type { Row } from "../platform/database/tables.ts";

/** With 50 webhooks of the account, one transaction cancels as many deliveries as one of other erasures removes rows. */
const EVENTS_AT_ONCE = 100;
/** An event of a batch may be older than the batch: the clock of its node is late, or was set back. */
const CLOCKS_DIFFER = sql`interval '15 minutes'`;

/**
 * Removes a batch's data from events: their bodies, and receivers' responses. Pending deliveries are
 * canceled. The event of an audit that the deletion abandoned stays: it says nothing of the data. The log still shows by ids which event was sent where and when.
 * Reads the account's events from shortly before the batch was created once, and changes some in each transaction (ADR 0065).
 */
export async function eraseEvents(
  db: Db,
  {
    id,
    account_id,
    created_at,
    deleted_at,
  }: Pick<Row<"batches">, "id" | "account_id" | "created_at" | "deleted_at">,
): Promise<void> {
  const isOfBatch = sql<boolean>`coalesce(position(${id} in body) > 0, false)
    and not (type = 'batch.failed' and created_at is not distinct from ${deleted_at})`;
  let after: RawBuilder<unknown> | undefined = sql`(${created_at}::timestamptz - ${CLOCKS_DIFFER}, '')`;
  while (after !== undefined) {
    const { rows } = await sql<{ id: string; created_at: Date; is_of_batch: boolean }>`
      select id, created_at, ${isOfBatch} as is_of_batch from events
      where account_id = ${account_id} and (created_at, id) > ${after}
      order by created_at, id limit ${ROWS_AT_ONCE}`.execute(db);
    const found = rows.filter(({ is_of_batch }) => is_of_batch).map((row) => row.id);
    for (let start = 0; start < found.length; start += EVENTS_AT_ONCE) {
      const some = found.slice(start, start + EVENTS_AT_ONCE);
      await db.transaction().execute((tx) => eraseSome(tx, account_id, some));
    }
    const last = rows.at(-1);
    after = last && sql`(${last.created_at}::timestamptz, ${last.id})`;
  }
}

async function eraseSome(tx: Tx, account_id: string, event_ids: readonly string[]): Promise<void> {
  await preferIndexes(tx);
  // In the order of ids, like recording, to avoid deadlocks between the two.
  const { rows } = await sql<{ id: string }>`
    with erased as (
      update events set body = null where account_id = ${account_id} and id = any(${event_ids}::text[]) returning id
    )
    select deliveries.id from webhooks
    join deliveries on deliveries.account_id = webhooks.account_id and webhook_id = webhooks.id
    where webhooks.account_id = ${account_id} and event_id in (select id from erased)
    order by deliveries.id for update of deliveries`.execute(tx);
  const deliveries = rows.map((row) => row.id);
  await sql`
    update deliveries set status = 'canceled', due_at = null
    where account_id = ${account_id} and id = any(${deliveries}::text[]) and status = 'pending'`.execute(tx);
  await sql`
    update delivery_attempts set response_body = null
    where account_id = ${account_id} and delivery_id = any(${deliveries}::text[])`.execute(tx);
}
