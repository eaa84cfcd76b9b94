import type { ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { request } from "undici";
import { freePort } from "../../server/test/free-port.ts";
import { spawnService } from "./process.ts";

/** So high that no load reaches it; the service still counts requests. */
const REQUESTS_PER_MINUTE = 2_000_000;
const START_TIMEOUT_MS = 60_000;
/** The key of the account. */
export const KEY = randomBytes(24).toString("base64url");

/** A running service with its own data folder. */
export interface Service {
  readonly origin: string;
  readonly pid: number;
  /** From the start of the process to the first 200 of /readyz. */
  readonly startedInMs: number;
  /** The headers of the account's requests. */
  readonly headers: Readonly<Record<string, string>>;
  readonly connectionString: string;
  /** A connection to the service's database. */
  readonly db: pg.Client;
  /** The process id of PostgreSQL's postmaster. */
  readonly postmaster: number;
  /** Sends JSON and returns the response's; throws if it is no success. */
  readonly call: Call;
}

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

// biome-ignore lint/suspicious/noExplicitAny: the service's own contract says what an answer holds
export type Call = (method: Method, path: string, body?: unknown) => Promise<any>;

/** Gives `work` an empty data folder, and removes it afterwards. */
export async function withDataDir<T>(work: (dataDir: string) => Promise<T>): Promise<T> {
  const dataDir = await makeDataDir("assay-bench-");
  try {
    return await work(dataDir);
  } finally {
    await removeDataDir(dataDir);
  }
}

/** An empty data folder whose name begins with `prefix`. */
export async function makeDataDir(prefix: string): Promise<string> {
  const dataDir = await mkdtemp(path.join(tmpdir(), prefix));
  await chmod(dataDir, 0o755); // if we run as root, PostgreSQL runs as another user, who needs access
  return dataDir;
}

/** Removes a data folder with the database, wherever that is. */
export async function removeDataDir(dataDir: string): Promise<void> {
  const access = await readAccess(dataDir).catch(() => undefined); // missing if the start failed
  if (access !== undefined) {
    await rm(path.resolve(dataDir, access.directory), { recursive: true, force: true });
  }
  await rm(dataDir, { recursive: true });
}

/** Starts the service on a data folder for as long as `work` takes, with further settings if given. */
export async function withService<T>(
  dataDir: string,
  work: (service: Service) => Promise<T>,
  settings: Readonly<Record<string, string>> = {},
): Promise<T> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const begun = performance.now();
  const service = await spawnService({
    PORT: String(port),
    ASSAY_DATA_DIR: dataDir,
    NODE_COMPILE_CACHE: path.join(dataDir, "compiled"), // as `npm start` keeps one, empty at the first start
    ASSAY_BOOTSTRAP_API_KEY: KEY,
    ASSAY_LOG_LEVEL: "warn",
    ...settings,
  });
  if (service.child.stdout) showFaults(service.child.stdout);
  try {
    await untilReady(origin, service.child);
    const startedInMs = performance.now() - begun;
    const headers = { authorization: `Bearer ${KEY}`, "content-type": "application/json" };
    const { connectionString, directory } = await readAccess(dataDir);
    const db = new pg.Client({ connectionString });
    await db.connect();
    await db.query("update accounts set rate_limit_per_minute = $1", [REQUESTS_PER_MINUTE]);
    const postmaster = Number.parseInt(
      await readFile(path.resolve(dataDir, directory, "postmaster.pid"), "utf8"),
      10,
    );
    const call = createCall(origin, headers);
    const { pid } = service;
    try {
      return await work({ origin, pid, startedInMs, headers, connectionString, db, postmaster, call });
    } finally {
      await db.end();
    }
  } finally {
    await service.stop();
  }
}

/** Shows what the service logs, which is JSON; its greetings are not. */
function showFaults(output: Readable): void {
  createInterface(output).on("line", (line) => {
    if (line.startsWith("{")) process.stderr.write(`${line}\n`);
  });
}

/** Sends the account's requests. */
export function createCall(origin: string, headers: Readonly<Record<string, string>>): Call {
  return async (method, path, body) => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await request(`${origin}${path}`, {
      method,
      headers: { ...headers },
      headersTimeout: 600_000,
      ...sent,
    });
    const text = await answer.body.text();
    if (answer.statusCode >= 300) throw new Error(`${method} ${path}: ${answer.statusCode} ${text}`);
    return text === "" ? undefined : JSON.parse(text);
  };
}

async function untilReady(origin: string, child: ChildProcess): Promise<void> {
  const begun = performance.now();
  while (child.exitCode === null && performance.now() - begun < START_TIMEOUT_MS) {
    const isReady = await request(`${origin}/readyz`).then(
      async ({ statusCode, body }) => {
        await body.dump();
        return statusCode === 200;
      },
      () => false,
    );
    if (isReady) return;
    await sleep(10);
  }
  throw new Error("the service does not start");
}

/** The embedded server's own note of where it lies and how it is reached. */
export async function readAccess(
  dataDir: string,
): Promise<{ readonly connectionString: string; readonly directory: string }> {
  const text = await readFile(path.join(dataDir, "postgres.json"), "utf8");
  const { directory, port, password } = JSON.parse(text);
  return { connectionString: `postgres://assay:${password}@127.0.0.1:${port}/postgres`, directory };
}
