import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { open, readFile, rm } from "node:fs/promises";
import net from "node:net";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { type PostgresHome, runPostgresProgram } from "./home.ts";

type Settings = Readonly<Record<string, string>>;

/** Small memory use, PostgreSQL's default durability; no unix socket, loopback only. */
const SETTINGS: Settings = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  max_connections: "60",
  shared_buffers: "96MB",
  wal_level: "minimal",
  max_wal_senders: "0",
  max_logical_replication_workers: "0",
  io_method: "sync",
  // Parallel queries need shared memory, of which containers have little (64 MB in Docker).
  max_parallel_workers_per_gather: "0",
  max_parallel_maintenance_workers: "0",
  jit: "off",
  random_page_cost: "1.1",
  timezone: "UTC",
  log_timezone: "UTC",
  // The caller receives failed statements; the server's own log has only what concerns the server.
  log_min_messages: "log",
  log_checkpoints: "off",
};

/** Includes crash recovery; PostgreSQL's own pg_ctl waits as long. */
const START_TIMEOUT_MS = 60_000;

const CANNOT_CONNECT_NOW = "57P03";

/** The address of the server, as its superuser. */
export function connectionString({ access }: PostgresHome, port: number): string {
  return `postgres://assay:${access.password}@127.0.0.1:${port}/postgres`;
}

/**
 * A connection to the server of `home`, and its port: to the running server, even if it is just starting or
 * stopping, otherwise to a new one, on the port `kept` if others know it. Throws with the end of the server's
 * log if it does not start.
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

/** The last port again, unless there was none or another program uses it; always the `kept` one if given. */
async function choosePort(last: number, kept: number | undefined): Promise<number> {
  if (kept !== undefined) return untilFree(kept);
  return (await freePort(last)) ?? (await freePort(0)) ?? last;
}

/**
 * Waits until `port` can be listened on: the remains of a killed server may hold it for some milliseconds.
 */
async function untilFree(port: number): Promise<number> {
  const begun = Date.now();
  while ((await freePort(port)) === undefined && Date.now() - begun < START_TIMEOUT_MS) await sleep(20);
  return port;
}

/** `port` if it can be listened on, any free one for 0. */
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

/** True even if none was started. */
function hasEnded(child: ChildProcess | undefined): boolean {
  return child === undefined || child.exitCode !== null || child.signalCode !== null;
}

/**
 * Whether a new server ended because the processes of a killed one are still exiting, or because another
 * start works on the same data.
 */
async function wasInTheWay(home: PostgresHome): Promise<boolean> {
  return /pre-existing shared memory block|lock file/.test(await endOfLog(home));
}

async function endOfLog(home: PostgresHome): Promise<string> {
  const log = await readFile(logFile(home), "utf8");
  return log.trim().split("\n").slice(-8).join("\n");
}

/**
 * In its own process group: Ctrl-C in a terminal reaches Assay only, which then stops the server in order.
 */
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

/** Undefined while the server is not up yet; a refused password means that another server uses the port. */
async function connect(home: PostgresHome, port: number): Promise<pg.Client | undefined> {
  const client = new pg.Client({
    connectionString: connectionString(home, port),
    application_name: `assay ${process.pid}`,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  });
  client.on("error", () => undefined); // "end" follows, which handles it
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    if (error instanceof pg.DatabaseError && error.code !== CANNOT_CONNECT_NOW) throw error;
    return undefined;
  }
}

/** Ends every connection and shuts the server down; resolves when it has stopped or was not running. */
export async function stopServer(home: PostgresHome): Promise<void> {
  if ((await findPostmaster(home)) === undefined) return;
  await runPostgresProgram(home, "pg_ctl", ["stop", "-D", home.cluster, "-m", "fast", "-s"]);
}

/**
 * The port of the server on this data, even if it is just starting or stopping. PostgreSQL's
 * `src/include/utils/pidfile.h` describes the file's lines.
 */
async function findPostmaster(home: PostgresHome): Promise<{ readonly port: number } | undefined> {
  const pidFile = path.join(home.cluster, "postmaster.pid");
  const text = await readFile(pidFile, "utf8").catch(() => "");
  const [pid, , , port] = text.split("\n").map(Number);
  if (!pid || !port || !isAlive(pid)) return undefined;
  if (await isPostgres(pid)) return { port };
  // After a crash another process can have its number (always the same few in a container): PostgreSQL would
  // not start.
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

/**
 * True if the system cannot tell (no /proc). A zombie, which an init process that does not reap leaves, is no
 * server.
 */
async function isPostgres(pid: number): Promise<boolean> {
  const state = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "(postgres) S");
  return /\(postgres\) [^ZX]/.test(state);
}
