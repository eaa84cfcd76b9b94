import { randomInt } from "node:crypto";
import { rm } from "node:fs/promises";
import { parseArgs } from "node:util";
import { makeDataDir } from "../bench/service.ts";
import { fight, say, tell } from "../chaos/battle.ts";
import type { Check } from "../chaos/check.ts";
import { startReceivers } from "../chaos/receivers.ts";
import { randomFrom } from "../tour/random.ts";
import { injectFaults } from "./faults.ts";
import { checkLimit } from "./limits.ts";
import { createNetwork, type Network, whyNoNetwork } from "./network.ts";
import { findPrograms, type Programs } from "./programs.ts";
import { RELEASE, releaseFolder } from "./release.ts";
import { checkBlobs } from "./store.ts";
import { startTopology } from "./topology.ts";
import { upgradeAll } from "./upgrade.ts";

/** Clients at the same time: each story has two annotators, or an auditor. */
const CLIENTS = 50;
const BUSY = CLIENTS / 2;
const MOST_STORIES = 60;
/** Time for interrupted work to end once everything is at rest: minutes on a starved machine, as leases take one. */
const SETTLE_MS = 300_000;

interface Run {
  readonly seed: string;
  readonly seconds: number;
  /** The commit from which to upgrade; undefined for a run with faults. */
  readonly from: string | undefined;
}

/**
 * Runs the service on several nodes under load and faults, or upgrades it under load, lets it settle, and then checks
 * it; see docs/nodes.md. The exit code is 1 if a check fails, and 2 if this machine cannot run it.
 */
async function main(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: {
      seed: { type: "string" },
      seconds: { type: "string", default: "90" },
      upgrade: { type: "boolean", default: false },
    },
    allowPositionals: true,
  });
  const seconds = Number(values.seconds);
  if (!(seconds > 0)) throw new Error(`--seconds must be a number above 0, not "${values.seconds}"`);
  const seed = values.seed ?? String(randomInt(1_000_000));
  const from = values.upgrade ? (positionals[0] ?? RELEASE) : undefined;
  const programs = findPrograms();
  const obstacle = whyNoNetwork();
  if (obstacle !== undefined) {
    say(`this machine lets us make no network namespace (run it as root): ${obstacle}`);
    process.exitCode = 2;
    return;
  }
  const folder = await makeDataDir("assay-nodes-");
  const network = createNetwork();
  process.once("exit", network.remove);
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
  const checks = await run({ seed, seconds, from }, { folder, network, programs });
  const faults = checks.reduce((sum, check) => sum + check.faults.length, 0);
  if (faults === 0) {
    network.remove();
    await rm(folder, { recursive: true });
    say(`seed ${seed}: clean`);
  } else {
    say(`seed ${seed}: ${faults} violations; data and logs are kept in ${folder}`);
    process.exitCode = 1;
  }
  process.exit();
}

interface Ground {
  readonly folder: string;
  readonly network: Network;
  readonly programs: Programs;
}

async function run({ seed, seconds, from }: Run, ground: Ground): Promise<Check[]> {
  const release = from === undefined ? undefined : await releaseFolder(from);
  const topology = await startTopology({ ...ground, seed, release });
  const { nodes, cluster, balancer, slowed } = topology;
  const origin = `http://${balancer.address}`;
  say(`seed ${seed}: ${nodes.length} nodes behind ${origin}, ${seconds} s with ${CLIENTS} clients`);
  say(from === undefined ? `slow: ${slowed.name}, ${slowed.how}` : `upgraded from ${from}`);
  const receivers = await startReceivers(randomFrom(`${seed}/receivers`), ground.network.gateway);
  const strike = () =>
    from === undefined
      ? injectFaults({ topology, seconds, say, random: randomFrom(`${seed}/faults`) })
      : upgradeAll({ topology, seconds, say });
  const checks = await fight({
    ...{ seed, receivers, strike, apiKey: topology.apiKey, query: cluster.query },
    ...{ busy: BUSY, mostStories: MOST_STORIES, settleMs: SETTLE_MS },
    targets: [{ name: "front", origin, wasDown: () => from === undefined }],
    neverRefused: from !== undefined,
    async *prove(evidence) {
      yield await checkBlobs(evidence, topology.store);
      const origins = nodes.flatMap(({ instance }) => (instance.role === "api" ? [instance.origin] : []));
      yield await checkLimit({ origins, connectionString: cluster.direct, logs: topology.logs });
    },
  });
  await Promise.all(nodes.map(({ instance }) => instance.stop()));
  receivers.close();
  return [
    ...checks,
    tell({ what: "no process ended by itself, and all ended in order", faults: topology.faults }),
  ];
}

await main(process.argv.slice(2)).catch((fault: unknown) => {
  process.stderr.write(`${fault instanceof Error ? fault.message : fault}\n`);
  process.exit(1);
});
