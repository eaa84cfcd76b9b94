import { sql } from "kysely";
import type { Deps } from "../deps.ts";
import { AT_ONCE, endLeases, lockingExpired } from "./leases.ts";

/** Ends expired leases: drafts stay, and the items can be claimed again. */
export async function expireLeases({ db, now }: Deps): Promise<void> {
  for (;;) {
    const ended = await db.transaction().execute(async (tx) => {
      const { rows } = await lockingExpired(sql``, AT_ONCE, now()).execute(tx);
      return endLeases(tx, rows, "expired", now());
    });
    if (ended < AT_ONCE) return;
  }
}
