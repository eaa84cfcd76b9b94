import { readdir, readFile } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";
import { runMigrations } from "graphile-worker";
import pg from "pg";

const MIGRATIONS = new URL("../../../migrations/", import.meta.url);

/** Any number that no other advisory lock in the database uses. */
const LOCK = 7_314_201;

/** How long a migration waits for a lock: requests of the running version wait behind it. */
const LOCK_TIMEOUT_MS = 1_000;
/** How long it lets them through before it tries again. */
const PAUSE_MS = 1_000;
const TRIES = 150;
/** PostgreSQL's code for a statement that `lock_timeout` ended. */
const LOCK_NOT_AVAILABLE = "55P03";

/**
 * Migrates the database up to the newest `NNNN_name.sql`, each file in its own transaction together with its
 * row in `schema_migrations`; then the job queue's own schema. A migration never makes requests wait longer than a second
 * for a lock that it waits for itself. Processes that start together wait for each
 * other under an advisory lock. Throws if a newer version migrated the database, or if it does not store
 * texts as UTF-8.
 */
export async function migrate(connectionString: string): Promise<void> {
  await underMigrationLock(connectionString, async (client) => {
    await assertUtf8(client);
    await client.query("create table if not exists schema_migrations (name text primary key)");
    const { rows } = await client.query<{ name: string }>("select name from schema_migrations");
    const done = new Set(rows.map((row) => row.name));
    const names = await listMigrations();
    const unknown = [...done].filter((name) => !names.includes(name));
    if (unknown.length > 0) {
      throw new Error(`the database was migrated by a newer Assay (${unknown.join(", ")}); upgrade this one`);
    }
    for (const name of names.filter((name) => !done.has(name))) {
      await whenUnlocked(client, () => applyMigration(client, name));
    }
    await runMigrations({ connectionString });
  });
}

/** Encodings such as `SQL_ASCII` cut texts in the middle of a character. */
async function assertUtf8(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ server_encoding: string }>("show server_encoding");
  const encoding = rows[0]?.server_encoding;
  if (encoding === "UTF8") return;
  const remedy = "create it with: createdb --encoding=UTF8 --template=template0 NAME";
  throw new Error(`the database's encoding must be UTF8 (got ${encoding}); ${remedy}`);
}

/** Runs `work` on a connection while no other process migrates the database. */
export async function underMigrationLock<T>(
  connectionString: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString });
  client.on("error", () => undefined); // the running statement fails and reports the error
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [LOCK]);
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The names of all migrations that this version knows, in order. */
export async function listMigrations(): Promise<string[]> {
  return (await readdir(MIGRATIONS)).filter((name) => name.endsWith(".sql")).sort();
}

/** Applies one migration of `listMigrations` and records it, in the transaction of `client`. */
export async function applyMigration(client: pg.Client, name: string): Promise<void> {
  const statements = await readFile(new URL(name, MIGRATIONS), "utf8");
  try {
    await client.query("insert into schema_migrations (name) values ($1)", [name]);
    await client.query(statements);
  } catch (cause) {
    throw new Error(`migration ${name} failed`, { cause });
  }
}

/**
 * Runs `work` in a transaction. If a lock stays taken for a second, it rolls back, lets the requests through that wait for
 * the same table, and tries again, for five minutes. `work` must not catch the error.
 */
export async function whenUnlocked<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await inTransaction(client, async () => {
        await client.query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
        return work();
      });
    } catch (fault) {
      if (tried === TRIES || !isLocked(fault)) throw fault;
      await setTimeout(PAUSE_MS);
    }
  }
}

function isLocked(fault: unknown): boolean {
  if (!(fault instanceof Error)) return false;
  return ("code" in fault && fault.code === LOCK_NOT_AVAILABLE) || isLocked(fault.cause);
}

/** Commits what `work` did, or rolls back and throws. */
export async function inTransaction<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query("begin");
  try {
    const result = await work();
    await client.query("commit");
    return result;
  } catch (fault) {
    await client.query("rollback").catch(() => undefined); // a lost connection has rolled back already
    throw fault;
  }
}
