import { bootstrap } from "./accounts/bootstrap.ts";
import { buildApp } from "./app.ts";
import { type Config, readConfig } from "./config.ts";
import { startEmbeddedPostgres } from "./platform/embedded-postgres.ts";
import { migrate } from "./platform/migrate.ts";
import { openDeps } from "./service.ts";
import { runWorker } from "./worker.ts";

/** Starts what the settings ask for, in order; `stop` undoes it in reverse. */
async function start(config: Config): Promise<() => Promise<void>> {
  const postgres =
    config.databaseUrl === undefined
      ? await startEmbeddedPostgres({ dataDir: config.dataDir, log: say })
      : undefined;
  const connectionString = config.databaseUrl ?? postgres?.connectionString ?? "";
  await migrate(connectionString);
  const { deps, close } = await openDeps(config, connectionString);
  const key = await bootstrap(deps);
  const app = config.role === "worker" ? undefined : await buildApp(deps);
  const worker = config.role === "api" ? undefined : await runWorker(deps);
  await app?.listen({ host: config.host, port: config.port });
  greet(config, key);
  return async () => {
    await app?.close();
    await worker?.stop();
    await close();
    await postgres?.stop();
  };
}

function greet({ baseUrl, allowNetworks, bootstrap: { apiKey } }: Config, key: string | undefined): void {
  say(`Assay answers at ${baseUrl} (API at ${baseUrl}/v1, its documentation at ${baseUrl}/docs)`);
  if (allowNetworks.length > 0) say(`webhooks and uploads by URL may reach ${allowNetworks.join(", ")}`);
  if (key !== undefined && apiKey === undefined) {
    say(`The first account's API key, shown this once:\n\n  ${key}\n`);
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function main(): Promise<void> {
  const stop = await start(readConfig(process.env));
  let stopping = false;
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      stop().then(
        () => process.exit(0),
        (fault: unknown) => {
          process.stderr.write(`${String(fault)}\n`);
          process.exit(1);
        },
      );
    });
  }
}

main().catch((fault: unknown) => {
  process.stderr.write(`${fault instanceof Error ? fault.message : String(fault)}\n`);
  process.exit(1);
});
