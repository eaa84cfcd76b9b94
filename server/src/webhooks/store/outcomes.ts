import { sql } from "kysely";
import type { Db, Tx } from "../../platform/database/db.ts";
import type { Row } from "../../platform/database/tables.ts";
import type { OutboundFault } from "../../platform/network/outbound.ts";
import { type Claimed, claimReady, oldestLease, type Rooms } from "./lease.ts";

/** The outcome of one attempt: a response, or the reason why there was none. */
export interface Outcome {
  readonly id: string;
  readonly delivery: Claimed;
  readonly started_at: Date;
  readonly ended_at: Date;
  readonly status_code: number | null;
  readonly error_code: OutboundFault | null;
  readonly response_body: string | null;
}

/** The outcome of an attempt, and the next step. */
export interface Settled {
  readonly outcome: Outcome;
  /** When to try again; null if it succeeded, or failed for the last time. */
  readonly due_at: Date | null;
}

/**
 * Records any number of attempts in one statement; returns the recorded deliveries and their previous status.
 * An outcome counts only if its delivery has as many attempts as when it was claimed, so a worker whose lease
 * expired overwrites nothing. A delivery that was skipped or canceled during its attempt is not tried again,
 * but the attempt and a success are recorded; for a canceled one without the response, which may contain data
 * of a deleted batch. If an extra attempt fails, the delivery gets its previous status back and its schedule
 * continues.
 */
export async function insertOutcomes(
  db: Db,
  settled: readonly Settled[],
): Promise<readonly { readonly id: string; readonly was: Row<"deliveries">["status"] }[]> {
  const { rows } = await sql<{ id: string; was: Row<"deliveries">["status"] }>`
    with ${recorded(settled)}
    select id, was from updated
  `.execute(db);
  return rows;
}

/**
 * The same, and claims due deliveries of the same webhooks, up to `rooms` of each: the process already holds
 * these slots of the webhook, so nothing has to be locked or counted (ADR 0013). An expired lease passes on
 * nothing.
 *
 * The commit does not wait for the disk: if it is lost with the database, the delivery is sent again when its
 * lease expires, as after a crash between response and recording.
 */
export async function insertOutcomesAndClaim(
  db: Db,
  settled: readonly Settled[],
  rooms: Rooms,
  now: Date,
): Promise<readonly Claimed[]> {
  const limit = [...rooms.values()].reduce((sum, room) => sum + room, 0);
  const { rows } = await sql<Claimed>`
    with ${recorded(settled)},
    ready as materialized (
      select webhooks.*, room
      from (
        select webhook_id, set_config('synchronous_commit', 'off', true)
        from locked
        group by webhook_id having bool_and(is_held and claimed_at > ${oldestLease(now)})
      ) as freed
      join unnest(${[...rooms.keys()]}::text[], ${[...rooms.values()]}::int[]) as rooms (webhook_id, room)
        on rooms.webhook_id = freed.webhook_id
      join webhooks on webhooks.id = freed.webhook_id and enabled and deleted_at is null
    ),
    ${claimReady(now, limit)}
  `.execute(db);
  return rows;
}

function recorded(settled: readonly Settled[]) {
  return sql`
    outcomes as (
      select * from jsonb_to_recordset(${JSON.stringify(settled.map(toRecord))}::jsonb) as outcome (
        id text, account_id text, delivery_id text, attempt integer, started_at timestamptz, duration_ms integer, status_code integer,
        error_code text, response_body text, due_at timestamptz, delivered_at timestamptz, claimed_at timestamptz
      )
    ),
    -- In the order of ids, as whoever ends the deliveries of a webhook does, so that the two never wait for each other.
    locked as materialized (
      select deliveries.id, webhook_id, status as was, deliveries.claimed_at,
        deliveries.claimed_at is not distinct from outcomes.claimed_at as is_held
      from deliveries
      join outcomes on outcomes.delivery_id = deliveries.id and outcomes.attempt = attempt_count
      order by deliveries.id for update of deliveries
    ),
    updated as (
      update deliveries set
        attempt_count = attempt_count + 1,
        uncounted_attempts = uncounted_attempts + (resume_status is not null)::int,
        claimed_at = null,
        delivered_at = coalesce(outcomes.delivered_at, deliveries.delivered_at),
        due_at = case
          when outcomes.delivered_at is null and status = 'pending' then coalesce(resume_due_at, outcomes.due_at)
        end,
        status = case
          when outcomes.delivered_at is not null then 'delivered'
          when resume_status is not null then case when status = 'pending' then resume_status else status end
          when outcomes.due_at is null and status <> 'canceled' then 'failed'
          else status
        end,
        resume_status = null,
        resume_due_at = null
      from locked join outcomes on outcomes.delivery_id = locked.id
      where deliveries.id = locked.id
      returning deliveries.id, was
    ),
    logged as (
      insert into delivery_attempts
        (id, account_id, delivery_id, attempt, started_at, duration_ms, status_code, error_code, response_body)
      select outcomes.id, outcomes.account_id, delivery_id, attempt, started_at, duration_ms, status_code, error_code,
        case when was <> 'canceled' then response_body end
      from outcomes join updated on updated.id = delivery_id
    )
  `;
}

function toRecord({ outcome, due_at }: Settled) {
  const { claimed_at } = outcome.delivery;
  return { ...toAttempt(outcome), due_at, delivered_at: deliveredAt(outcome), claimed_at };
}

/** An attempt for the log. */
function toAttempt({ delivery, started_at, ended_at, ...answer }: Outcome) {
  return {
    ...answer,
    account_id: delivery.account_id,
    delivery_id: delivery.id,
    attempt: delivery.attempt,
    started_at,
    duration_ms: durationOf({ started_at, ended_at }),
  };
}

/** When the receiver accepted the delivery; null if it did not. */
function deliveredAt(outcome: Outcome): Date | null {
  return hasSucceeded(outcome) ? outcome.ended_at : null;
}

/** Whether the receiver accepted the delivery. Redirects are not followed, so 3xx is a failure. */
export function hasSucceeded({ status_code }: Outcome): boolean {
  return status_code !== null && status_code >= 200 && status_code < 300;
}

/** Milliseconds from its start to its end. */
export function durationOf({ started_at, ended_at }: Pick<Outcome, "started_at" | "ended_at">): number {
  return Math.max(0, ended_at.getTime() - started_at.getTime());
}

/** Writes a test to the log of its webhook, without an event (ADR 0014). */
export async function recordTest(
  tx: Tx,
  outcome: Outcome,
): Promise<{ readonly delivery: Row<"deliveries">; readonly attempts: Row<"delivery_attempts">[] }> {
  const { id, account_id, webhook_id, event_id, event_type } = outcome.delivery;
  const delivered_at = deliveredAt(outcome);
  const delivery = await tx
    .insertInto("deliveries")
    .values({
      ...{ id, account_id, webhook_id, event_id, event_type, delivered_at },
      status: delivered_at === null ? "failed" : "delivered",
      trigger: "test",
      attempt_count: 1,
      created_at: outcome.started_at,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const attempts = await tx
    .insertInto("delivery_attempts")
    .values(toAttempt(outcome))
    .returningAll()
    .execute();
  return { delivery, attempts };
}
