import { availableParallelism, cpus, platform, release, totalmem } from "node:os";
import type pg from "pg";

/** Where and when figures were taken. */
export interface Machine {
  readonly date: string;
  readonly cpu: string;
  readonly cores: number;
  readonly memory_mib: number;
  readonly system: string;
  readonly node: string;
  /** The service's settings for Node. */
  readonly node_options: readonly string[];
  readonly postgres: string;
  /** The settings that decide whether an acknowledged request survives a power loss. */
  readonly durability: Readonly<Record<string, string>>;
}

/** This machine, and the PostgreSQL behind `db`. */
export async function describeMachine(db: pg.Client, nodeOptions: readonly string[]): Promise<Machine> {
  const settings = ["server_version", "fsync", "synchronous_commit", "full_page_writes"];
  const { rows } = await db.query<{ name: string; setting: string }>(
    "select name, setting from pg_settings where name = any($1)",
    [settings],
  );
  const { server_version, ...durability } = Object.fromEntries(
    rows.map(({ name, setting }) => [name, setting]),
  );
  return {
    date: new Date().toISOString(),
    cpu: cpus()[0]?.model ?? "unknown",
    cores: availableParallelism(),
    memory_mib: Math.round(memoryLimit() / 2 ** 20),
    system: `${platform()} ${release()}`,
    node: process.version,
    node_options: nodeOptions,
    postgres: server_version ?? "unknown",
    durability,
  };
}

/** Bytes: the container's limit if it is below the machine's memory. */
function memoryLimit(): number {
  const limit = Number(process.constrainedMemory());
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}
