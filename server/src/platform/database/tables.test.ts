import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { startService } from "../../../test/service.ts";

const { db } = await startService();

const source = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith("tables.ts"))
  .map((name) => readFileSync(join(import.meta.dirname, name), "utf8"))
  .join("\n");

/** The columns that an interface declares, each with what the database knows of it too. */
function columnsOf(name: string): string[] {
  const [, body = ""] =
    new RegExp(`^(?:export )?interface ${name} \\{\\n([\\s\\S]*?)^\\}`, "m").exec(source) ?? [];
  const columns = body.matchAll(/^ {2}(?:readonly )?(\w+): ([^;]*)/gm);
  return [...columns]
    .map(([, column, type = ""]) => {
      const json = /^\w*Json\b/.test(type) ? " jsonb" : "";
      if (/^Nullable|\| null$/.test(type)) return `${column}${json} null`;
      return `${column}${json}${/^(?:Generated|Default)/.test(type) ? " default" : ""}`;
    })
    .sort();
}

test("the types of the tables name each column of the database, and whether it is jsonb, null or has a default", async () => {
  const { rows } = await sql<{ table: string; columns: string[] }>`
    select table_name as "table", array_agg(column_name || case when data_type = 'jsonb' then ' jsonb' else '' end
      || case when is_nullable = 'YES' then ' null'
        when column_default is not null or is_generated = 'ALWAYS' then ' default' else '' end) as columns
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = current_schema() and table_type = 'BASE TABLE' and table_name <> 'schema_migrations'
    group by table_name`.execute(db);
  const stored = Object.fromEntries(rows.map(({ table, columns }) => [table, columns.sort()]));
  const declared = [...source.matchAll(/^ {2}(\w+): (\w+Table);/gm)];
  expect(Object.fromEntries(declared.map(([, table, type = ""]) => [table, columnsOf(type)]))).toEqual(
    stored,
  );
});

test("a table has account_id, or docs/scaling.md says why its rows belong to no account", async () => {
  const { rows } = await sql<{ name: string; columns: string[] }>`
    select table_name as name, array_agg(column_name::text) as columns
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = current_schema() and table_type = 'BASE TABLE' group by 1`.execute(db);
  const without = rows.filter(({ columns }) => !columns.includes("account_id"));
  const guide = readFileSync(join(import.meta.dirname, "../../../../docs/scaling.md"), "utf8");
  const listed = [...guide.matchAll(/^\| `(\w+)` \|/gm)];

  expect(listed.map(([, name]) => name).sort()).toEqual(without.map(({ name }) => name).sort());
});
