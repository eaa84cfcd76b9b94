import { readFile } from "node:fs/promises";
import path from "node:path";
import pg from "pg";
import { startEmbeddedPostgres } from "../../server/src/platform/embedded-postgres/server.ts";
import { readAccess } from "../bench/service.ts";
import { until } from "../tour/waiting.ts";
import { createDowntime, type Downtime } from "./downtime.ts";

/** Four processes with 20 connections each and a few of their own. */
const SETTINGS = { max_connections: "200" };
/** What the processes need to notice that it is back. */
const GRACE_MS = 1_500;

export interface Database {
  readonly connectionString: string;
  readonly downtime: Downtime;
  /** Kills the postmaster with -9; resolves once the database answers again. */
  readonly kill: () => Promise<void>;
  /** Runs a statement on a separate connection. */
  readonly query: <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>;
  readonly stop: () => Promise<void>;
}

/** The packaged PostgreSQL with its default durability, restarted by this process if it dies. */
export async function startDatabase(dataDir: string): Promise<Database> {
  const { connectionString, stop } = await startEmbeddedPostgres({
    dataDir,
    settings: SETTINGS,
    log: () => undefined,
  });
  const downtime = createDowntime(false, GRACE_MS);

  async function query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]> {
    const client = new pg.Client({ connectionString });
    client.on("error", () => undefined); // the query rejects as well
    try {
      await client.connect();
      return (await client.query<Row>(text, values)).rows;
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  async function kill(): Promise<void> {
    const { directory } = await readAccess(dataDir);
    const pidFile = await readFile(path.resolve(dataDir, directory, "postmaster.pid"), "utf8");
    downtime.begin();
    process.kill(Number.parseInt(pidFile, 10), "SIGKILL");
    await until({ what: "the database", withinMs: 60_000 }, () => query("select 1").catch(() => undefined));
    downtime.end();
  }

  return { connectionString, downtime, kill, query, stop };
}
