import { sql } from "kysely";
import type { Db } from "./db.ts";

/**
 * The database's clock, so that several processes agree on leases and schedules whatever their own clocks
 * show.
 */
export interface Clock {
  readonly now: () => Date;
  /** Measures the offset of the database's clock again. */
  readonly synchronize: () => Promise<void>;
}

/** A clock with an offset measured once; call `synchronize` every minute or so. */
export async function databaseClock(db: Db): Promise<Clock> {
  let offsetInMs = 0;
  const clock: Clock = {
    now: () => new Date(Date.now() + offsetInMs),
    async synchronize() {
      const before = Date.now();
      const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(db);
      const after = Date.now();
      offsetInMs = (rows[0]?.at.getTime() ?? after) - (before + after) / 2;
    },
  };
  await clock.synchronize();
  return clock;
}
