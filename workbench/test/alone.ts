import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { freePort } from "@assay/server/test/free-port.ts";
import { createTestDatabase } from "@assay/server/test/postgres.ts";
import { makeDataDir, removeDataDir } from "../../tools/bench/service.ts";
import { untilReady } from "../../tools/tour/own-service.ts";

const ROOT = join(import.meta.dirname, "..", "..");

/** A new installation, as `npm start` gives it. */
export interface Installation {
  readonly baseUrl: string;
  /** The link by which its first owner joins. */
  readonly joinUrl: string;
  /** The key of its first account. */
  readonly key: string;
  readonly stop: () => Promise<void>;
}

/** `npm start` on an empty database of the test server, in a process group of its own, until it is ready. */
export async function npmStart(): Promise<Installation> {
  const [port, dataDir, database] = await Promise.all([
    freePort(),
    makeDataDir("assay-alone-"),
    createTestDatabase(),
  ]);
  const { PATH, HOME } = process.env;
  const child = spawn("npm", ["start"], {
    cwd: ROOT,
    env: {
      ...{ PATH, HOME, PORT: String(port), ASSAY_DATA_DIR: dataDir, ASSAY_SAMPLE: "0" },
      DATABASE_URL: database.connectionString,
    },
    detached: true,
    stdio: ["ignore", "pipe", "inherit"],
  });
  let printed = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    printed += text;
  });
  const baseUrl = `http://localhost:${port}`;
  const stop = async () => {
    await end(child);
    await database.drop();
    await removeDataDir(dataDir);
  };
  try {
    await untilReady(baseUrl, child);
  } catch (fault) {
    await stop();
    throw fault;
  }
  const [joinUrl = ""] = /http:\S+\/join\/\S+/.exec(printed) ?? [];
  const [key = ""] = /assay_live_\w+/.exec(printed) ?? [];
  return { baseUrl, joinUrl, key, stop };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.pid === undefined) return;
  process.kill(-child.pid, "SIGTERM");
  await once(child, "close");
}
