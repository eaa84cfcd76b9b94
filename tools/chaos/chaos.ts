import { randomBytes, randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import { makeDataDir, removeDataDir } from "../bench/service.ts";
import { randomFrom } from "../tour/random.ts";
import { fight, say, tell } from "./battle.ts";
import type { Check } from "./check.ts";
import type { Target } from "./client.ts";
import { startDatabase } from "./database.ts";
import { type Fleet, type Instance, startFleet } from "./fleet.ts";
import { startReceivers } from "./receivers.ts";
import { strike } from "./strikes.ts";

const BUSY = 8;
const MOST_STORIES = 40;
/** A killed process's leases are free again after a minute, and a starved machine needs minutes for what is left. */
const SETTLE_MS = 300_000;
const RETRY_DELAYS = "1,1,2,2,3";

/**
 * Runs the system under load and kills, lets it settle, and then checks it; see CONTRIBUTING.md. The exit
 * code is 1 if a check fails.
 */
async function main(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: { seed: { type: "string" }, seconds: { type: "string", default: "90" } },
  });
  const seed = values.seed ?? String(randomInt(1_000_000));
  const seconds = Number(values.seconds);
  if (!(seconds > 0)) throw new Error(`--seconds must be a number above 0, not "${values.seconds}"`);
  say(`seed ${seed}, ${seconds} s under fire`);
  const dataDir = await makeDataDir("assay-chaos-");
  const checks = await run(seed, seconds, dataDir);
  const faults = checks.reduce((sum, check) => sum + check.faults.length, 0);
  if (faults === 0) {
    await removeDataDir(dataDir);
    say(`seed ${seed}: clean`);
    return;
  }
  say(`seed ${seed}: ${faults} violations; data and logs are kept in ${dataDir}`);
  process.exitCode = 1;
}

async function run(seed: string, seconds: number, dataDir: string): Promise<Check[]> {
  const database = await startDatabase(dataDir);
  const receivers = await startReceivers(randomFrom(`${seed}/receivers`));
  const apiKey = randomBytes(24).toString("base64url");
  try {
    const fleet = await startFleet(database, dataDir, {
      ASSAY_BOOTSTRAP_API_KEY: apiKey,
      ASSAY_BOOTSTRAP_EMAIL: "owner@acme.test",
      ASSAY_LOG_LEVEL: "warn",
      ASSAY_WEBHOOK_RETRY_DELAYS: RETRY_DELAYS,
    });
    try {
      const { instances, apis } = fleet;
      const { downtime } = database;
      const targetOf = ({ name, origin, downtime: own }: Instance): Target => ({
        ...{ name, origin },
        wasDown: (from, to) => own.overlaps(from, to) || downtime.overlaps(from, to),
      });
      const checks = await fight({
        ...{ seed, apiKey, receivers, query: database.query },
        ...{ busy: BUSY, mostStories: MOST_STORIES, settleMs: SETTLE_MS },
        targets: [targetOf(apis[0]), targetOf(apis[1])],
        baseUrl: apis[0].origin,
        strike: () => strike({ instances, database, seconds, random: randomFrom(`${seed}/strikes`) }),
      });
      await stop(fleet);
      return [
        ...checks,
        tell({ what: "no process ended by itself, and all ended in order", faults: fleet.faults }),
      ];
    } finally {
      await stop(fleet);
    }
  } finally {
    receivers.close();
    await database.stop();
  }
}

async function stop({ instances }: Fleet): Promise<void> {
  await Promise.all(instances.map((instance) => instance.stop()));
}

await main(process.argv.slice(2));
