import { sql } from "kysely";
import type { Db } from "./db.ts";

/**
 * The database's clock, so that several processes agree on leases and schedules whatever their own clocks show, also while
 * somebody sets these.
 */
export interface Clock {
  readonly now: () => Date;
  /** Asks for the database's clock again. */
  readonly synchronize: () => Promise<void>;
}

/**
 * A clock that runs by the time since this process started, which nobody can set; call `synchronize` every few seconds, since
 * that time stands still while a machine is suspended. An answer may come late, when the database or the pool is busy: it proves
 * only that the database's clock shows between its time and that time plus the wait, and the clock moves only that far. With the
 * middle of a wait of 40 s a process would be 20 s wrong, and take the leases of others.
 */
export async function databaseClock(db: Db): Promise<Clock> {
  let offsetInMs: number | undefined;
  async function synchronize(): Promise<void> {
    const before = performance.now();
    const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(db);
    const at = rows[0]?.at.getTime();
    if (at === undefined) return;
    const [least, most] = [at - performance.now(), at - before];
    offsetInMs = Math.min(most, Math.max(least, offsetInMs ?? (least + most) / 2));
  }
  await synchronize();
  await synchronize(); // the first wait was also for a connection
  return { now: () => new Date(performance.now() + (offsetInMs ?? 0)), synchronize };
}
