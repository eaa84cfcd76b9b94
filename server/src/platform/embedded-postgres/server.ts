import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { openPostgresHome, type PostgresHome, rememberPort } from "./home.ts";
import { connectionString, connectOrStart, stopServer } from "./process.ts";

export interface EmbeddedPostgresOptions {
  /** Folder of the database and of `postgres.json`; created if it is missing. */
  readonly dataDir: string;
  /** Receives one-line messages for an operator: where the data is, a recovery. */
  readonly log: (line: string) => void;
  /** Server settings that override the defaults. */
  readonly settings?: Readonly<Record<string, string>>;
  /**
   * If we run as root: the folder for binaries and data that PostgreSQL's user can reach; default
   * `/var/lib/assay`.
   */
  readonly fallbackDir?: string;
}

export interface EmbeddedPostgres {
  readonly connectionString: string;
  /** Ends every connection and shuts the server down; resolves when it has stopped. */
  stop(): Promise<void>;
}

/** Any number; the process that owns the server holds it as an advisory lock. */
const OWNER_LOCK = 7_314_200;
/** The lock of a killed owner is free as soon as the server notices that its connection is gone. */
const OWNER_TIMEOUT_MS = 1_000;
const REGAIN_PAUSE_MS = 1_000;

interface Server {
  readonly home: PostgresHome;
  readonly options: EmbeddedPostgresOptions;
  /** The port, once this process owns the server, for the first time or again. */
  owned: Promise<number>;
  /** The port, once others know it. */
  port?: number;
  stopping: boolean;
}

/**
 * Starts the packaged PostgreSQL on the data of `dataDir`, or adopts the server that a killed process left
 * running there. The caller owns it until `stop`; throws if another process does. If the server is lost
 * meanwhile, it is restarted.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { log, settings, fallbackDir = "/var/lib/assay" } = options;
  const dataDir = path.resolve(options.dataDir);
  const durable = settings?.fsync !== "off";
  const home = await openPostgresHome({ dataDir, fallbackDir, durable, log });
  if (path.dirname(home.cluster) !== dataDir) log(`the database is in ${home.cluster}`);
  const server: Server = { home, options, owned: Promise.resolve(0), stopping: false };
  server.owned = own(server);
  const port = await server.owned;
  await rememberPort(dataDir, home, port);
  return {
    connectionString: connectionString(home, port),
    async stop() {
      server.stopping = true;
      await server.owned.catch(() => undefined);
      await stopServer(home);
    },
  };
}

/** Ensures that the server runs and that this process owns it, now and after a lost connection. */
async function own(server: Server): Promise<number> {
  const { home, options } = server;
  const { client, port } = await connectOrStart(home, options.settings ?? {}, server.port);
  await takeOwnership(client, path.resolve(options.dataDir));
  server.port = port;
  client.on("end", () => {
    if (server.stopping) return;
    options.log("the connection to the embedded PostgreSQL was lost; starting it again");
    server.owned = regain(server);
    server.owned.catch(() => undefined); // rejects only if it is stopping
  });
  return port;
}

/** Like `own`, but repeats until it succeeds: a full disk, for example, may have room later. */
async function regain(server: Server): Promise<number> {
  for (;;) {
    try {
      return await own(server);
    } catch (error) {
      server.options.log(error instanceof Error ? error.message : String(error));
      if (server.stopping) throw error;
      await sleep(REGAIN_PAUSE_MS);
    }
  }
}

async function takeOwnership(client: pg.Client, dataDir: string): Promise<void> {
  const begun = Date.now();
  for (;;) {
    const { rows } = await client.query("select pg_try_advisory_lock($1) as taken", [OWNER_LOCK]);
    if (rows[0].taken) return;
    if (Date.now() - begun > OWNER_TIMEOUT_MS) break;
    await sleep(50);
  }
  const { rows } = await client.query(
    `select application_name from pg_stat_activity join pg_locks using (pid)
     where locktype = 'advisory' and objid = $1 and granted`,
    [OWNER_LOCK],
  );
  await client.end();
  const pid = String(rows[0]?.application_name).replace("assay ", "");
  throw new Error(`the data in ${dataDir} is in use by another Assay process (pid ${pid})`);
}
