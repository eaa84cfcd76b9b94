import { type FileHandle, open } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { runMigrations } from "graphile-worker";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import type { Secrets } from "../platform/auth/secrets.ts";
import { namedBlobs } from "../platform/blobs/blob-rows.ts";
import type { Blobs, StagedBlob } from "../platform/blobs/blobs.ts";
import {
  applyMigration,
  createMigrationsTable,
  inTransaction,
  listMigrations,
  migrate,
  underMigrationLock,
} from "../platform/database/migrate.ts";
import { BLOBS, JOBS, type Manifest, TABLES } from "./manifest.ts";
import { listForeignKeys, listTables } from "./schema.ts";
import { readTar, type StoredEntry } from "./tar.ts";
import { nameOf, partOf, type Verified, verifyBackup } from "./verify.ts";

/** The target of a backup. */
export interface Target {
  /** Returns the address of the database; called once the backup was verified. */
  readonly openDatabase: () => Promise<string>;
  readonly blobs: Blobs;
  /** Undefined if there is no master key. */
  readonly secrets: Secrets | undefined;
}

const BLOBS_AT_ONCE = 256;

const SESSION = `
  set datestyle = 'ISO'; set statement_timeout = 0; set lock_timeout = 0;
  set idle_in_transaction_session_timeout = 0`;

/**
 * Restores an empty database and an empty store of blobs to their state when the backup `file` was written,
 * then applies newer migrations. A backup without files needs the store that has them instead of an empty one. Checks everything before it writes the first row. Writes rows in one
 * transaction, and removes the blobs again if that fails. Throws if the file is damaged or from a newer
 * Assay, the master key is not the one its secrets need, or database or store are not empty.
 */
export async function restoreBackup(target: Target, file: string): Promise<Verified> {
  const handle = await open(file, "r");
  try {
    const verified = await verifyBackup(handle, (manifest) => assertFits(target, manifest));
    const connectionString = await target.openDatabase();
    await underMigrationLock(connectionString, (client) =>
      load(client, { ...target, connectionString, handle, verified }),
    );
    await migrate(connectionString);
    return verified;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`${file} cannot be restored: ${reason}`, { cause });
  } finally {
    await handle.close();
  }
}

async function assertFits({ secrets, blobs }: Target, manifest: Manifest): Promise<void> {
  const known = await listMigrations();
  const unknown = manifest.migrations.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new Error(`a newer Assay (${manifest.assay}: ${unknown.join(", ")}) made it; upgrade this one`);
  }
  const missing = manifest.master_key.split(",").find((needed) => !secrets?.fingerprints.includes(needed));
  if (missing !== undefined) {
    const what = secrets === undefined ? "there is no master key" : "the master key is another one";
    throw new Error(
      `${what} (its secrets need the one with the fingerprint ${missing}): ` +
        "put the master.key of its service into ASSAY_DATA_DIR, or set ASSAY_MASTER_KEY",
    );
  }
  if (hasFiles(manifest) && !(await blobs.isEmpty())) {
    throw new Error(
      `${blobs.place} is not empty: empty it, or set another store by ASSAY_STORAGE_URL (or without it by ASSAY_DATA_DIR)`,
    );
  }
}

/** Otherwise its files are in the store already, and nothing may remove them. */
function hasFiles({ with_files }: Manifest): boolean {
  return with_files ?? true;
}

interface Loading extends Target {
  readonly connectionString: string;
  readonly handle: FileHandle;
  readonly verified: Verified;
}

/** All or nothing: work outside the transaction is undone if it fails. */
async function load(client: pg.Client, loading: Loading): Promise<void> {
  await client.query(SESSION);
  await assertEmpty(client);
  try {
    await runMigrations({ connectionString: loading.connectionString }); // in its own transactions
    await inTransaction(client, () => loadAll(client, loading));
    await client.query("analyze"); // the planner has no statistics of the tables yet
  } catch (fault) {
    // Neither may hide the original error.
    await client.query("drop schema if exists graphile_worker cascade").catch(() => undefined);
    if (hasFiles(loading.verified.manifest)) await loading.blobs.removeAll().catch(() => undefined);
    throw fault;
  }
}

async function assertEmpty(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(`
    select relname as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where (nspname = current_schema() or nspname = 'graphile_worker') and relkind in ('r', 'p', 'v', 'm', 'S')
      and not exists (
        select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')
    order by relname limit 1`);
  for (const { name } of rows) {
    throw new Error(
      `the database is not empty (it has ${name}): make a new one for DATABASE_URL, ` +
        "or without it set ASSAY_DATA_DIR to a new folder",
    );
  }
}

