import { withBare } from "./ceiling.ts";
import { type Figure, measured } from "./figures.ts";
import { givenBatch, givenProject } from "./given.ts";
import { answerHalf, assertSimulationIsTrue } from "./half-answered.ts";
import { drive, type Load, type LoadRequest } from "./load.ts";
import { count, type Part, repeat } from "./part.ts";
import { type Service, withService } from "./service.ts";

const TARGET = { atMost: 5 };
const WARM_UP = 30;

/**
 * One client that claims item after item, in batches of two sizes, and in one that it has answered half of.
 */
export const claims: Part = {
  name: "claims",
  measure: (dataDir, quick) =>
    withService(dataDir, async (service) => {
      const [small, large] = quick ? ([2_000, 10_000] as const) : ([100_000, 1_000_000] as const);
      const project_id = await givenProject(service);
      await assertSimulationIsTrue(service, project_id);
      const first = await givenBatch(service, project_id, small);
      const second = await givenBatch(service, project_id, large);
      const ceiling = await measureInserts(service);
      const run = (batch_id: string, annotator: string): Promise<Load[]> =>
        measureClaims(service, batch_id, annotator, quick ? 30 : 300);
      const fresh = [await run(first, "fresh"), await run(second, "fresh")] as const;
      await answerHalf(service, second, "half-way");
      return [
        toFigure(`claim, 1 client, ${count(small)} items`, fresh[0], ceiling),
        toFigure(`claim, 1 client, ${count(large)} items`, fresh[1], ceiling),
        toFigure(
          `claim, 1 client, ${count(large)} items, half answered by this member and still open`,
          await run(second, "half-way"),
          ceiling,
        ),
      ];
    }),
};

/** Three loads of so many claims by a new member, after a warm-up. */
export async function measureClaims(
  service: Service,
  batch_id: string,
  annotator: string,
  times = 300,
): Promise<Load[]> {
  const request = {
    method: "POST",
    path: "/v1/tasks/claim",
    body: JSON.stringify({ batch_id, annotator }),
  } as const;
  await driveTimes(service.origin, service, request, WARM_UP);
  return repeat(3, () => driveTimes(service.origin, service, request, times));
}

async function measureInserts(service: Service): Promise<Load[]> {
  return withBare(service.connectionString, async ({ origin }) => {
    const request = {
      method: "POST",
      path: "/inserts",
      body: JSON.stringify({ text: "x".repeat(300) }),
    } as const;
    await driveTimes(origin, service, request, WARM_UP);
    return repeat(3, () => driveTimes(origin, service, request, 300));
  });
}

async function driveTimes(
  origin: string,
  { headers }: Service,
  request: LoadRequest,
  times: number,
): Promise<Load> {
  let left = times;
  return drive({ origin, clients: 1, headers, next: () => (left-- > 0 ? request : undefined) });
}

function toFigure(work: string, loads: readonly Load[], ceiling: readonly Load[]): Figure {
  return {
    work,
    unit: "ms (p50)",
    measured: measured(loads.map(({ p50Ms }) => p50Ms)),
    ceiling: { ...measured(ceiling.map(({ p50Ms }) => p50Ms)), of: "bare, one durable insert" },
    target: TARGET,
    details: { p99_ms: measured(loads.map(({ p99Ms }) => p99Ms)).median },
  };
}
