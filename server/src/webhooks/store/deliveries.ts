import { ServiceError } from "@assay/domain/errors.ts";
import { sql } from "kysely";
import type { Deps } from "../../deps.ts";
import type { Db, Tx } from "../../platform/database/db.ts";
import { changeAll, changeFirst, type SmallSteps } from "../../platform/database/small-steps.ts";
import type { Row } from "../../platform/database/tables.ts";
import { addJob } from "../../platform/jobs/jobs.ts";
import { oldestLease } from "./lease.ts";
import type { WebhookKey } from "./webhooks.ts";

/** Deliveries per replay. */
const MAX_REPLAYED = 10_000;

/** Identifies a delivery. */
type DeliveryKey = Pick<Row<"deliveries">, "id" | "account_id">;

/**
 * Ends the pending deliveries of a locked webhook that was just disabled or deleted: up to 5,000 of them, and a job the
 * others (ADR 0065). Nothing sends them meanwhile.
 */
export async function endPendingDeliveries(tx: Tx, { id, account_id }: WebhookKey): Promise<void> {
  const { isLeft } = await changeFirst(tx, pendingToEnd(account_id, id));
  if (isLeft) await addJob(tx, account_id, "end_deliveries", { webhook_id: id });
}

/** The job: ends the pending deliveries of a webhook, unless it was enabled again meanwhile. */
export async function endDeliveries(
  { db }: Pick<Deps, "db">,
  { account_id, webhook_id }: { readonly account_id: string; readonly webhook_id: string },
): Promise<void> {
  await changeAll(db, pendingToEnd(account_id, webhook_id));
}

/** One with a requested extra attempt gets its previous status back. */
function pendingToEnd(account_id: string, webhook_id: string): SmallSteps<unknown> {
  const webhook = sql`from webhooks where account_id = ${account_id} and id = ${webhook_id}`;
  return {
    table: "deliveries",
    account_id,
    condition: sql`webhook_id = ${webhook_id} and status = 'pending'
      and exists (select ${webhook} and (not enabled or deleted_at is not null))`,
    change: (chosen) => sql`
      update deliveries set due_at = null, status = coalesce(
        nullif(resume_status, 'pending'),
        (select case when deleted_at is null then 'skipped' else 'canceled' end ${webhook}))
      where ${chosen}`,
  };
}

/** How many deliveries of a webhook are pending. */
export async function countPending(db: Db, { id, account_id }: WebhookKey): Promise<number> {
  const { count } = await db
    .selectFrom("deliveries")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("account_id", "=", account_id)
    .where("webhook_id", "=", id)
    .where("status", "=", "pending")
    .executeTakeFirstOrThrow();
  return count;
}

/** How the last attempt of a delivery ended; null before it. */
export interface LastAttempt {
  readonly last_attempt: { status_code: number | null; error_code: string | null } | null;
}

/** That of a row of `deliveries`. */
export const LAST_ATTEMPT = sql<LastAttempt["last_attempt"]>`(
  select json_build_object('status_code', status_code, 'error_code', error_code) from delivery_attempts
  where delivery_attempts.account_id = deliveries.account_id and delivery_id = deliveries.id
  order by attempt desc limit 1)`.as("last_attempt");

/** The deliveries of a webhook of the account. */
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
  return { delivery, attempts: await listAttempts(db, delivery) };
}

/** The delivery to a locked webhook, locked until `tx` ends; throws `not_found`. */
export async function lockDelivery(
  tx: Tx,
  { id: webhook_id, account_id }: WebhookKey,
  id: string,
): Promise<Row<"deliveries">> {
  const deliveries = selectDeliveries(tx, account_id, webhook_id);
  const row = await deliveries.where("id", "=", id).forUpdate().executeTakeFirst();
  return row ?? missingDelivery(webhook_id, id);
}

/** The attempts of a delivery, in order. */
export function listAttempts(db: Db, { id, account_id }: DeliveryKey): Promise<Row<"delivery_attempts">[]> {
  return db
    .selectFrom("delivery_attempts")
    .selectAll()
    .where("account_id", "=", account_id)
    .where("delivery_id", "=", id)
    .orderBy("attempt")
    .execute();
}

/** Makes a delivery due now, outside its schedule. */
export function requestAttempt(
  tx: Tx,
  { id, account_id }: DeliveryKey,
  now: Date,
): Promise<Row<"deliveries"> & LastAttempt> {
  return tx
    .updateTable("deliveries")
    .set(({ ref }) => ({
      resume_status: ref("status"),
      resume_due_at: ref("due_at"),
      status: "pending",
      due_at: now,
      claimed_at: null,
    }))
    .where("account_id", "=", account_id)
    .where("id", "=", id)
    .returningAll()
    .returning(LAST_ATTEMPT)
    .executeTakeFirstOrThrow();
}

interface Replay {
  readonly webhook: WebhookKey;
  readonly from: Date;
  readonly to: Date;
  readonly statuses: readonly Row<"deliveries">["status"][];
  /** Undefined: all types. */
  readonly event_types: readonly string[] | undefined;
}

/** Makes the oldest 10,000 of these deliveries due, a millisecond apart, each with a new schedule. */
export async function replay(
  tx: Tx,
  { webhook, from, to, statuses, event_types }: Replay,
  now: Date,
): Promise<{ readonly replayed: number; readonly has_more: boolean }> {
  const { rows } = await sql<{ replayed: number; has_more: boolean }>`
    with chosen as materialized (
      select deliveries.id, row_number() over (order by deliveries.created_at, deliveries.id)::int as nth
      from deliveries
      join events on events.account_id = deliveries.account_id and events.id = event_id and body is not null
      where deliveries.account_id = ${webhook.account_id} and webhook_id = ${webhook.id} and deliveries.created_at >= ${from} and deliveries.created_at < ${to}
        and status = any(${statuses}::text[]) and trigger <> 'test'
        and (${event_types ?? null}::text[] is null or event_type = any(${event_types ?? null}::text[]))
        and (claimed_at is null or claimed_at <= ${oldestLease(now)})
      order by deliveries.created_at, deliveries.id
      limit ${MAX_REPLAYED + 1}
    ),
    replayed as (
      update deliveries set
        status = 'pending',
        trigger = 'replay',
        due_at = ${now}::timestamptz + (nth - 1) * interval '1 millisecond',
        claimed_at = null,
        uncounted_attempts = attempt_count,
        resume_status = null,
        resume_due_at = null
      from chosen where deliveries.account_id = ${webhook.account_id} and deliveries.id = chosen.id and nth <= ${MAX_REPLAYED}
      returning deliveries.id
    )
    select count(*) as replayed, (select count(*) from chosen) > ${MAX_REPLAYED} as has_more from replayed
  `.execute(tx);
  const [result] = rows;
  if (result === undefined) throw new Error("an aggregate gives a row");
  return result;
}

function missingDelivery(webhook_id: string, id: string): never {
  throw new ServiceError("not_found", `there is no delivery ${id} of ${webhook_id}`);
}
