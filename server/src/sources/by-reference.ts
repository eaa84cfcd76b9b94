import { sql } from "kysely";
import type { Db } from "../platform/database/db.ts";

/**
 * The protocols of the endpoints of all accounts' sources by reference, whose objects pages show. Only stores in networks that
 * the operator allows have `http:`.
 */
export async function protocolsOfReferences(db: Db): Promise<string[]> {
  const { rows } = await sql<{ protocol: string }>`
    select protocol from (values ('https:', false), ('http:', true)) as known (protocol, is_http)
    where exists (
      select from sources
      where mode = 'reference' and (coalesce(config ->> 'endpoint', '') like 'http:%') = is_http)`.execute(
    db,
  );
  return rows.map(({ protocol }) => protocol);
}
