import type { ChildProcess } from "node:child_process";
import { createWriteStream } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../../server/test/free-port.ts";
import { type NodeProcess, spawnService } from "../bench/process.ts";
import { untilAnswers } from "../tour/own-service.ts";
import type { Database } from "./database.ts";
import { createDowntime, type Downtime } from "./downtime.ts";

const RESTART_PAUSE_MS = 300;
/** The maximum duration of a start on a busy machine. */
const LONGEST_START_MS = 180_000;

/** One process of the service, which is restarted whenever it is killed. */
export interface Instance {
  readonly name: string;
  readonly role: "api" | "worker";
  /** The address of an API; for a worker, of its metrics. */
  readonly origin: string;
  readonly downtime: Downtime;
  /** Kills it with -9; resolves once it is up again, after a pause of `pauseMs`. */
  readonly kill: (pauseMs: number) => Promise<void>;
  /** Ends it in good order. */
  readonly stop: () => Promise<void>;
}

export interface Fleet {
  readonly instances: readonly Instance[];
  /** Processes that ended without being killed, and those that did not stop cleanly. */
  readonly faults: string[];
}

/** Two APIs and two workers on one database and one data folder, all started at once. */
export async function startFleet(
  database: Database,
  dataDir: string,
  env: Readonly<Record<string, string>>,
): Promise<Fleet> {
  const faults: string[] = [];
  const children = new Set<ChildProcess>();
  process.once("exit", () => {
    for (const child of children) child.kill("SIGKILL"); // of a run that ended in the midst of it
  });
  const ports = await Promise.all([freePort(), freePort(), freePort(), freePort()]);
  const shared = {
    DATABASE_URL: database.connectionString,
    ASSAY_DATA_DIR: dataDir,
    ASSAY_BASE_URL: `http://127.0.0.1:${ports[0]}`,
    NODE_COMPILE_CACHE: "node_modules/.cache/node", // as `npm start`; who is killed leaves none
    ...env,
  };
  const start = (name: string, role: Instance["role"], port: number) =>
    startInstance({ name, role, port, dataDir, env: shared, database, children, faults });
  const instances = await Promise.all([
    start("api-1", "api", ports[0]),
    start("api-2", "api", ports[1]),
    start("worker-1", "worker", ports[2]),
    start("worker-2", "worker", ports[3]),
  ]);
  return { instances, faults };
}

interface Plan {
  readonly name: string;
  readonly role: Instance["role"];
  /** The address of an API, or of a worker's metrics, once it works. */
  readonly port: number;
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string>>;
  readonly database: Database;
  /** Those that run. */
  readonly children: Set<ChildProcess>;
  readonly faults: string[];
}

/** A process and its state. */
interface Running {
  readonly process: NodeProcess;
  /** Whether it has begun to work. */
  isUp: boolean;
  /** Whether it may end from now on. */
  isDoomed: boolean;
}

async function startInstance(plan: Plan): Promise<Instance> {
  const { name, role, port, faults } = plan;
  const origin = `http://127.0.0.1:${port}`;
  const downtime = createDowntime(true);
  let running = await bringUp(plan, origin);
  downtime.end();
  return {
    name,
    role,
    origin,
    downtime,
    async kill(pauseMs) {
      downtime.begin();
      running.isDoomed = true;
      running.process.child.kill("SIGKILL");
      await sleep(pauseMs);
      running = await bringUp(plan, origin);
      downtime.end();
    },
    async stop() {
      downtime.begin();
      running.isDoomed = true;
      await running.process.stop().catch((fault: unknown) => faults.push(`${name}: ${fault}`));
    },
  };
}

/** Restarts it until it is up, like a supervisor: a start while the database is down fails at once. */
async function bringUp(plan: Plan, origin: string): Promise<Running> {
  for (;;) {
    const begun = Date.now();
    const running = await spawnInstance(plan);
    const { child } = running.process;
    const path = plan.role === "api" ? "/readyz" : "/metrics";
    const isUp = await untilAnswers(`${origin}${path}`, child, LONGEST_START_MS).then(
      () => true,
      () => false,
    );
    running.isUp = isUp;
    if (isUp && child.exitCode === null) return running;
    if (!plan.database.downtime.overlaps(begun, Date.now())) throw new Error(`${plan.name} does not start`);
    child.kill("SIGKILL");
    await sleep(RESTART_PAUSE_MS);
  }
}

async function spawnInstance({ children, ...plan }: Plan): Promise<Running> {
  const { name, role, port, dataDir, env, database, faults } = plan;
  const begun = Date.now();
  const listen = role === "api" ? { PORT: String(port) } : { ASSAY_METRICS_PORT: String(port) };
  const process = await spawnService({ ...env, ASSAY_ROLE: role, ...listen });
  const running: Running = { process, isUp: false, isDoomed: false };
  children.add(process.child);
  process.child.stdout?.pipe(createWriteStream(path.join(dataDir, `${name}.log`), { flags: "a" }));
  process.child.once("exit", (code, signal) => {
    children.delete(process.child);
    const foundNoDatabase = !running.isUp && database.downtime.overlaps(begun, Date.now());
    if (!running.isDoomed && !foundNoDatabase)
      faults.push(`${name} ended by itself: ${signal ?? `code ${code}`}`);
  });
  return running;
}
