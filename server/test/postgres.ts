import { randomBytes } from "node:crypto";
import { chmod, mkdtemp, rm, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { inject } from "vitest";
import type { TestProject } from "vitest/node";
import { migrate } from "../src/platform/database/migrate.ts";
import { startEmbeddedPostgres } from "../src/platform/embedded-postgres/server.ts";

declare module "vitest" {
  interface ProvidedContext {
    testServer: TestServer;
  }
}

interface TestServer {
  /** A database of the server to give commands from. */
  readonly connectionString: string;
  /** The migrated database from which each test's database is copied. */
  readonly template: string;
  /** The URL of a pooler in front of the server, if the service is tested behind one. */
  readonly pooler: string | undefined;
}

export interface TestDatabase {
  /** Without a pooler. */
  readonly connectionString: string;
  /** The settings with which a service uses it. */
  readonly settings: { readonly DATABASE_URL: string; readonly DATABASE_DIRECT_URL?: string };
  /** Ends remaining connections and removes the database; databases that are not dropped end with the run. */
  drop(): Promise<void>;
}

/** A new migrated database without rows (about 30 ms); many may be created at once. */
export function createTestDatabase(): Promise<TestDatabase> {
  return createDatabase(inject("testServer").template);
}

/** The same without any table. */
export function createEmptyDatabase(): Promise<TestDatabase> {
  return createDatabase("template0");
}

async function createDatabase(original: string): Promise<TestDatabase> {
  const { connectionString, template, pooler } = inject("testServer");
  const name = `${template}_${randomBytes(6).toString("hex")}`;
  await execute(connectionString, `create database ${name} template ${original} strategy file_copy`);
  const url = withDatabase(connectionString, name);
  return {
    connectionString: url,
    settings: pooler
      ? { DATABASE_URL: withDatabase(pooler, name), DATABASE_DIRECT_URL: url }
      : { DATABASE_URL: url },
    drop: () => execute(connectionString, `drop database if exists ${name} with (force)`),
  };
}

/**
 * Vitest's global set-up: one server and one migrated template per run, even if several projects ask for it
 * (one after the other). `TEST_DATABASE_URL` names a server, with a user who may create databases; otherwise
 * it is the embedded one. `TEST_POOLER_URL` names a PgBouncer in front of it, through which the services of tests work.
 */
export async function setup({ vitest }: TestProject): Promise<(() => Promise<void>) | undefined> {
  if ("testServer" in vitest.getProvidedContext()) return undefined;
  const given = process.env.TEST_DATABASE_URL;
  const { connectionString, stop } = given
    ? { connectionString: given, stop: async () => undefined }
    : await startServer();
  const template = `assay_test_${randomBytes(4).toString("hex")}`;
  const end = async () => {
    await dropDatabases(connectionString, template);
    await stop();
  };
  try {
    await makeTemplate(connectionString, template);
  } catch (error) {
    await end();
    throw error;
  }
  vitest.provide("testServer", { connectionString, template, pooler: process.env.TEST_POOLER_URL });
  return end;
}

async function makeTemplate(connectionString: string, template: string): Promise<void> {
  await execute(connectionString, `create database ${template}`);
  await migrate(withDatabase(connectionString, template));
  // CREATE DATABASE fails while anyone is connected to its template.
  await execute(connectionString, `alter database ${template} allow_connections false`);
}

/** Linux keeps the files of this folder in memory. */
const IN_MEMORY = "/dev/shm";

/** Free memory that a run asks for: its databases take 200 MiB at most at a time. Containers often have 64 MiB there. */
const MEMORY_NEEDED = 1024 ** 3;

/** A test file copies some 300 files for its database; in memory that takes 40 % less of the system's time. */
async function folderForDatabases(): Promise<string> {
  const memory = await statfs(IN_MEMORY).catch(() => undefined);
  return memory !== undefined && memory.bavail * memory.bsize >= MEMORY_NEEDED ? IN_MEMORY : tmpdir();
}

/** A server of a test's own, which the test may restart, with an empty database. */
export async function startOwnServer(): Promise<
  TestDatabase & { restart(whileAway: () => Promise<void>): Promise<void> }
> {
  const dataDir = await makeDataDir();
  const start = () => startEmbeddedPostgres({ dataDir, log: () => undefined, settings: { fsync: "off" } });
  let server = await start();
  return {
    connectionString: server.connectionString,
    settings: { DATABASE_URL: server.connectionString },
    async restart(whileAway) {
      await server.stop();
      await whileAway();
      server = await start();
    },
    async drop() {
      await server.stop();
      await rm(dataDir, { recursive: true });
    },
  };
}

async function makeDataDir(): Promise<string> {
  const dataDir = await mkdtemp(path.join(await folderForDatabases(), "assay-test-"));
  await chmod(dataDir, 0o755); // as root the server runs as another user, who must get in
  return dataDir;
}

/** Nothing needs to outlive the run, so nothing waits for the disk. */
async function startServer() {
  const dataDir = await makeDataDir();
  const settings = {
    fsync: "off",
    full_page_writes: "off",
    synchronous_commit: "off",
    max_connections: "300",
  };
  const { connectionString, stop } = await startEmbeddedPostgres({ dataDir, log: () => undefined, settings });
  return {
    connectionString,
    async stop() {
      await stop();
      await rm(dataDir, { recursive: true });
    },
  };
}

async function dropDatabases(connectionString: string, prefix: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query("select datname from pg_database where starts_with(datname, $1)", [
    prefix,
  ]);
  for (const { datname } of rows) await client.query(`drop database if exists ${datname} with (force)`);
  await client.end();
}

async function execute(connectionString: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

function withDatabase(connectionString: string, name: string): string {
  const url = new URL(connectionString);
  url.pathname = `/${name}`;
  return url.href;
}
