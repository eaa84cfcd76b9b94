import { setTimeout as sleep } from "node:timers/promises";
import type { Damage } from "../chaos/battle.ts";
import { placeOf, type Topology } from "./topology.ts";

interface Upgrade {
  readonly topology: Topology;
  /** Whether the earlier version may run beside this one. */
  readonly isRolling: boolean;
  readonly seconds: number;
  readonly say: (line: string) => void;
}

/**
 * Replaces all nodes by this version, by the steps of deploy/README.md. The first and the last third of the time all nodes are
 * of one version.
 */
export async function upgradeAll(upgrade: Upgrade): Promise<Damage> {
  const { isRolling, seconds } = upgrade;
  await sleep((seconds * 1_000) / 3);
  const damage = await (isRolling ? replaceEach(upgrade) : replaceTogether(upgrade)).catch(
    (cause: unknown): Damage => ({ figures: "not upgraded", faults: [`the upgrade: ${cause}`] }),
  );
  await sleep((seconds * 1_000) / 3);
  return damage;
}

/** After the migration one node after the other is stopped and started; the load balancer asks whether it is ready. */
async function replaceEach({ topology, say }: Upgrade): Promise<Damage> {
  const { nodes, balancer, migrate } = topology;
  const begun = Date.now();
  await migrate();
  say(`migrated in ${secondsSince(begun)} s`);
  for (const { instance, through } of nodes) {
    const begun = Date.now();
    await instance.restart("drain", 0, placeOf({ through }, undefined));
    if (instance.role === "api") await balancer.untilUp(instance.name);
    say(`${instance.name} upgraded in ${secondsSince(begun)} s`);
  }
  return { figures: `${nodes.length} nodes upgraded one after the other`, faults: [] };
}

/** How long the running requests have to end, besides the 7 seconds that a process waits for them when it is stopped. */
const RUNNING_MS = 10_000;

/** The load balancer is paused, so that requests wait, until all nodes are stopped and those of the new version are ready. */
async function replaceTogether({ topology: { nodes, balancer } }: Upgrade): Promise<Damage> {
  const begun = Date.now();
  balancer.pause();
  try {
    await sleep(RUNNING_MS);
    await Promise.all(
      nodes.map(({ instance, through }) => instance.restart("drain", 0, placeOf({ through }, undefined))),
    );
  } finally {
    balancer.resume();
  }
  const seconds = secondsSince(begun);
  return {
    figures: `${nodes.length} nodes upgraded together, while requests waited ${seconds} s`,
    faults: [],
  };
}

function secondsSince(begun: number): string {
  return ((Date.now() - begun) / 1_000).toFixed(1);
}
