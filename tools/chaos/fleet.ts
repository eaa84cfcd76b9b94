import type { ChildProcess } from "node:child_process";
import { createWriteStream } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../../server/test/free-port.ts";
import { type NodeProcess, type Place, spawnService } from "../bench/process.ts";
import { untilAnswers } from "../tour/own-service.ts";
import type { Database } from "./database.ts";
import { createDowntime, type Downtime } from "./downtime.ts";

const RESTART_PAUSE_MS = 300;
/** The maximum duration of a start on a busy machine. */
const LONGEST_START_MS = 180_000;
const LONGEST_END_MS = 120_000;
/** A process that ends only then has a defect, which its log names; work takes long on a starved machine. */
export const STOP_SECONDS = "100";

/** One process of the service, which is restarted whenever it is killed. */
export interface Instance {
  readonly name: string;
  readonly role: "api" | "worker";
  /** The address of an API; for a worker, of its metrics. */
  readonly origin: string;
  readonly downtime: Downtime;
  /** Kills it with -9, or ends it in good order; resolves once it is up again, after a pause of `pauseMs`. */
  readonly restart: (how: "kill" | "drain", pauseMs: number, place?: Place) => Promise<void>;
  /** Stops it where it is for so long; then it goes on as if no time had passed. */
  readonly suspend: (ms: number) => Promise<void>;
  /** Ends it in good order. */
  readonly stop: () => Promise<void>;
}

export interface Fleet {
  /** Browsers know the service by the address of the first. */
  readonly apis: readonly [Instance, Instance];
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
  const { downtime } = database;
  const shared = {
    DATABASE_URL: database.connectionString,
    ASSAY_DATA_DIR: dataDir,
    ASSAY_BASE_URL: `http://127.0.0.1:${ports[0]}`,
    ASSAY_STOP_SECONDS: STOP_SECONDS,
    NODE_COMPILE_CACHE: "node_modules/.cache/node", // as `npm start`; who is killed leaves none
    ...env,
  };
  const start = (name: string, role: Instance["role"], port: number) =>
    startInstance({
      ...{ name, role, children, faults },
      origin: `http://127.0.0.1:${port}`,
      logDir: dataDir,
      env: { ...shared, [role === "api" ? "PORT" : "ASSAY_METRICS_PORT"]: String(port) },
      mayFail: downtime.overlaps,
    });
  const [api1, api2, ...workers] = await Promise.all([
    start("api-1", "api", ports[0]),
    start("api-2", "api", ports[1]),
    start("worker-1", "worker", ports[2]),
    start("worker-2", "worker", ports[3]),
  ]);
  return { apis: [api1, api2], instances: [api1, api2, ...workers], faults };
}

/** How a process is started, again and again. */
export interface Plan {
  readonly name: string;
  readonly role: Instance["role"];
  /** The address of an API, or of a worker's metrics, once it works. */
  readonly origin: string;
  readonly logDir: string;
  readonly env: Readonly<Record<string, string>>;
  readonly place?: Place;
  /** Whether a start from `from` until `to` may have failed, because what it needs was down. */
  readonly mayFail: (from: number, to: number) => boolean;
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

/** Starts one process; resolves once it is up. */
export async function startInstance(first: Plan): Promise<Instance> {
  const { name, role, origin, faults } = first;
  let plan = first;
  const downtime = createDowntime(true);
  let running = await bringUp(plan);
  downtime.end();
  return {
    name,
    role,
    origin,
    downtime,
    async restart(how, pauseMs, place) {
      downtime.begin();
      running.isDoomed = true;
      if (how === "kill") running.process.child.kill("SIGKILL");
      else await endInOrder(running, name, faults);
      await sleep(pauseMs);
      plan = place === undefined ? plan : { ...plan, place };
      running = await bringUp(plan);
      downtime.end();
    },
    async suspend(ms) {
      downtime.begin();
      const { pid } = running.process;
      process.kill(pid, "SIGSTOP");
      await sleep(ms);
      process.kill(pid, "SIGCONT");
      downtime.end();
    },
    async stop() {
      downtime.begin();
      running.isDoomed = true;
      await endInOrder(running, name, faults);
    },
  };
}

/** Like a supervisor: one that does not end in good order is killed in the end. */
async function endInOrder({ process }: Running, name: string, faults: string[]): Promise<void> {
  const patience = setTimeout(() => {
    faults.push(`${name} did not end within ${LONGEST_END_MS / 1000} s`);
    process.child.kill("SIGKILL");
  }, LONGEST_END_MS);
  await process.stop().catch((fault: unknown) => faults.push(`${name}: ${fault}`));
  clearTimeout(patience);
}

/** Restarts it until it is up, like a supervisor: a start while the database is down fails at once. */
async function bringUp(plan: Plan): Promise<Running> {
  for (;;) {
    const begun = Date.now();
    const running = await spawnInstance(plan);
    const { child } = running.process;
    const path = plan.role === "api" ? "/readyz" : "/metrics";
    const isUp = await untilAnswers(`${plan.origin}${path}`, child, LONGEST_START_MS).then(
      () => true,
      () => false,
    );
    running.isUp = isUp;
    if (isUp && child.exitCode === null) return running;
    if (!plan.mayFail(begun, Date.now())) throw new Error(`${plan.name} does not start`);
    child.kill("SIGKILL");
    await sleep(RESTART_PAUSE_MS);
  }
}

async function spawnInstance({ children, ...plan }: Plan): Promise<Running> {
  const { name, role, logDir, env, place, mayFail, faults } = plan;
  const begun = Date.now();
  const process = await spawnService({ ...env, ASSAY_ROLE: role }, place);
  const running: Running = { process, isUp: false, isDoomed: false };
  children.add(process.child);
  const log = createWriteStream(path.join(logDir, `${name}.log`), { flags: "a" });
  process.child.stdout?.pipe(log);
  process.child.stderr?.pipe(log);
  process.child.once("exit", (code, signal) => {
    children.delete(process.child);
    const isExcused = !running.isUp && mayFail(begun, Date.now());
    if (!running.isDoomed && !isExcused) faults.push(`${name} ended by itself: ${signal ?? `code ${code}`}`);
  });
  return running;
}
