import { setTimeout as sleep } from "node:timers/promises";
import type { Damage } from "../chaos/battle.ts";
import { pick, type Random } from "../tour/random.ts";
import type { Node, Topology } from "./topology.ts";

/** Between one fault and the next, in milliseconds. */
const [SHORTEST_GAP_MS, LONGEST_GAP_MS] = [500, 3_000];
const LONGEST_ABSENCE_MS = 1_500;
/** How long a way is cut or slow. */
const [SHORTEST_SPAN_MS, LONGEST_SPAN_MS] = [2_000, 8_000];
/** How long a node is suspended: longer than the others wait for a sign of life from a worker. */
const [SHORTEST_SLEEP_MS, LONGEST_SLEEP_MS] = [32_000, 40_000];

const KINDS = [
  "kill",
  "kill",
  "drain",
  "drain",
  "suspend",
  "cut from the database",
  "cut from the store",
  "cut from Valkey",
  "slow",
  "restart PostgreSQL",
  "promote the standby",
] as const;
type Kind = (typeof KINDS)[number];
type NodeKind = Exclude<Kind, "slow" | "restart PostgreSQL" | "promote the standby">;

interface Fire {
  readonly topology: Topology;
  readonly random: Random;
  readonly seconds: number;
  readonly say: (line: string) => void;
}

/**
 * Injects faults for so long, and prints each. Every kind comes once in a random order before the others are drawn, as
 * far as there is time. Resolves when everything is up and connected again.
 */
export async function injectFaults({ topology, random, seconds, say }: Fire): Promise<Damage> {
  const recoveries: Promise<void>[] = [];
  const faults: string[] = [];
  const counts = new Map<string, number>();
  const begun = Date.now();
  const first = shuffle(random, [...new Set(KINDS)]);

  while (Date.now() < begun + seconds * 1_000) {
    await sleep(SHORTEST_GAP_MS + random() * (LONGEST_GAP_MS - SHORTEST_GAP_MS));
    const kind = first.pop() ?? pick(random, KINDS);
    const fault = prepare(topology, kind, random);
    if (fault === undefined) continue;
    const at = ((Date.now() - begun) / 1_000).toFixed(1);
    say(`${at.padStart(6)} s  ${kind}: ${fault.target}`);
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
    const done = fault
      .run()
      .catch((cause: unknown) => void faults.push(`${kind} of ${fault.target}: ${cause}`));
    recoveries.push(done);
    if (fault.isAlone) await done;
  }
  await Promise.all(recoveries);
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const figures = [...counts].map(([kind, count]) => `${kind} ${count}`).join(", ");
  return { figures: `${total} faults: ${figures}`, faults };
}

interface Fault {
  readonly target: string;
  /** Whether no other fault begins before this one is over. */
  readonly isAlone: boolean;
  readonly run: () => Promise<void>;
}

/** Undefined if there is nothing left to do this to just now. */
function prepare(topology: Topology, kind: Kind, random: Random): Fault | undefined {
  const { nodes, cluster, slowed } = topology;
  const chance = random();
  if (kind === "restart PostgreSQL") {
    const signal = chance < 0.5 ? "SIGINT" : "SIGKILL";
    return { target: signal, isAlone: true, run: () => cluster.restart(signal) };
  }
  if (kind === "promote the standby") {
    const { promote } = cluster;
    return promote && { target: "pg-2", isAlone: true, run: promote };
  }
  if (kind === "slow") {
    const ms = between(random, SHORTEST_SPAN_MS, LONGEST_SPAN_MS);
    const target = `${slowed.name} to the database for ${inSeconds(ms)}`;
    return { target, isAlone: false, run: () => during(ms, slowed.slow) };
  }
  const node = nodes[Math.floor(chance * nodes.length)];
  return node?.instance.downtime.isDown() === false ? ofNode(node, kind, random) : undefined;
}

/** A fault of a node that is up; undefined if it is cut already. */
function ofNode({ instance, cut, isCut }: Node, kind: NodeKind, random: Random): Fault | undefined {
  if (kind === "kill" || kind === "drain") {
    const absenceMs = random() * LONGEST_ABSENCE_MS;
    return { target: instance.name, isAlone: false, run: () => instance.restart(kind, absenceMs) };
  }
  if (kind === "suspend") {
    const ms = between(random, SHORTEST_SLEEP_MS, LONGEST_SLEEP_MS);
    return {
      target: `${instance.name} for ${inSeconds(ms)}`,
      isAlone: false,
      run: () => instance.suspend(ms),
    };
  }
  const ms = between(random, SHORTEST_SPAN_MS, LONGEST_SPAN_MS);
  const target = `${instance.name} for ${inSeconds(ms)}`;
  return isCut() ? undefined : { target, isAlone: false, run: () => during(ms, () => cut(kind)) };
}

function between(random: Random, shortest: number, longest: number): number {
  return shortest + random() * (longest - shortest);
}

function inSeconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}

/** Does something, and undoes it after so long. */
async function during(ms: number, begin: () => () => void): Promise<void> {
  const end = begin();
  await sleep(ms);
  end();
}

function shuffle<T>(random: Random, values: readonly T[]): T[] {
  return values
    .map((value) => ({ value, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ value }) => value);
}
