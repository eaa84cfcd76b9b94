import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import type { Service } from "./service.ts";

/** Every table of the database, those of the job queue too, from `information_schema`: a new one is among them. */
export async function listTables({
  db,
}: Service): Promise<{ schema: string; name: string; columns: string[] }[]> {
  const { rows } = await sql<{ schema: string; name: string; columns: string[] }>`
    select table_schema as schema, table_name as name, array_agg(column_name::text) as columns
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'
    group by 1, 2 order by 1, 2`.execute(db);
  return rows;
}

/** The tables with a row in which one of `texts` stands in any column, as it is, in bytes, or encrypted by the service. */
export async function findInTables(service: Service, ...texts: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const { schema, name } of await listTables(service)) {
    const { rows } = await sql<{ row: Record<string, unknown> }>`
      select to_jsonb(t) as row from ${sql.table(`${schema}.${name}`)} as t`.execute(service.db);
    const isFound = rows.some(({ row }) => {
      const read = readable(service, row);
      return texts.some((text) => read.includes(text));
    });
    if (isFound) found.push(name);
  }
  return found;
}

/** The row as JSON; what stands in it in bytes also as text and decrypted. */
function readable({ deps }: Service, row: Record<string, unknown>): string {
  const bytes = Object.values(row).flatMap((value) =>
    typeof value === "string" && value.startsWith("\\x") ? [Buffer.from(value.slice(2), "hex")] : [],
  );
  const opened = bytes.map((sealed) => {
    try {
      return deps.secrets.decrypt(sealed);
    } catch {
      return sealed.toString(); // a hash, or bytes that nobody encrypted
    }
  });
  return [JSON.stringify(row), ...opened].join("\n");
}

/** The files of the data folder with their content. */
export async function readFiles({ deps }: Service): Promise<{ path: string; bytes: Buffer }[]> {
  const folder = deps.config.dataDir;
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Promise.all(paths.map(async (path) => ({ path, bytes: await readFile(path) })));
}