async function loadAll(client: pg.Client, { handle, verified, blobs }: Loading): Promise<void> {
  const { manifest } = verified;
  await createMigrationsTable(client);
  for (const name of manifest.migrations) await applyMigration(client, name);
  const tables = await assertSameTables(client, manifest);
  const keys = await listForeignKeys(client);
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`);
  for (const table of tables) await client.query(`alter table ${table} disable trigger user`);
  await client.query(`truncate ${tables.join(", ")}`); // the backup contains the rows that migrations have inserted
  await loadEntries(client, readTar(handle), { verified, blobs });
  for (const table of tables) await client.query(`alter table ${table} enable trigger user`);
  for (const { table, name, definition } of keys)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`);
  for (const [name, value] of Object.entries(manifest.sequences)) {
    if (value !== null) await client.query("select setval($1, $2)", [pg.escapeIdentifier(name), value]);
  }
  await assertBlobsThere(client, blobs);
}

/** Returns the quoted names of the tables. */
async function assertSameTables(client: pg.Client, manifest: Manifest): Promise<string[]> {
  const made = await listTables(client);
  const describe = ({ name, columns }: Manifest["tables"][number]) =>
    `${name} (${columns.toSorted().join(", ")})`;
  const [want, have] = [made.map(describe), manifest.tables.map(describe)];
  const stray = have.find((table) => !want.includes(table)) ?? want.find((table) => !have.includes(table));
  if (stray !== undefined) throw new Error(`its tables are not those that its migrations make: ${stray}`);
  return made.map(({ name }) => pg.escapeIdentifier(name));
}

interface Loaded {
  readonly verified: Verified;
  readonly blobs: Blobs;
}

async function loadEntries(
  client: pg.Client,
  entries: AsyncIterable<StoredEntry>,
  { verified: { manifest, digests }, blobs }: Loaded,
): Promise<void> {
  const copies = copyStatements(manifest);
  const counts = new Map<string, number>();
  const staged: StagedBlob[] = [];
  await client.query(MAKE_JOBS_TABLE);
  for await (const entry of entries) {
    const part = partOf(entry);
    const statement = copies.get(part);
    if (statement !== undefined) {
      const copy = client.query(copyFrom(statement));
      await pipeline(entry.open(), copy);
      counts.set(part, (counts.get(part) ?? 0) + copy.rowCount);
    }
    if (part === BLOBS) staged.push(await stageBlob(blobs, entry));
    if (staged.length >= BLOBS_AT_ONCE) await blobs.keep(staged.splice(0));
  }
  await blobs.keep(staged);
  for (const part of copies.keys()) {
    const [has, had] = [counts.get(part) ?? 0, digests[part]?.count ?? 0];
    if (has !== had) throw new Error(`the database took ${has} of ${had} rows of ${part}`);
  }
  await client.query(ADD_JOBS);
}

/** The loader of each part of rows. */
function copyStatements({ tables }: Manifest): ReadonlyMap<string, string> {
  const statements = tables.map(({ name, columns }): [string, string] => {
    const list = columns.map(pg.escapeIdentifier).join(", ");
    return [TABLES + name, `copy ${pg.escapeIdentifier(name)} (${list}) from stdin`];
  });
  return new Map([...statements, [JOBS, "copy waiting_jobs from stdin"]]);
}

const MAKE_JOBS_TABLE = `
  create temporary table waiting_jobs (
    identifier text, queue_name text, payload json, run_at timestamptz, max_attempts integer, key text,
    priority integer
  ) on commit drop`;

/** Uses the queue's own function, so that a newer version of the queue may store them differently. */
const ADD_JOBS = `
  select graphile_worker.add_job(
    identifier, payload := payload, queue_name := queue_name, run_at := run_at,
    max_attempts := max_attempts, job_key := key, priority := priority
  ) from waiting_jobs`;

async function stageBlob(blobs: Blobs, entry: StoredEntry): Promise<StagedBlob> {
  const staged = await blobs.stage(entry.open(), entry.size_bytes);
  if (staged.sha256 === nameOf(entry)) return staged;
  throw new Error(`the blob ${nameOf(entry)} in it was changed while it was read`);
}

/** Then locks those of certified datasets, last of all: a restore that failed could not remove them. */
async function assertBlobsThere(client: pg.Client, blobs: Blobs): Promise<void> {
  for await (const { sha256 } of namedBlobs(client)) {
    if (!(await blobs.exists(sha256)))
      throw new Error(
        `the blob ${sha256}, which its rows name, is not in it, nor in ${blobs.place} (ASSAY_STORAGE_URL)`,
      );
  }
  for await (const { sha256, is_frozen } of namedBlobs(client)) if (is_frozen) await blobs.lock([sha256]);
}
