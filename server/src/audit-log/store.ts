import { type SelectQueryBuilder, sql } from "kysely";
import type { Db } from "../platform/database/db.ts";
import type { Row, Tables } from "../platform/database/tables.ts";

export interface ChangeRow extends Row<"audit_log"> {
  readonly actor_name: string;
  /** Null for what is deleted, and for kinds without a name. */
  readonly resource_name: string | null;
}

/** The tables whose rows have a name that people gave, by the prefix of their ids. */
const NAMED = [
  ["acct", "accounts"],
  ["key", "api_keys"],
  ["mem", "members"],
  ["proj", "projects"],
  ["batch", "batches"],
  ["ds", "datasets"],
  ["model", "models"],
] as const;

/** Of these the row stays after the deletion, with a mark. */
const MARKED: ReadonlySet<string> = new Set(["members", "batches", "datasets"]);

/** Of webhooks the host: their addresses may hold secrets. */
const HOST = "^[a-z]+://(?:[^/?#]*@)?([^/?#]+)";

/** The account's changes, with the current names of their actors and of what they changed. */
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
    .select(resourceName().as("resource_name"))
    .where("audit_log.account_id", "=", account_id);
}

function resourceName() {
  const cases = NAMED.map(([prefix, table]) => {
    const account = sql.ref(table === "accounts" ? "named.id" : "named.account_id");
    const present = MARKED.has(table) ? sql`and named.deleted_at is null` : sql``;
    return sql`when ${sql.lit(prefix)} then (select name from ${sql.table(table)} as named
      where ${account} = audit_log.account_id and named.id = resource_id ${present})`;
  });
  return sql<string | null>`case split_part(resource_id, '_', 1) ${sql.join(cases, sql` `)}
    when 'wh' then (select substring(url from ${sql.lit(HOST)}) from webhooks
      where webhooks.account_id = audit_log.account_id and webhooks.id = resource_id and deleted_at is null) end`;
}
