import { setTimeout as sleep } from "node:timers/promises";
import { type Bare, withBare } from "./ceiling.ts";
import { type Figure, measured } from "./figures.ts";
import { proportionalMiB, residentMiB } from "./memory.ts";
import { type Part, repeat } from "./part.ts";
import { type Service, withDataDir, withService } from "./service.ts";

const FIRST_START = { atMost: 6 };
const WARM_START = { atMost: 2 };
const IDLE_MEMORY = { atMost: 250 };

/** Past the sweeps, jobs and timers that follow a start. */
const SETTLED_MS = 12_000;

interface Idle {
  readonly service: number;
  readonly database: number;
  readonly bare: number;
}

/** Starts on an empty and on a used data folder, and the memory of a service that nobody uses. */
export const starts: Part = {
  name: "starts",
  async measure(dataDir, quick) {
    const first = [await startOnce(dataDir)];
    const more = await repeat(quick ? 0 : 2, () => withDataDir(startOnce));
    const warm = await repeat(quick ? 1 : 3, () => startOnce(dataDir));
    const idle = await repeat(quick ? 1 : 3, () =>
      withService(dataDir, (service) => measureIdle(service, quick ? 1_000 : SETTLED_MS)),
    );
    return [
      startFigure("first start, empty data folder", [...first, ...more], FIRST_START),
      startFigure("warm start to /readyz", warm, WARM_START),
      idleFigure(idle),
    ];
  },
};

interface Start {
  readonly ours: number;
  readonly bare: number;
}

async function startOnce(dataDir: string): Promise<Start> {
  return withService(dataDir, async ({ startedInMs, connectionString }) => ({
    ours: startedInMs / 1000,
    bare: await withBare(connectionString, async (bare) => bare.startedInMs / 1000),
  }));
}

function startFigure(work: string, all: readonly Start[], target: { readonly atMost: number }): Figure {
  return {
    work,
    unit: "s",
    measured: measured(all.map(({ ours }) => ours)),
    ceiling: { ...measured(all.map(({ bare }) => bare)), of: "bare, its database running" },
    target,
  };
}

/** The database's memory is taken while nothing of the bench is connected but the one connection of `Service`. */
async function measureIdle(service: Service, settledMs: number): Promise<Idle> {
  await sleep(settledMs);
  const idle = {
    service: await residentMiB(service.pid),
    database: await proportionalMiB(service.postmaster),
  };
  const measureBare = async (bare: Bare): Promise<number> => residentMiB(bare.pid);
  return { ...idle, bare: await withBare(service.connectionString, measureBare) };
}

function idleFigure(idle: readonly Idle[]): Figure {
  const database = measured(idle.map((each) => each.database));
  return {
    work: "idle memory, service and database",
    unit: "MiB",
    measured: measured(idle.map((each) => each.service + each.database)),
    ceiling: { ...measured(idle.map((each) => each.bare + each.database)), of: "bare and this database" },
    target: IDLE_MEMORY,
    details: {
      service_rss: measured(idle.map((each) => each.service)).median,
      database_pss: database.median,
    },
  };
}
