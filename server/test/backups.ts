import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { onTestFinished } from "vitest";
import type { Target } from "../src/backup/restore.ts";
import type { Stores } from "../src/backup/write.ts";
import { diskBlobs } from "../src/platform/blobs/disk.ts";
import { createEmptyDatabase } from "./postgres.ts";
import type { Service } from "./service.ts";

/** What a backup of a test's service is made from. */
export function storesOf({ deps: { config, blobs, secrets } }: Service): Stores {
  return { connectionString: config.databaseDirectUrl ?? config.databaseUrl ?? "", blobs, secrets };
}

/** An empty database and an empty folder for blobs, removed after the test. */
export async function givenTarget({
  deps,
}: Service): Promise<Target & { readonly connectionString: string }> {
  const { connectionString, drop } = await createEmptyDatabase();
  const blobs = await diskBlobs(await mkdtemp(join(tmpdir(), "assay-restored-")));
  onTestFinished(async () => {
    await drop();
    await rm(blobs.place, { recursive: true, force: true });
  });
  return { connectionString, blobs, secrets: deps.secrets, openDatabase: async () => connectionString };
}

/** The rows of one statement on a separate connection. */
export async function query(connectionString: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query(statement).finally(() => client.end());
  return rows;
}

/** Every row of every table that a backup has, so that new tables are compared automatically. */
export async function everyRow(connectionString: string): Promise<Record<string, unknown[]>> {
  const tables = await query(
    connectionString,
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'work_changes' order by 1`,
  );
  const all: Record<string, unknown[]> = {};
  for (const { name } of tables) {
    const rows = await query(connectionString, `select t::text as row from "${name}" as t order by 1`);
    all[String(name)] = rows.map(({ row }) => row);
  }
  return all;
}

/** The names of all files under a folder, none where there is no folder. */
export async function filesUnder(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}
