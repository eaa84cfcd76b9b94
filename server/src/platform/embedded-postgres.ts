import { type ChildProcess, spawn } from "node:child_process";
import { open, readFile, rm } from "node:fs/promises";
import net from "node:net";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { changePort, openPostgresHome, type PostgresHome, runPostgresProgram } from "./postgres-home.ts";

export interface EmbeddedPostgresOptions {
  /** Folder of the database and of `postgres.json`; made where it is missing. */
  readonly dataDir: string;
  /** Told in one line what an operator should know: where the data lies, a recovery. */
  readonly log: (line: string) => void;
  /** Server settings over the ones below. */
  readonly settings?: Readonly<Record<string, string>>;
}

export interface EmbeddedPostgres {
  readonly connectionString: string;
  /** Ends every connection and shuts the server down; resolves once it has. */
  stop(): Promise<void>;
}

/** Small and lean, as durable as PostgreSQL is by default; no unix socket, loopback only. */
const SETTINGS = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  max_connections: "60",
  shared_buffers: "96MB",
  wal_level: "minimal",
  max_wal_senders: "0",
  max_logical_replication_workers: "0",
  io_method: "sync",
  // Parallel queries need shared memory that containers keep small (64 MB in Docker).
  max_parallel_workers_per_gather: "0",
  max_parallel_maintenance_workers: "0",
  jit: "off",
  random_page_cost: "1.1",
  timezone: "UTC",
  log_timezone: "UTC",
  // Failed statements reach the caller; the server's own log keeps what concerns the server.
  log_min_messages: "log",
  log_checkpoints: "off",
};

/** Crash recovery included; PostgreSQL's own pg_ctl waits as long. */
const START_TIMEOUT_MS = 60_000;
/** A server that ends at once is tried again for so long: the processes of a killed one take a moment to go. */
const RETRY_MS = 5_000;
/** Any number; held in the database by the process that owns the server. */
const OWNER_LOCK = 7_314_200;
/** The lock of a killed owner is free as soon as the server sees its connection gone. */
const OWNER_TIMEOUT_MS = 1_000;

interface Server {
  readonly home: PostgresHome;
  readonly options: EmbeddedPostgresOptions;
  stopping: boolean;
}

/**
 * Starts the packaged PostgreSQL on the data of `dataDir`, or adopts the one that a killed process left running
 * there. Whoever starts it owns it until `stop`; throws where another process does. Is the server lost
 * meanwhile, it is started again on the same port.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = path.resolve(options.dataDir);
  const durable = options.settings?.fsync !== "off";
  const home = await withFreePort(dataDir, await openPostgresHome(dataDir, { durable, log: options.log }));
  if (path.dirname(home.cluster) !== dataDir) options.log(`the database lies in ${home.cluster}`);
  const server: Server = { home, options, stopping: false };
  await own(server);
  return {
    connectionString: connectionString(home),
    async stop() {
      server.stopping = true;
      if (await findPostmaster(home)) {
        await runPostgresProgram(home, "pg_ctl", ["stop", "-D", home.cluster, "-m", "fast", "-s"]);
      }
    },
  };
}

function connectionString({ access }: PostgresHome): string {
  return `postgres://assay:${access.password}@127.0.0.1:${access.port}/postgres`;
}

/** A server that runs keeps its port; else the last one is used again, unless it was never chosen or is taken. */
async function withFreePort(dataDir: string, home: PostgresHome): Promise<PostgresHome> {
  if (await findPostmaster(home)) return home;
  const port = (await freePort(home.access.port)) ?? (await freePort(0)) ?? 0;
  return port === home.access.port ? home : changePort(dataDir, home, port);
}

/** `port` where it can be listened on, any free one for 0. */
function freePort(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const probe = net.createServer();
    probe.once("error", () => resolve(undefined));
    probe.listen(port, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" ? address?.port : undefined));
    });
  });
}

/** Sees to it that the server runs and that this process owns it, now and after a loss of the connection. */
async function own(server: Server): Promise<void> {
  const owner = await connectOrStart(server);
  await takeOwnership(server, owner);
  owner.on("end", () => {
    if (server.stopping) return;
    server.options.log("the connection to the embedded PostgreSQL was lost; starting it again");
    own(server).catch((error: Error) => server.options.log(error.message));
  });
}

async function connectOrStart(server: Server): Promise<pg.Client> {
  const begun = Date.now();
  let child: ChildProcess | undefined;
  let starts = 0;
  while (Date.now() - begun < START_TIMEOUT_MS) {
    const running = child?.exitCode === null || (await findPostmaster(server.home)) !== undefined;
    if (!running && starts > 0 && Date.now() - begun > RETRY_MS) break;
    if (!running) {
      child = await spawnPostgres(server);
      starts += 1;
    }
    const client = await connect(server.home);
    if (client) return client;
    await sleep(starts > 1 ? 200 : 20);
  }
  const log = await readFile(logFile(server.home), "utf8");
  throw new Error(`the embedded PostgreSQL does not start:\n${log.trim().split("\n").slice(-8).join("\n")}`);
}

/** In a process group of its own: Ctrl-C in a terminal is for Assay, which then stops the server in good order. */
async function spawnPostgres({ home, options }: Server): Promise<ChildProcess> {
  const settings = Object.entries({ ...SETTINGS, ...options.settings });
  const log = await open(logFile(home), "w", 0o600);
  try {
    const child = spawn(
      path.join(home.bin, "postgres"),
      [
        ...["-D", home.cluster, "-p", String(home.access.port)],
        ...settings.flatMap(([name, value]) => ["-c", `${name}=${value}`]),
      ],
      { ...home.user, cwd: "/", detached: true, stdio: ["ignore", log.fd, log.fd], windowsHide: true },
    );
    child.on("error", (error) => options.log(`cannot run ${home.bin}/postgres: ${error.message}`));
    child.unref();
    return child;
  } finally {
    await log.close();
  }
}

function logFile(home: PostgresHome): string {
  return `${home.cluster}.log`;
}

/** Undefined while the server is not up yet; a refused password means that another server has the port. */
async function connect(home: PostgresHome): Promise<pg.Client | undefined> {
  const client = new pg.Client({
    connectionString: connectionString(home),
    application_name: `assay ${process.pid}`,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  });
  client.on("error", () => undefined); // "end" follows, and is acted on
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    if (error instanceof pg.DatabaseError && error.code !== CANNOT_CONNECT_NOW) throw error;
    return undefined;
  }
}

const CANNOT_CONNECT_NOW = "57P03";

async function takeOwnership({ options }: Server, client: pg.Client): Promise<void> {
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
  throw new Error(
    `the data in ${path.resolve(options.dataDir)} is in use by another Assay process (pid ${pid})`,
  );
}

/** The process id of the server on this data, also where it is only just starting or stopping. */
async function findPostmaster(home: PostgresHome): Promise<number | undefined> {
  const pidFile = path.join(home.cluster, "postmaster.pid");
  const text = await readFile(pidFile, "utf8").catch(() => "");
  const pid = Number.parseInt(text, 10);
  if (Number.isNaN(pid) || !isAlive(pid)) return undefined;
  if (await isPostgres(pid)) return pid;
  // After a crash its number can be another's (always the same few in a container): PostgreSQL would not start.
  await rm(pidFile, { force: true });
  return undefined;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** True where the system cannot say (no /proc). A zombie, which an init that reaps none leaves, is no server. */
async function isPostgres(pid: number): Promise<boolean> {
  const state = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "(postgres) S");
  return /\(postgres\) [^ZX]/.test(state);
}
