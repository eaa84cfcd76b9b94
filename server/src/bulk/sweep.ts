import { sql } from "kysely";
import type { Deps } from "../deps.ts";
import { changeFree } from "../platform/database/small-steps.ts";
import { firstIdAt } from "../platform/ids.ts";

/** 30 days, as events: who asked for a change polls it until it is done. */
const KEPT_MS = 30 * 24 * 3_600_000;

/** Deletes bulk changes that were finished by then. Unfinished ones stay, however old. */
export async function sweepBulkJobs({ db, now }: Pick<Deps, "db" | "now">): Promise<void> {
  const before = new Date(now().getTime() - KEPT_MS);
  await changeFree(db, {
    table: "bulk_jobs",
    condition: sql`id < ${firstIdAt("job", before)} and finished_at < ${before}`,
    change: (chosen) => sql`delete from bulk_jobs where ${chosen}`,
  });
}
