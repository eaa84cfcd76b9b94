import { ServiceError } from "@assay/domain/errors.ts";
import { sql } from "kysely";
import { lockAccount } from "../accounts/store.ts";
import type { Db, Tx } from "../platform/database/db.ts";
import type { Change, NewRow, Row } from "../platform/database/tables.ts";

export type WebhookRow = Row<"webhooks">;

/** The account's webhooks, those that were deleted left out. */
export function selectWebhooks(db: Db, account_id: string) {
  return selectAnyWebhooks(db, account_id).where("deleted_at", "is", null);
}

/** The account's webhook; throws `not_found`, also where it was deleted or is another account's. */
export async function getWebhook(db: Db, account_id: string, id: string): Promise<WebhookRow> {
  const row = await selectWebhooks(db, account_id).where("id", "=", id).executeTakeFirst();
  return row ?? missing(id);
}

/**
 * The same, with the row locked until `tx` ends. FOR UPDATE, though no key changes: it waits for each `emit`
 * that read the row FOR KEY SHARE, so that what follows sees the deliveries which these have written.
 */
export async function lockWebhook(tx: Tx, account_id: string, id: string): Promise<WebhookRow> {
  const row = await selectWebhooks(tx, account_id).where("id", "=", id).forUpdate().executeTakeFirst();
  return row ?? missing(id);
}

/** Throws `not_found` for a webhook that the account never had; the log of a deleted one stays readable. */
export async function assertWebhookWasThere(db: Db, account_id: string, id: string): Promise<void> {
  const row = await selectAnyWebhooks(db, account_id).where("id", "=", id).executeTakeFirst();
  if (row === undefined) missing(id);
}

export function insertWebhook(tx: Tx, row: NewRow<"webhooks">): Promise<WebhookRow> {
  return tx.insertInto("webhooks").values(row).returningAll().executeTakeFirstOrThrow();
}

export function updateWebhook(tx: Tx, id: string, change: Change<"webhooks">): Promise<WebhookRow> {
  return tx.updateTable("webhooks").set(change).where("id", "=", id).returningAll().executeTakeFirstOrThrow();
}

/** How many webhooks the account has; whoever counts next waits until `tx` ends. */
export async function countWebhooks(tx: Tx, account_id: string): Promise<number> {
  await lockAccount(tx, account_id);
  const { count } = await tx
    .selectFrom("webhooks")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("account_id", "=", account_id)
    .where("deleted_at", "is", null)
    .executeTakeFirstOrThrow();
  return count;
}

/** Keeps `emit` from reading the webhook until `tx` ends, and waits for each that has read it. */
export async function lockAgainstEmit(tx: Tx, id: string): Promise<void> {
  await tx.selectFrom("webhooks").select("id").where("id", "=", id).forUpdate().execute();
}

/** Disables an enabled webhook because deliveries failed; undefined where it was not enabled (any more). */
export function disableFailing(tx: Tx, id: string, now: Date): Promise<WebhookRow | undefined> {
  return tx
    .updateTable("webhooks")
    .set({ enabled: false, disabled_at: now, disabled_reason: "delivery_failures", updated_at: now })
    .where("id", "=", id)
    .where("enabled", "=", true)
    .where("deleted_at", "is", null)
    .returningAll()
    .executeTakeFirst();
}

/**
 * Ends what is still to be sent to a locked webhook; gives how many deliveries that were. One that was to be sent
 * once more is again what it was before.
 */
export async function endPendingDeliveries(
  tx: Tx,
  webhook_id: string,
  status: "skipped" | "canceled",
): Promise<number> {
  // In the order of ids, as recording does, so that the two never wait for each other.
  const { numAffectedRows = 0n } = await sql`
    with pending as materialized (
      select id from deliveries where webhook_id = ${webhook_id} and status = 'pending' order by id for update
    )
    update deliveries set status = coalesce(nullif(resume_status, 'pending'), ${status}), due_at = null
    from pending where deliveries.id = pending.id
  `.execute(tx);
  return Number(numAffectedRows);
}

/** What was sent, or is to be sent, to a webhook of the account. */
export function selectDeliveries(db: Db, account_id: string, webhook_id: string) {
  return db
    .selectFrom("deliveries")
    .selectAll()
    .where("account_id", "=", account_id)
    .where("webhook_id", "=", webhook_id);
}

/** The delivery with its attempts, in order; throws `not_found`. */
export async function getDelivery(db: Db, account_id: string, webhook_id: string, id: string) {
  const delivery = await selectDeliveries(db, account_id, webhook_id).where("id", "=", id).executeTakeFirst();
  if (delivery === undefined) missingDelivery(webhook_id, id);
  return { delivery, attempts: await listAttempts(db, id) };
}

/** The delivery to a locked webhook, locked until `tx` ends; throws `not_found`. */
export async function lockDelivery(
  tx: Tx,
  { id: webhook_id, account_id }: WebhookRow,
  id: string,
): Promise<Row<"deliveries">> {
  const deliveries = selectDeliveries(tx, account_id, webhook_id);
  const row = await deliveries.where("id", "=", id).forUpdate().executeTakeFirst();
  return row ?? missingDelivery(webhook_id, id);
}

/** The attempts of a delivery, in order. */
export function listAttempts(db: Db, delivery_id: string): Promise<Row<"delivery_attempts">[]> {
  return db
    .selectFrom("delivery_attempts")
    .selectAll()
    .where("delivery_id", "=", delivery_id)
    .orderBy("attempt")
    .execute();
}

function selectAnyWebhooks(db: Db, account_id: string) {
  return db.selectFrom("webhooks").selectAll().where("account_id", "=", account_id);
}

function missingDelivery(webhook_id: string, id: string): never {
  throw new ServiceError("not_found", `there is no delivery ${id} of ${webhook_id}`);
}

function missing(id: string): never {
  throw new ServiceError("not_found", `there is no webhook ${id}`);
}
