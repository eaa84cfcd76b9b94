import type { ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { freePort } from "../../server/test/free-port.ts";
import { spawnService } from "../bench/process.ts";
import { withDataDir } from "../bench/service.ts";
import { until } from "./waiting.ts";

const START_MS = 60_000;

/** A listening service in a separate process. */
export interface OwnService {
  readonly baseUrl: string;
  /** Its account's API key. */
  readonly key: string;
}

/**
 * Runs the service on a free port and on new data while `use` runs; then removes everything. If `ASSAY_BASE_URL` and
 * `ASSAY_API_KEY` name a running one, uses that. `settings` may name a database and a store, which stay.
 */
export async function withOwnService<T>(
  use: (service: OwnService) => Promise<T>,
  settings: Readonly<Record<string, string>> = {},
): Promise<T> {
  const { ASSAY_BASE_URL: running, ASSAY_API_KEY: itsKey } = process.env;
  if (running && itsKey) return use({ baseUrl: running, key: itsKey });
  return withDataDir(async (dataDir) => {
    const port = await freePort();
    const baseUrl = `http://localhost:${port}`;
    const key = randomBytes(24).toString("base64url");
    const service = await spawnService({
      ...settings,
      PORT: String(port),
      ASSAY_DATA_DIR: dataDir,
      ASSAY_BOOTSTRAP_API_KEY: key,
      ASSAY_LOG_LEVEL: "warn",
    });
    service.child.stdout?.resume(); // its greeting; warnings and faults of a start go to stderr
    try {
      await untilReady(baseUrl, service.child);
      return await use({ baseUrl, key });
    } finally {
      await service.stop();
    }
  });
}

/** Resolves once the service of `child` is healthy; throws if it ends or takes too long. */
export function untilReady(baseUrl: string, child: ChildProcess, withinMs = START_MS): Promise<void> {
  return untilAnswers(`${baseUrl}/readyz`, child, withinMs);
}

/** The same for another path. */
export async function untilAnswers(url: string, child: ChildProcess, withinMs: number): Promise<void> {
  await until({ what: "an answer of the service", withinMs }, async () => {
    if (child.exitCode !== null) throw new Error(`the service ended with code ${child.exitCode}`);
    const response = await fetch(url).catch(() => undefined); // not listening yet
    return response?.ok ? true : undefined;
  });
}
