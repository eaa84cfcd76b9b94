import { sql } from "kysely";
import type { Deps } from "../deps.ts";
import type { Db } from "../platform/database/db.ts";
import { listUnswept, markSwept, type Shard } from "../queue/unswept.ts";
import { finishIfComplete, IS_COMPLETE } from "./finish.ts";
import { startIfCreated } from "./start.ts";

/**
 * Starts and finishes batches whose first or last answer was committed by a process that died before it did so. Looks only
 * at batches whose counts have changed since the last sweep.
 */
export async function moveStalledBatches(deps: Deps): Promise<void> {
  let last: Shard | undefined;
  do {
    const seen = await listUnswept(deps.db, last);
    for (const { id, account_id, is_complete } of await listStalled(deps.db, seen)) {
      if (is_complete) await finishIfComplete(deps, account_id, id);
      else await startIfCreated(deps, account_id, id);
    }
    await markSwept(deps.db, seen);
    last = seen.at(-1);
  } while (last !== undefined);
}

interface Stalled {
  readonly id: string;
  readonly account_id: string;
  readonly is_complete: boolean;
}

async function listStalled(db: Db, seen: readonly Shard[]): Promise<readonly Stalled[]> {
  const ids = [...new Set(seen.map(({ batch_id }) => batch_id))];
  const { rows } = await sql<Stalled>`
    select * from (
      select id, account_id, status, ${IS_COMPLETE} as is_complete from batches
      where id = any(${ids}::text[]) and stage in ('created', 'processing') and deleted_at is null
    ) as batch
    where is_complete or (status = 'created'
      and exists (select from batch_progress where batch_id = batch.id and answers > 0))`.execute(db);
  return rows;
}
