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
import { findRelease, Obstacle, RELEASE, type Release } from "./release.ts";
import { checkBlobs } from "./store.ts";
import { startTopology } from "./topology.ts";
import { upgradeAll } from "./upgrade.ts";

/** Each batch in work has two clients: annotators, or an auditor and one that asks for the verdict. */
const CLIENTS_OF_A_BATCH = 2;
/** Batches that wait for something besides those in work. */
const MOST_WAITING = 35;
/** Time for interrupted work to end once everything is at rest: minutes on a starved machine, as leases take one. */
const SETTLE_MS = 300_000;

interface Run {
  readonly seed: string;
  readonly seconds: number;
  readonly clients: number;
  /** The version from which to upgrade; undefined for a run with faults. */
  readonly release: Release | undefined;
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
      clients: { type: "string", default: "50" },
      upgrade: { type: "boolean", default: false },
    },
    allowPositionals: true,
  });
  const seconds = Number(values.seconds);
  if (!(seconds > 0)) throw new Error(`--seconds must be a number above 0, not "${values.seconds}"`);
  const clients = Number(values.clients);
  if (!(clients >= 2)) throw new Error(`--clients must be a number from 2, not "${values.clients}"`);
  const seed = values.seed ?? String(randomInt(1_000_000));
  const programs = findPrograms();
  const obstacle = whyNoNetwork();
  if (obstacle !== undefined)
    throw new Obstacle(`this machine lets us make no network namespace (run it as root): ${obstacle}`);
  const release = values.upgrade ? await findRelease(positionals[0] ?? RELEASE) : undefined;
  const folder = await makeDataDir("assay-nodes-");
  const network = createNetwork();
  process.once("exit", network.remove);
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
  const checks = await run({ seed, seconds, clients, release }, { folder, network, programs });
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

async function run({ seed, seconds, clients, release }: Run, ground: Ground): Promise<Check[]> {
  const topology = await startTopology({ ...ground, seed, release });
  const { nodes, cluster, balancer, slowed } = topology;
  const origin = `http://${balancer.address}`;
  const busy = Math.floor(clients / CLIENTS_OF_A_BATCH);
  say(`seed ${seed}: ${nodes.length} nodes behind ${origin}, ${seconds} s with ${clients} clients`);
  say(`files: ${topology.store.how}`);
  say(release === undefined ? `slow: ${slowed.name}, ${slowed.how}` : `upgraded from ${release.folder}`);
  const receivers = await startReceivers(randomFrom(`${seed}/receivers`), ground.network.gateway);
  const strike = () =>
    release === undefined
      ? injectFaults({ topology, seconds, say, random: randomFrom(`${seed}/faults`) })
      : upgradeAll({ topology, isRolling: release.isRolling, seconds, say });
  const checks = await fight({
    ...{ seed, receivers, strike, baseUrl: origin, apiKey: topology.apiKey, query: cluster.query },
    ...{ busy, mostStories: busy + MOST_WAITING, settleMs: SETTLE_MS },
    targets: [{ name: "front", origin, wasDown: () => release === undefined }],
    neverRefused: release !== undefined,
    mayEndSessions: release?.isRolling === false,
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
  process.exit(fault instanceof Obstacle ? 2 : 1);
});
