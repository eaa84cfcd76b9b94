import { sql } from "kysely";
import type { Db } from "../platform/database/db.ts";

/** The work that is due, and the webhooks that only their owners can enable again. */
export interface Backlog {
  /** Seconds since the most overdue delivery and job were due; 0 if none is. */
  readonly deliveryAge: number;
  readonly jobAge: number;
  /** Webhooks that were disabled because a delivery failed for the last time. */
  readonly disabledByFailures: number;
  readonly disabledByHand: number;
}

interface Row {
  readonly delivery_due: Date | null;
  readonly job_due: Date | null;
  readonly by_failures: number;
  readonly by_hand: number;
}

/** Reads the backlog within `limitInMs`; rejects if that is not enough. */
export async function readBacklog(db: Db, now: Date, limitInMs: number): Promise<Backlog> {
  const { rows } = await db.transaction().execute(async (tx) => {
    await sql`select set_config('statement_timeout', ${String(limitInMs)}, true)`.execute(tx);
    return sql<Row>`
      select
        (select min(due_at) from deliveries where status = 'pending') as delivery_due,
        (select min(run_at) from graphile_worker._private_jobs where is_available and priority = 0) as job_due,
        count(*) filter (where disabled_reason = 'delivery_failures') as by_failures,
        count(*) filter (where disabled_reason = 'manual') as by_hand
      from webhooks where not enabled and deleted_at is null`.execute(tx);
  });
  const [row] = rows;
  return {
    deliveryAge: secondsSince(row?.delivery_due, now),
    jobAge: secondsSince(row?.job_due, now),
    disabledByFailures: row?.by_failures ?? 0,
    disabledByHand: row?.by_hand ?? 0,
  };
}

function secondsSince(due: Date | null | undefined, now: Date): number {
  return due ? Math.max(0, (now.getTime() - due.getTime()) / 1000) : 0;
}
