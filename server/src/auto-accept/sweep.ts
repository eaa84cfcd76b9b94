import { sql } from "kysely";
import type { Deps } from "../deps.ts";
import { addJob } from "../platform/jobs/jobs.ts";

/** Batches of a sweep. */
const MOST = 1_000;

/** Adds the job of auto-accepts that wait for nobody: the last check item was excluded, or the process that closed it died. */
export async function sweepAutoAccepts({ db }: Deps): Promise<void> {
  const { rows } = await sql<{ account_id: string; batch_id: string }>`
    select account_id, batch_id from auto_accepts
    where status = 'checking' and not exists (
      select from items
      where items.account_id = auto_accepts.account_id and items.batch_id = auto_accepts.batch_id
        and items.auto_accept = 'check' and items.status = 'open')
    limit ${MOST}`.execute(db);
  for (const { account_id, batch_id } of rows) await addJob(db, account_id, "auto_accept", { batch_id });
}
