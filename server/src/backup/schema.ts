import type pg from "pg";
import type { Manifest } from "./manifest.ts";

const HERE = "(select oid from pg_namespace where nspname = current_schema())";

/** The tables with the service's rows, sorted by name, with their writable columns. */
export async function listTables(client: pg.Client): Promise<Manifest["tables"]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(`
    select relname as name, array_agg(attname::text order by attnum) as columns
    from pg_class
    join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = ''
    where relnamespace = ${HERE} and relkind in ('r', 'p') and not relispartition
      -- Numbers of this server's transactions; a restored service looks at all batches first.
      and relname not in ('schema_migrations', 'work_changes') and not (relname = 'tasks' and attname = 'opened_by')
    group by relname
    order by relname collate "C"`);
  return rows;
}

/** The last value of each sequence, null if it was never used. */
export async function listSequences(client: pg.Client): Promise<Manifest["sequences"]> {
  const { rows } = await client.query<{ name: string; last_value: string | null }>(`
    select sequencename as name, last_value::text from pg_sequences where schemaname = current_schema()`);
  return Object.fromEntries(rows.map(({ name, last_value }) => [name, last_value]));
}

export interface ForeignKey {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

/** Every foreign key, with the statement that adds it again. */
export async function listForeignKeys(client: pg.Client): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(`
    select conrelid::regclass::text as "table", quote_ident(conname) as name,
      pg_get_constraintdef(oid) as definition
    from pg_constraint
    where contype = 'f' and connamespace = ${HERE} and conparentid = 0`);
  return rows;
}
