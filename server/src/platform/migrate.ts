import { readdir, readFile } from "node:fs/promises";
import { runMigrations } from "graphile-worker";
import pg from "pg";

const MIGRATIONS = new URL("../../migrations/", import.meta.url);

/** Any number that nothing else on the database uses as an advisory lock. */
const LOCK = 7_314_201;

/**
 * Brings the database up to the newest `NNNN_name.sql`, each file in a transaction of its own with its row
 * in `schema_migrations`; then the job queue's own schema. Processes that start together wait for each
 * other under an advisory lock. Throws where the database was migrated by a newer version than this one.
 */
export async function migrate(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [LOCK]);
    await client.query("create table if not exists schema_migrations (name text primary key)");
    const { rows } = await client.query<{ name: string }>("select name from schema_migrations");
    const done = new Set(rows.map((row) => row.name));
    const names = (await readdir(MIGRATIONS)).filter((name) => name.endsWith(".sql")).sort();
    refuseNewerSchema(done, names);
    for (const name of names.filter((name) => !done.has(name))) await apply(client, name);
    await runMigrations({ connectionString });
  } finally {
    await client.end();
  }
}

async function apply(client: pg.Client, name: string): Promise<void> {
  const statements = await readFile(new URL(name, MIGRATIONS), "utf8");
  await client.query("begin");
  try {
    await client.query("insert into schema_migrations (name) values ($1)", [name]);
    await client.query(statements);
    await client.query("commit");
  } catch (cause) {
    await client.query("rollback");
    throw new Error(`migration ${name} failed`, { cause });
  }
}

function refuseNewerSchema(done: ReadonlySet<string>, known: readonly string[]): void {
  const unknown = [...done].filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new Error(`the database was migrated by a newer Assay (${unknown.join(", ")}); upgrade this one`);
  }
}
