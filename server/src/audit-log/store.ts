import { type SelectQueryBuilder, sql } from "kysely";
import type { Deps } from "../deps.ts";
import type { Db } from "../platform/database/db.ts";
import { changeFree } from "../platform/database/small-steps.ts";
import type { Row, Tables } from "../platform/database/tables.ts";

export interface ChangeRow extends Row<"audit_log"> {
  readonly actor_name: string;
}

/** 400 days: a year and a month, in case somebody asks about it then. */
const KEPT_MS = 400 * 24 * 3_600_000;

/** The account's changes, with the current names of their actors. */
export function selectChanges(
  db: Db,
  account_id: string,
): SelectQueryBuilder<Tables, "audit_log", ChangeRow> {
  return db
    .selectFrom("audit_log")
    .selectAll()
    .select(
      sql<string>`coalesce(
        (select name from api_keys where api_keys.id = actor_id),
        (select name from members where members.id = actor_id),
        '')`.as("actor_name"),
    )
    .where("audit_log.account_id", "=", account_id);
}

/** Deletes changes older than that. */
export async function sweepAuditLog({ db, now }: Pick<Deps, "db" | "now">): Promise<void> {
  const before = new Date(now().getTime() - KEPT_MS);
  await changeFree(db, {
    table: "audit_log",
    condition: sql`created_at < ${before}`,
    change: (chosen) => sql`delete from audit_log where ${chosen}`,
  });
}
