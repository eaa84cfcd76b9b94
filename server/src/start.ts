import { once } from "node:events";
import { createServer } from "node:net";
import type { FastifyInstance } from "fastify";
import type { ClientBase } from "pg";
import { buildApp } from "./app.ts";
import { loadSigner } from "./certificates/keys.ts";
import type { Config } from "./config.ts";
import type { Deps } from "./deps.ts";
import { endInOrder, type Part } from "./ending.ts";
import { bootstrap, type FirstAccess } from "./installation/bootstrap.ts";
import { assertKeyInUse } from "./platform/auth/master-keys.ts";
import { assertRightStore } from "./platform/blobs/blob-rows.ts";
import { assertDirect } from "./platform/database/assert-direct.ts";
import { connect, type Database, type PoolOptions } from "./platform/database/db.ts";
import { migrate } from "./platform/database/migrate.ts";
import { startEmbeddedPostgres } from "./platform/embedded-postgres/server.ts";
import { drain } from "./platform/http/drain.ts";
import { createLog } from "./platform/log.ts";
import { makeSample } from "./sample/make.ts";
import { type DatabaseUrls, openDeps, WORKER_CONNECTIONS } from "./service.ts";
import { startJobsThread } from "./start-jobs-thread.ts";
import { endLeasesOfDead } from "./uploads/sweep.ts";
import { runWorker } from "./worker.ts";

type Close = () => Promise<void>;
/** Receives one-line messages for the operator of the service. */
type Say = (line: string) => void;

/** A service within this process. */
export interface OwnService {
  /** Resolves once all parts of its role run; if one fails, rejects with all of them stopped again. */
  readonly started: Promise<void>;
  /**
   * Closes what was opened, in reverse order; waits for a start in progress. Returns what it did not wait for, because the time of
   * the settings was over; empty if all has ended.
   */
  readonly stop: () => Promise<readonly string[]>;
}

/** Runs the service, its database included, until it is stopped. */
export function runService(config: Config, say: Say): OwnService {
  const opened: Part[] = [];
  const starting = start(config, say, opened);
  function* parts(): Generator<Part> {
    yield { name: "the start", close: () => starting.catch(() => undefined) };
    // One by one: a start that takes too long may open more meanwhile.
    for (let part = opened.pop(); part !== undefined; part = opened.pop()) yield part;
  }
  let stopped: Promise<readonly string[]> | undefined;
  const stop = (): Promise<readonly string[]> => {
    stopped ??= endInOrder(parts(), config.drainMs + config.stopMs, createLog(config.logLevel));
    return stopped;
  };
  const started = starting.catch(async (fault: unknown) => {
    await stop();
    throw fault;
  });
  return { started, stop };
}

/** Starts the configured parts in order, and adds to `opened` how to close each. */
async function start(config: Config, say: Say, opened: Part[]): Promise<void> {
  // before the first account: its key and link are printed only once, and the link has the port
  if (config.role !== "worker") await assertFree(config);
  const urls = await findDatabase(config, say, opened);
  await migrate(urls.directUrl);
  const forWork: PoolOptions = { max: WORKER_CONNECTIONS, connectMs: config.connectTimeoutMs };
  const forRequests = { max: config.databaseConnections, limits: config.timeLimits };
  const { deps, close } = await openDeps(config, urls, config.role === "worker" ? forWork : forRequests);
  opened.push({ name: "the connections to the database", close, waitsFor: () => inUse(deps) });
  const checked = assertRightStore(deps);
  // One that runs alone has no others to differ from, and serves labels and certificates also if its files are lost.
  await (config.role === "all"
    ? checked.catch((err: unknown) => deps.log.error({ err }, "the files are missing"))
    : checked);
  if (config.databaseUrl === undefined) await endLeasesOfDead(deps);
  await loadSigner(deps);
  // A worker does not print the first account's key and link: nobody looks for them in its log.
  const first = config.role === "worker" ? undefined : await bootstrap(deps);
  if (first !== undefined) greet(config, say, first);
  if (config.role !== "api") {
    const thread = startJobsThread({ config: deps.config, urls });
    opened.push({ name: "the thread of jobs", close: thread.stop });
    const own = config.role === "worker" ? deps : { ...deps, ...openForWork(urls, forWork, deps, opened) };
    const { stop, waitsFor } = runWorker(own, thread.run);
    opened.push({ name: "work in the background", close: stop, waitsFor });
  }
  opened.push({ name: "the metrics", close: await watch(config, say, deps) }); // last of the start, so that a worker with metrics is known to work
  if (config.role === "worker") return;
  const app = await buildApp(deps);
  opened.push({ name: "requests", close: await serve(config, say, app) });
  if (first !== undefined && config.sample)
    opened.push({ name: "the sample project", close: fillSample(deps, first.key) });
}

