import { ServiceError } from "@assay/domain/errors.ts";
import { sql } from "kysely";
import type { Tx } from "../platform/database/db.ts";

/** Maximum of concurrent searches of one account, across all processes. */
const AT_ONCE = 3;
const SEARCH_MS = 3_000;

/**
 * Allows the transaction to search in texts, labels, answers or metadata: its statements may take three seconds from here on. Throws
 * `rate_limit_exceeded` while three other transactions search for the account.
 */
export async function beginSearch(tx: Tx, account_id: string): Promise<void> {
  await sql`set local statement_timeout = ${sql.lit(SEARCH_MS)}`.execute(tx);
  // The locks end with the transaction, even if the process dies.
  const { rows } = await sql`
    select from generate_series(1, ${AT_ONCE}::integer) as slot
    where pg_try_advisory_xact_lock(hashtextextended(${account_id} || ' search ' || slot, 0)) limit 1`.execute(
    tx,
  );
  if (rows.length > 0) return;
  throw new ServiceError(
    "rate_limit_exceeded",
    `${AT_ONCE} searches of the account are running; try again when one has finished`,
  );
}
