import { readdir, readFile } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";
import { runMigrations } from "graphile-worker";
import pg from "pg";
import { giveJobsAccounts } from "./queue-accounts.ts";
import { createConcurrently, createQueueIndexes } from "./queue-indexes.ts";
import { WATCHING_CLIENT, WATCHING_SERVER } from "./sessions.ts";

const MIGRATIONS = new URL("../../../migrations/", import.meta.url);

/** Any number that no other advisory lock in the database uses. */
const LOCK = 7_314_201;

/**
 * How long a migration waits for a lock: requests of the running version wait behind it. Longer than PostgreSQL's
 * `deadlock_timeout` of a second, after which an autovacuum of the table yields to who waits.
 */
const LOCK_TIMEOUT_MS = 1_500;
/** How long it lets them through before it tries again. */
const PAUSE_MS = 1_000;
const TRIES = 150;
/** PostgreSQL's codes for a statement that `lock_timeout` ended, and for one that waited in a circle. */
const LOCKED: readonly unknown[] = ["55P03", "40P01"];
const INSUFFICIENT_PRIVILEGE = "42501";

/** How often a process asks whether another has finished migrating. */
const ASK_AGAIN_MS = 100;

/**
 * `needs` is the newest migration that a version must know in order to work with the schema from this one on; null where the
 * version before works with it.
 */
const CREATE_TABLE = `create table if not exists schema_migrations (name text primary key);
  alter table schema_migrations add column if not exists needs text`;

/**
 * Migrates the database up to the newest `NNNN_name.sql`, each file in its own transaction together with its
 * row in `schema_migrations`, or without one if it creates an index concurrently or fills rows in pages; then the job queue's
 * own schema with our indexes. A migration never makes requests wait longer than 1.5 seconds for a lock that it waits for itself.
 * Processes that start together wait for each other. A newer version may have migrated the database: throws if that version
 * left the schema behind which this one works with. Throws if the database does not store texts as UTF-8. Returns the names of the
 * migrations that it ran.
 */
export async function migrate(connectionString: string): Promise<readonly string[]> {
  return underMigrationLock(connectionString, async (client) => {
    await assertUtf8(client);
    await createMigrationsTable(client);
    const { rows } = await client.query<Done>("select name, needs from schema_migrations order by name");
    const names = await listMigrations();
    assertKnown(rows, names);
    const done = new Set(rows.map(({ name }) => name));
    const missing = names.filter((name) => !done.has(name));
    for (const name of missing) await runMigration(client, await readMigration(name));
    await runMigrations({ connectionString });
    await createQueueIndexes(client);
    await giveJobsAccounts(client);
    return missing;
  });
}

interface Done {
  readonly name: string;
  readonly needs: string | null;
}

/** The table of the migrations that a database has, which is no migration itself. */
export async function createMigrationsTable(client: pg.Client): Promise<void> {
  await client.query(CREATE_TABLE);
}

function assertKnown(done: readonly Done[], known: readonly string[]): void {
  const missing = done.find(({ needs }) => needs !== null && !known.includes(needs));
  if (missing === undefined) return;
  throw new Error(
    `the database was migrated by a newer Assay (${missing.name}), and this version does not work with it any more: upgrade it`,
  );
}

/** A migration's file. */
export interface Migration {
  readonly name: string;
  readonly statements: string;
}

const CONCURRENTLY = /^create (?:unique )?index concurrently (?:if not exists )?(\w+)/im;
const COMMITS = /^ *commit;/m;

/**
 * Applies a migration in a transaction of its own, or the one statement of a file that creates an index concurrently or
 * commits its work in steps, which may run again.
 */