function inUse({ pool }: Pick<Database, "pool">): readonly string[] {
  const count = pool.totalCount - pool.idleCount;
  return count > 0 ? [`connections to the database: ${count}`] : [];
}

/** Makes the sample beside the first requests. To close it takes as long as its request in progress. */
function fillSample(deps: Deps, key: string): Close {
  const stopping = new AbortController();
  const made = makeSample(deps, key, stopping.signal).catch((fault: unknown) => {
    if (!stopping.signal.aborted) deps.log.error({ err: fault }, "creating the sample project failed");
  });
  return async () => {
    stopping.abort();
    await made;
  };
}

function greet({ bootstrap: { apiKey } }: Config, say: Say, { key, link }: FirstAccess): void {
  if (apiKey === undefined) say(`The first account's API key, shown only this once:\n\n  ${key}\n`);
  say(`The owner signs in with this link, which works once, for a week:\n\n  ${link}\n`);
}

/** The database of the settings, or else the embedded one. */
async function findDatabase(config: Config, say: Say, opened: Part[]): Promise<DatabaseUrls> {
  const { databaseUrl, databaseDirectUrl, dataDir } = config;
  if (databaseUrl !== undefined) {
    await assertDirect(databaseUrl, databaseDirectUrl, config.connectTimeoutMs);
    return { url: databaseUrl, directUrl: databaseDirectUrl ?? databaseUrl };
  }
  const { connectionString, stop } = await startEmbeddedPostgres({ dataDir, log: say });
  opened.push({ name: "the embedded database", close: stop });
  return { url: connectionString, directUrl: connectionString };
}

/** A worker's pool beside that of the requests, whose statements have time limits. */
function openForWork(
  { url }: DatabaseUrls,
  options: PoolOptions,
  { traces, secrets }: Deps,
  opened: Part[],
): Database {
  const admit = (client: ClientBase) => assertKeyInUse(client, secrets);
  const database = connect(url, { ...options, onQuery: traces?.queried, admit });
  opened.push({
    name: "the connections of the background work",
    close: () => database.db.destroy(),
    waitsFor: () => inUse(database),
  });
  return database;
}

/** Serves the metrics if a port is configured for them, in every role. */
async function watch(
  { metricsHost: host, metricsPort: port }: Config,
  say: Say,
  { metrics }: Deps,
): Promise<Close> {
  if (metrics === undefined || port === undefined) return async () => undefined;
  const { serveMetrics } = await import("./metrics/serve.ts");
  const served = await serveMetrics(metrics, { host, port });
  say(`Metrics are at http://${host}:${served.port}/metrics`);
  return served.close;
}

/** Throws if another program has the port. */
async function assertFree({ host, port }: Config): Promise<void> {
  const probe = createServer().listen(port, host);
  await once(probe, "listening").catch((fault: NodeJS.ErrnoException) => {
    throw fault.code === "EADDRINUSE" ? portTaken(port, fault) : fault;
  });
  probe.close();
  await once(probe, "close");
}

function portTaken(port: number, cause: Error): Error {
  return new Error(`port ${port} is taken; choose another, such as PORT=${port + 1}`, { cause });
}

async function serve(config: Config, say: Say, app: FastifyInstance): Promise<Close> {
  const { host, port, baseUrl, allowNetworks, isLocal, role } = config;
  const { level } = app.log;
  app.log.level = "silent"; // Fastify's log line for programs would appear among those for people
  const listening = app.listen({ host, port }).finally(() => {
    app.log.level = level;
  });
  await listening.catch((fault: NodeJS.ErrnoException) => {
    throw fault.code === "EADDRINUSE" ? portTaken(port, fault) : fault;
  });
  say(`Assay is running at ${baseUrl} (API at ${baseUrl}/v1, its documentation at ${baseUrl}/docs)`);
  if (isLocal && role === "api") {
    say(
      "It answers only this machine, and nothing that comes through a proxy: set ASSAY_BASE_URL to the address that clients use",
    );
  }
  if (allowNetworks.length > 0) say(`Webhooks and uploads by URL may reach ${allowNetworks.join(", ")}`);
  return () => drain(app, config.drainMs);
}
