import { sql } from "kysely";
import type { Deps } from "../deps.ts";
import { changeFree } from "../platform/database/small-steps.ts";
import { firstIdAt } from "../platform/ids.ts";

/** 90 days: an owner who was away for a quarter still reads what was mailed. */
const KEPT_MS = 90 * 24 * 3_600_000;

/** Deletes notifications older than that. */
export async function sweepNotifications({ db, now }: Pick<Deps, "db" | "now">): Promise<void> {
  const before = new Date(now().getTime() - KEPT_MS);
  await changeFree(db, {
    table: "notifications",
    condition: sql`id < ${firstIdAt("notification", before)} and created_at < ${before}`,
    change: (chosen) => sql`delete from notifications where ${chosen}`,
  });
}
