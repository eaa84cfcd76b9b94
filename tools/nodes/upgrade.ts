import { setTimeout as sleep } from "node:timers/promises";
import type { Damage } from "../chaos/battle.ts";
import { placeOf, type Topology } from "./topology.ts";

interface Rolling {
  readonly topology: Topology;
  readonly seconds: number;
  readonly say: (line: string) => void;
}

/**
 * Replaces all nodes by this version, one after the other, as an operator does it: the load balancer sends an API node
 * nothing more, its requests in progress end, then it is stopped and the new version started. The first and the last third of the time
 * all nodes are of one version.
 */
export async function upgradeAll({ topology, seconds, say }: Rolling): Promise<Damage> {
  const { nodes, balancer } = topology;
  const faults: string[] = [];
  await sleep((seconds * 1_000) / 3);
  for (const { instance, through } of nodes) {
    const { name, role } = instance;
    const begun = Date.now();
    try {
      if (role === "api") {
        await balancer.set(name, "drain");
        await balancer.untilIdle(name);
      }
      await instance.restart("drain", 0, placeOf({ through }, undefined));
      if (role === "api") {
        await balancer.set(name, "ready");
        await balancer.untilUp(name);
      }
      say(`${name} upgraded in ${((Date.now() - begun) / 1_000).toFixed(1)} s`);
    } catch (cause) {
      faults.push(`the upgrade of ${name}: ${cause}`);
    }
  }
  await sleep((seconds * 1_000) / 3);
  return { figures: `${nodes.length} nodes upgraded one after the other`, faults };
}