export async function runMigration(client: pg.Client, migration: Migration): Promise<void> {
  if (COMMITS.test(migration.statements)) {
    await client.query(`set lock_timeout = ${LOCK_TIMEOUT_MS}`);
    await untilUnlocked(() => client.query(migration.statements));
    await client.query("reset lock_timeout");
    await record(client, migration);
    return;
  }
  const [, index] = CONCURRENTLY.exec(migration.statements) ?? [];
  if (index === undefined) {
    await whenUnlocked(client, () => apply(client, migration));
    return;
  }
  await createConcurrently(client, index, migration.statements);
  await record(client, migration);
}

/** Encodings such as `SQL_ASCII` cut texts in the middle of a character. */
async function assertUtf8(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ server_encoding: string }>("show server_encoding");
  const encoding = rows[0]?.server_encoding;
  if (encoding === "UTF8") return;
  const remedy = "create it with: createdb --encoding=UTF8 --template=template0 NAME";
  throw new Error(`the database's encoding must be UTF8 (got ${encoding}); ${remedy}`);
}

/**
 * Runs `work` on a connection while no other process migrates the database. Throws, with advice, if the user may not create
 * tables.
 */
export async function underMigrationLock<T>(
  connectionString: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString, ...WATCHING_SERVER });
  client.on("error", () => undefined); // the running statement fails and reports the error
  await client.connect();
  try {
    await client.query(`select ${WATCHING_CLIENT}`); // else nobody could migrate for hours after the loss of a host
    while (!(await tryLock(client))) await setTimeout(ASK_AGAIN_MS);
    return await work(client);
  } catch (fault) {
    if (!(fault instanceof pg.DatabaseError) || fault.code !== INSUFFICIENT_PRIVILEGE) throw fault;
    throw new Error(
      `${fault.message}: make the user of DATABASE_URL the owner of the database (alter database NAME owner to USER)`,
      { cause: fault },
    );
  } finally {
    await client.end();
  }
}

/** A statement that waits for the lock would be one that an index created concurrently waits for. */
async function tryLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>("select pg_try_advisory_lock($1) as locked", [
    LOCK,
  ]);
  return rows[0]?.locked === true;
}

/** The names of all migrations that this version knows, in order. */
export async function listMigrations(): Promise<string[]> {
  return (await readdir(MIGRATIONS)).filter((name) => name.endsWith(".sql")).sort();
}

/** Applies one migration of `listMigrations` and records it, in the transaction of `client`. */
export async function applyMigration(client: pg.Client, name: string): Promise<void> {
  const { statements } = await readMigration(name);
  await apply(client, {
    name,
    statements: statements.replace(CONCURRENTLY, (all) => all.replace(/ concurrently/i, "")),
  });
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  try {
    await record(client, migration);
    await client.query(migration.statements);
  } catch (cause) {
    throw new Error(`migration ${migration.name} failed`, { cause });
  }
}

async function readMigration(name: string): Promise<Migration> {
  return { name, statements: await readFile(new URL(name, MIGRATIONS), "utf8") };
}

const NEEDS = /^-- needs (\d{4}_\w+\.sql)/m;

async function record(client: pg.Client, { name, statements }: Migration): Promise<void> {
  const needs = NEEDS.exec(statements)?.[1] ?? null;
  await client.query("insert into schema_migrations (name, needs) values ($1, $2)", [name, needs]);
}

/**
 * Runs `work` in a transaction. If a lock stays taken for 1.5 seconds, or the transaction is the victim of a deadlock, it rolls
 * back, lets the requests through that wait for the same table, and tries again, up to 150 times. `work` must not catch the error.
 */
export async function whenUnlocked<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  return untilUnlocked(() =>
    inTransaction(client, async () => {
      await client.query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
      return work();
    }),
  );
}

async function untilUnlocked<T>(work: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await work();
    } catch (fault) {
      if (tried === TRIES || !isLocked(fault)) throw fault;
      await setTimeout(PAUSE_MS);
    }
  }
}

function isLocked(fault: unknown): boolean {
  if (!(fault instanceof Error)) return false;
  return ("code" in fault && LOCKED.includes(fault.code)) || isLocked(fault.cause);
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
