import { type SelectQueryBuilder, sql } from "kysely";
import type { Db } from "../platform/database/db.ts";
import type { Row, Tables } from "../platform/database/tables.ts";

export interface ChangeRow extends Row<"audit_log"> {
  readonly actor_name: string;
}

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
        (select name from api_keys where api_keys.account_id = audit_log.account_id and api_keys.id = actor_id),
        (select name from members where members.account_id = audit_log.account_id and members.id = actor_id),
        '')`.as("actor_name"),
    )
    .where("audit_log.account_id", "=", account_id);
}
