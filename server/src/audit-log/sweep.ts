import { sql } from "kysely";
import type { Deps } from "../deps.ts";
import { changeFree } from "../platform/database/small-steps.ts";

/** 400 days: a year and a month, in case somebody asks about it then. */
const KEPT_MS = 400 * 24 * 3_600_000;

/** Deletes changes older than that. */
export async function sweepAuditLog({ db, now }: Pick<Deps, "db" | "now">): Promise<void> {
  const before = new Date(now().getTime() - KEPT_MS);
  await changeFree(db, {
    table: "audit_log",
    condition: sql`created_at < ${before}`,
    change: (chosen) => sql`delete from audit_log where ${chosen}`,
  });
}
