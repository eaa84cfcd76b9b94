import { setTimeout as sleep } from "node:timers/promises";
import { pick, type Random } from "../tour/random.ts";
import type { Damage } from "./battle.ts";
import type { Database } from "./database.ts";
import type { Downtime } from "./downtime.ts";
import type { Instance } from "./fleet.ts";

/** Between one strike and the next, in milliseconds. */
const [SHORTEST_GAP_MS, LONGEST_GAP_MS] = [500, 5_000];
const LONGEST_ABSENCE_MS = 1_500;

interface Fire {
  readonly instances: readonly Instance[];
  readonly database: Database;
  readonly random: Random;
  readonly seconds: number;
}

/** Kills one process, or now and then all of them, every few seconds, and once the database; resolves when all are up. */
export async function strike({ instances, database, random, seconds }: Fire): Promise<Damage> {
  const recoveries: Promise<void>[] = [];
  const faults: string[] = [];
  const begun = Date.now();
  const databaseAt = begun + seconds * 1_000 * (0.3 + 0.4 * random());
  let isDatabaseStruck = false;

  function hit(name: string, kill: () => Promise<void>): void {
    recoveries.push(
      kill().catch((fault: unknown) => void faults.push(`${name} does not come back: ${fault}`)),
    );
  }

  while (Date.now() < begun + seconds * 1_000) {
    await sleep(SHORTEST_GAP_MS + random() * (LONGEST_GAP_MS - SHORTEST_GAP_MS));
    if (!isDatabaseStruck && Date.now() > databaseAt) {
      isDatabaseStruck = true;
      hit("the database", () => database.kill());
      continue;
    }
    for (const instance of choose(random, instances)) {
      const absenceMs = random() * LONGEST_ABSENCE_MS;
      if (!instance.downtime.isDown()) hit(instance.name, () => instance.restart("kill", absenceMs));
    }
  }
  await Promise.all(recoveries);
  const struck = [...instances, { name: "the database", ...database }];
  return { figures: `killed: ${struck.map(describe).join(", ")}`, faults };
}

function describe({ name, downtime: { spans } }: { name: string; downtime: Downtime }): string {
  const kills = spans.filter(({ from }) => from > 0); // not the time before the first start
  const seconds = kills.reduce((sum, { from, to }) => sum + to - from, 0) / 1000;
  return `${name} ${kills.length} times (${seconds.toFixed(1)} s)`;
}

/** Mostly one, sometimes both of a role, rarely all. */
function choose(random: Random, instances: readonly Instance[]): readonly Instance[] {
  const chance = random();
  const role = pick(random, ["api", "worker"]);
  const struck = chance < 0.05 ? instances : instances.filter((instance) => instance.role === role);
  if (chance < 0.2) return struck;
  return struck.slice(Math.floor(random() * struck.length)).slice(0, 1);
}
