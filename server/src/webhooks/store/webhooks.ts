import { ServiceError } from "@assay/domain/errors.ts";
import { sql } from "kysely";
import { lockAccount } from "../../accounts/store.ts";
import type { Db, Tx } from "../../platform/database/db.ts";
import type { Change, NewRow, Row } from "../../platform/database/tables.ts";

/** How many of the newest deliveries to look at for failures. */
const NEWEST = 100;

/** A webhook, and how many of its newest deliveries failed in a row. */
export type WebhookRow = Row<"webhooks"> & { readonly failed_in_a_row: number };

/** Identifies a webhook. */
export type WebhookKey = Pick<WebhookRow, "id" | "account_id">;

/** The account's webhooks except deleted ones. */
export function selectWebhooks(db: Db, account_id: string) {
  return selectAnyWebhooks(db, account_id).select(FAILED_IN_A_ROW).where("deleted_at", "is", null);
}

/** The account's webhook; throws `not_found`, also if it was deleted or is another account's. */
export async function getWebhook(db: Db, account_id: string, id: string): Promise<WebhookRow> {
  const row = await selectWebhooks(db, account_id).where("id", "=", id).executeTakeFirst();
  return row ?? missing(id);
}

/**
 * The same, with the row locked until `tx` ends. FOR UPDATE although no key changes: it waits for each `emit`
 * that read the row FOR KEY SHARE, so that later statements see the deliveries that those inserted.
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

export async function insertWebhook(tx: Tx, row: NewRow<"webhooks">): Promise<WebhookRow> {
  const webhook = await tx.insertInto("webhooks").values(row).returningAll().executeTakeFirstOrThrow();
  return { ...webhook, failed_in_a_row: 0 };
}

export async function updateWebhook(
  tx: Tx,
  { id, account_id, failed_in_a_row }: WebhookRow,
  change: Change<"webhooks">,
): Promise<WebhookRow> {
  const webhook = await tx
    .updateTable("webhooks")
    .set(change)
    .where("account_id", "=", account_id)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return { ...webhook, failed_in_a_row };
}

/** Counts the account's webhooks; concurrent counts wait until `tx` ends. */
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

/** Prevents `emit` from reading the webhook until `tx` ends, after waiting for those that have read it. */
export async function lockAgainstEmit(tx: Tx, { id, account_id }: WebhookKey): Promise<void> {
  await selectAnyWebhooks(tx, account_id).where("id", "=", id).forUpdate().execute();
}

/** Disables an enabled webhook because deliveries failed; undefined if it was not enabled any more. */
export function disableFailing(
  tx: Tx,
  { id, account_id }: WebhookKey,
  now: Date,
): Promise<Row<"webhooks"> | undefined> {
  return tx
    .updateTable("webhooks")
    .set({ enabled: false, disabled_at: now, disabled_reason: "delivery_failures", updated_at: now })
    .where("account_id", "=", account_id)
    .where("id", "=", id)
    .where("enabled", "=", true)
    .where("deleted_at", "is", null)
    .returningAll()
    .executeTakeFirst();
}

/** Deliveries that wait for their first attempt say nothing, and a test changes nothing of a webhook. */
const FAILED_IN_A_ROW = sql<number>`(
  select coalesce(min(place) filter (where delivered_at is not null) - 1, count(*))
  from (
    select delivered_at, row_number() over (order by created_at desc, id desc) as place
    from deliveries
    where deliveries.account_id = webhooks.account_id and webhook_id = webhooks.id
      and attempt_count > 0 and trigger <> 'test'
    order by created_at desc, id desc
    limit ${sql.lit(NEWEST)}
  ) as newest
)`.as("failed_in_a_row");

function selectAnyWebhooks(db: Db, account_id: string) {
  return db.selectFrom("webhooks").selectAll().where("account_id", "=", account_id);
}

function missing(id: string): never {
  throw new ServiceError("not_found", `there is no webhook ${id}`);
}
