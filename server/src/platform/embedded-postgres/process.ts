import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { open, readFile, rm } from "node:fs/promises";
import net from "node:net";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { type PostgresHome, runPostgresProgram } from "./home.ts";

type Settings = Readonly<Record<string, string>>;

/** Small and lean, as durable as PostgreSQL is by default; no unix socket, loopback only. */
const SETTINGS: Settings = {
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

const CANNOT_CONNECT_NOW = "57P03";

/** The address of the server, as its superuser. */
export function connectionString({ access }: PostgresHome, port: number): string {
  return `postgres://assay:${access.password}@127.0.0.1:${port}/postgres`;
}

/**
 * A connection to the server of `home` and its port: to the server that runs, also where it is only just
 * starting or stopping, else to a new one, on the port `kept` where others know it. Throws with the end of the
 * server's log where it does not come up.
 */
export async function connectOrStart(
  home: PostgresHome,
  settings: Settings,
  kept?: number,
): Promise<{ readonly client: pg.Client; readonly port: number }> {
  const begun = Date.now();
  let child: ChildProcess | undefined;
  let port = kept ?? home.access.port;
  while (Date.now() - begun < START_TIMEOUT_MS) {
    if (child && hasEnded(child)) {
      if (!(await wasInTheWay(home))) break;
      await sleep(200);
    }
    const running = await findPostmaster(home);
    if (running) port = running.port;
    else if (hasEnded(child)) {
      port = await choosePort(home.access.port, kept);
      child = await spawnPostgres(home, port, settings);
    }
    const client = await connect(home, port);
    if (client) return { client, port };
    await sleep(20);
  }
  throw new Error(`the embedded PostgreSQL cannot start:\n${await endOfLog(home)}`);
}

/** The last port again, unless there was none or another program has it; the `kept` one in any case. */
async function choosePort(last: number, kept: number | undefined): Promise<number> {
  if (kept !== undefined) return untilFree(kept);
  return (await freePort(last)) ?? (await freePort(0)) ?? last;
}

/** `port` as soon as it can be listened on: what a killed server leaves behind may hold it for some milliseconds. */
async function untilFree(port: number): Promise<number> {
  const begun = Date.now();
  while ((await freePort(port)) === undefined && Date.now() - begun < START_TIMEOUT_MS) await sleep(20);
  return port;
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

/** True also where none was started. */
function hasEnded(child: ChildProcess | undefined): boolean {
  return child === undefined || child.exitCode !== null || child.signalCode !== null;
}

/**
 * The processes of a killed server take a moment to go, and another start may be at work on the same data:
 * until then a new server ends at once.
 */
async function wasInTheWay(home: PostgresHome): Promise<boolean> {
  return /pre-existing shared memory block|lock file/.test(await endOfLog(home));
}

async function endOfLog(home: PostgresHome): Promise<string> {
  const log = await readFile(logFile(home), "utf8");
  return log.trim().split("\n").slice(-8).join("\n");
}

/** In a process group of its own: Ctrl-C in a terminal is for Assay, which then stops the server in good order. */
async function spawnPostgres(home: PostgresHome, port: number, settings: Settings): Promise<ChildProcess> {
  const log = await open(logFile(home), "w", 0o600);
  try {
    const child = spawn(
      path.join(home.bin, "postgres"),
      [
        ...["-D", home.cluster, "-p", String(port)],
        ...Object.entries({ ...SETTINGS, ...settings }).flatMap(([name, value]) => [
          "-c",
          `${name}=${value}`,
        ]),
      ],
      { ...home.user, cwd: "/", detached: true, stdio: ["ignore", log.fd, log.fd], windowsHide: true },
    );
    await once(child, "spawn");
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
async function connect(home: PostgresHome, port: number): Promise<pg.Client | undefined> {
  const client = new pg.Client({
    connectionString: connectionString(home, port),
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

/** Ends every connection and shuts the server down; resolves once it has, also where none runs. */
export async function stopServer(home: PostgresHome): Promise<void> {
  if ((await findPostmaster(home)) === undefined) return;
  await runPostgresProgram(home, "pg_ctl", ["stop", "-D", home.cluster, "-m", "fast", "-s"]);
}

/**
 * The port of the server on this data, also where it is only just starting or stopping. The file's lines are
 * described in PostgreSQL's `src/include/utils/pidfile.h`.
 */
async function findPostmaster(home: PostgresHome): Promise<{ readonly port: number } | undefined> {
  const pidFile = path.join(home.cluster, "postmaster.pid");
  const text = await readFile(pidFile, "utf8").catch(() => "");
  const [pid, , , port] = text.split("\n").map(Number);
  if (!pid || !port || !isAlive(pid)) return undefined;
  if (await isPostgres(pid)) return { port };
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
