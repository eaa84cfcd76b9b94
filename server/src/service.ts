import { closeStores } from "./buckets/open-stores.ts";
import type { Config } from "./config.ts";
import type { Deps } from "./deps.ts";
import type { Metrics } from "./metrics/metrics.ts";
import { assertKeyInUse, openMasterKeys, sessionName } from "./platform/auth/master-keys.ts";
import { createSecrets, type Secrets } from "./platform/auth/secrets.ts";
import { openBlobs } from "./platform/blobs/open.ts";
import { databaseClock } from "./platform/database/clock.ts";
import { connect, type PoolOptions } from "./platform/database/db.ts";
import { createDirect } from "./platform/database/direct.ts";
import { createLog } from "./platform/log.ts";
import { createSendMail } from "./platform/network/mail.ts";
import { createOutbound } from "./platform/network/outbound.ts";
import { removeLeftovers } from "./platform/temp-folder.ts";
import type { Traces } from "./traces/traces.ts";

const SYNCHRONIZE_EVERY_MS = 10_000;

/** Of a worker's connections, for deliveries and sweeps; the thread that runs the jobs has the others. */
export const WORKER_CONNECTIONS = 4;

/** Where the database is: for most statements, maybe through a pooler, and without one. */
export interface DatabaseUrls {
  readonly url: string;
  readonly directUrl: string;
}

/** The real `Deps` of `config` on a migrated database, with a pool of `options`, and a function that closes them. */
export async function openDeps(
  config: Config,
  { url, directUrl }: DatabaseUrls,
  options: PoolOptions,
): Promise<{ deps: Deps; close: () => Promise<void> }> {
  const log = createLog(config.logLevel);
  await removeLeftovers().catch((fault: unknown) =>
    log.warn({ err: fault }, "removing temporary files failed"),
  );
  const traces = config.isTraced ? await startTraces(log) : undefined;
  let secrets: Secrets | undefined;
  const { db, pool } = connect(url, {
    connectMs: config.connectTimeoutMs,
    onQuery: traces?.queried,
    admit: async (client) => secrets && assertKeyInUse(client, secrets),
    ...options,
  });
  const clock = await databaseClock(db);
  const masterKeys = await openMasterKeys(db, clock.now(), config).catch(async (fault: unknown) => {
    await db.destroy();
    throw fault;
  });
  secrets = createSecrets(...masterKeys);
  const synchronizing = setInterval(
    () => void clock.synchronize().catch(() => undefined),
    SYNCHRONIZE_EVERY_MS,
  );
  const outbound = createOutbound(config.allowNetworks);
  const blobs = await openBlobs(config.storage, config.storageFallback);
  const measured = { db, pool, blobs, now: clock.now };
  const deps: Deps = {
    traces,
    metrics: config.metricsPort === undefined ? undefined : await startMetrics(measured),
    // The thread of jobs gets these settings, and need not run the command again.
    config: {
      ...config,
      masterKey: masterKeys.map((key) => key.toString("base64")).join(),
      masterKeyCommand: undefined,
    },
    db,
    pool,
    direct: createDirect(directUrl, log, sessionName(secrets)),
    log,
    now: clock.now,
    blobs,
    outbound: traces?.watchOutbound(outbound) ?? outbound,
    sendMail: createSendMail(config.smtpUrl, (line) => log.warn(line)),
    secrets,
  };
  async function close(): Promise<void> {
    clearInterval(synchronizing);
    closeStores(deps.outbound);
    await traces?.close();
    await db.destroy();
  }
  return { deps, close };
}

/** Metrics are loaded only if they are served, because they take memory and time to start. */
async function startMetrics(needs: Pick<Deps, "db" | "pool" | "blobs" | "now">): Promise<Metrics> {
  const { createMetrics } = await import("./metrics/metrics.ts");
  return createMetrics(needs);
}

/** Also loaded only if somebody collects. */
async function startTraces(log: Deps["log"]): Promise<Traces> {
  const { createTraces } = await import("./traces/traces.ts");
  return createTraces(log);
}
