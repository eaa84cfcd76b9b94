import { sql } from "kysely";
import type { Tx } from "../platform/database/db.ts";
import { entryBytes, type LogEntry } from "./entry.ts";

/** Any number that no other advisory lock in the database uses. */
const LOCK = 0x6c6f67;

/** The position and bytes of an entry that was appended. */
export interface Appended {
  readonly position: number;
  readonly entry: Buffer;
}

/**
 * Appends an entry to the log in the transaction of the event that it records, and stores the hashes of the subtrees
 * that it completes. One transaction appends at a time, until it ends: append last, after all other locks are taken.
 */
export async function appendToLog(tx: Tx, recorded: LogEntry): Promise<Appended> {
  const { rows: keys } = await sql<{ key: Buffer }>`
    select key from log_pseudonyms, pg_advisory_xact_lock(${LOCK}) as locked`.execute(tx);
  const entry = entryBytes(recorded, keys[0]?.key ?? missingKey());
  // A statement of its own: its snapshot begins after the lock, so it sees the last entry.
  const { rows } = await sql<{ position: number }>`
    with recursive appended as (
      insert into log_entries (position, entry)
      select coalesce(max(position) + 1, 0), ${entry}::bytea from log_entries
      returning position
    ), hashes (level, position, hash) as (
      select 0, position, sha256('\\x00'::bytea || ${entry}::bytea) from appended
      union all
      select level + 1, position / 2, sha256('\\x01'::bytea || (
        select neighbor.hash from log_hashes as neighbor
        where neighbor.level = hashes.level and neighbor.position = hashes.position - 1) || hash)
      from hashes where position % 2 = 1
    ), stored as (
      insert into log_hashes (level, position, hash) select level, position, hash from hashes
    )
    select position from appended`.execute(tx);
  const [appended] = rows;
  if (appended === undefined) throw new Error("the log appended no entry");
  return { position: appended.position, entry };
}

function missingKey(): never {
  throw new Error("log_pseudonyms has no key: a migration inserts it");
}
