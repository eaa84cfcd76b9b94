import { once } from "node:events";
import { spawnNode } from "./process.ts";

/** The bare service of the ceilings, on a database that has the service's tables. */
export interface Bare {
  readonly origin: string;
  readonly pid: number;
  /** From the start of the process until it listens. */
  readonly startedInMs: number;
}

/** Runs the bare service for as long as `work` takes. */
export async function withBare<T>(connectionString: string, work: (bare: Bare) => Promise<T>): Promise<T> {
  const begun = performance.now();
  const { child, pid, stop } = await spawnNode("tools/bench/bare.ts", [connectionString]);
  try {
    if (child.stdout === null) throw new Error("the bare service has no output");
    const [port] = await once(child.stdout, "data");
    const startedInMs = performance.now() - begun;
    return await work({ origin: `http://127.0.0.1:${Number(String(port))}`, pid, startedInMs });
  } finally {
    await stop();
  }
}
