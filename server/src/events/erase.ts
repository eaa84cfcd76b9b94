import { sql } from "kysely";
import type { Tx } from "../platform/database/db.ts";
import type { Row } from "../platform/database/tables.ts";

/**
 * Removes a batch's data from events: their bodies, and receivers' responses. Pending deliveries are
 * canceled. The event of an audit that the deletion abandoned stays: it says nothing of the data. The log still shows by ids which event was sent where and when.
 */
export async function eraseEvents(
  tx: Tx,
  {
    id,
    account_id,
    created_at,
    deleted_at,
  }: Pick<Row<"batches">, "id" | "account_id" | "created_at" | "deleted_at">,
): Promise<void> {
  // In the order of ids, like recording, to avoid deadlocks between the two.
  const { rows } = await sql<{ id: string }>`
    with erased as (
      update events set body = null
      where account_id = ${account_id} and created_at >= ${created_at} and position(${id} in body) > 0
        and not (type = 'batch.failed' and created_at is not distinct from ${deleted_at})
      returning id
    )
    select deliveries.id from webhooks join deliveries on webhook_id = webhooks.id
    where webhooks.account_id = ${account_id} and event_id in (select id from erased)
    order by deliveries.id for update of deliveries`.execute(tx);
  const deliveries = rows.map((row) => row.id);
  await sql`
    update deliveries set status = 'canceled', due_at = null
    where id = any(${deliveries}::text[]) and status = 'pending'`.execute(tx);
  await sql`
    update delivery_attempts set response_body = null where delivery_id = any(${deliveries}::text[])`.execute(
    tx,
  );
}
