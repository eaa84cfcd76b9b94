import type { FastifyInstance } from "fastify";
import { bootstrap } from "./accounts/bootstrap.ts";
import { buildApp } from "./app.ts";
import { loadSigner } from "./certificates/keys.ts";
import { type Config, readConfig } from "./config.ts";
import type { Deps } from "./deps.ts";
import { runAside } from "./jobs-aside.ts";
import { startEmbeddedPostgres } from "./platform/embedded-postgres.ts";
import { migrate } from "./platform/migrate.ts";
import { makeSample } from "./sample/make.ts";
import { openDeps } from "./service.ts";
import { runWorker } from "./worker.ts";

type Close = () => Promise<void>;

/** For requests under way at a stop: less than the 10 s after which `docker stop` kills. */
const GRACE_MS = 7_000;

/** Starts what the settings ask for, in order, and notes in `opened` how each part is closed again. */
async function start(config: Config, opened: Close[]): Promise<void> {
  const connectionString = config.databaseUrl ?? (await startDatabase(config, opened));
  await migrate(connectionString);
  const { deps, close } = await openDeps(config, connectionString);
  opened.push(close);
  await loadSigner(deps);
  const first = await bootstrap(deps);
  if (first !== undefined && config.bootstrap.apiKey === undefined) {
    say(`The first account's API key, shown this once:\n\n  ${first.key}\n`);
  }
  if (first !== undefined)
    say(`Its owner signs in by this link, once and within a week:\n\n  ${first.link}\n`);
  if (config.role !== "api") {
    const aside = runAside({ config, connectionString });
    opened.push(aside.stop);
    opened.push((await runWorker(deps, aside.run)).stop);
  }
  opened.push(await watch(config, deps)); // so that who sees a worker's metrics knows that it works
  if (config.role === "worker") return;
  const app = await buildApp(deps);
  opened.push(await serve(config, app));
  if (first !== undefined && config.sample) {
    makeSample(app, first.key).catch((fault: unknown) =>
      deps.log.error({ err: fault }, "the sample is not whole"),
    );
  }
}

async function startDatabase({ dataDir }: Config, opened: Close[]): Promise<string> {
  const { connectionString, stop } = await startEmbeddedPostgres({ dataDir, log: say });
  opened.push(stop);
  return connectionString;
}

/** Serves the metrics where a port is set for them, in every role. */
async function watch({ metricsHost: host, metricsPort: port }: Config, { metrics }: Deps): Promise<Close> {
  if (metrics === undefined || port === undefined) return async () => undefined;
  const { serveMetrics } = await import("./metrics/serve.ts");
  const served = await serveMetrics(metrics, { host, port });
  say(`metrics at http://${host}:${served.port}/metrics`);
  return served.close;
}

async function serve(config: Config, app: FastifyInstance): Promise<Close> {
  const { host, port, baseUrl, allowNetworks } = config;
  const { level } = app.log;
  app.log.level = "silent"; // the line that Fastify writes for machines would stand among those for people
  const listening = app.listen({ host, port }).finally(() => {
    app.log.level = level;
  });
  await listening.catch((fault: NodeJS.ErrnoException) => {
    if (fault.code !== "EADDRINUSE") throw fault;
    throw new Error(`port ${port} is taken; choose another, such as PORT=${port + 1}`, { cause: fault });
  });
  say(`Assay answers at ${baseUrl} (API at ${baseUrl}/v1, its documentation at ${baseUrl}/docs)`);
  if (allowNetworks.length > 0) say(`webhooks and uploads by URL may reach ${allowNetworks.join(", ")}`);
  return async () => {
    const patience = setTimeout(() => app.server.closeAllConnections(), GRACE_MS);
    await app.close().finally(() => clearTimeout(patience));
  };
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const opened: Close[] = [];
  const started = start(config, opened);
  let stopped: Promise<void> | undefined;
  /** Closes what was opened, the last first; waits for a start that is under way. */
  const stop = (): Promise<void> => {
    stopped ??= started
      .catch(() => undefined)
      .then(async () => {
        for (const close of opened.toReversed()) await close();
      });
    return stopped;
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, () => void stop().then(() => process.exit(0), fail));
  }
  await started.catch(async (fault: unknown) => {
    await stop();
    throw fault;
  });
}

function fail(fault: unknown): void {
  process.stderr.write(`${fault instanceof Error ? fault.message : String(fault)}\n`);
  process.exit(1);
}

main().catch(fail);
