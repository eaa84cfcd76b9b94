import { withBare } from "./ceiling.ts";
import { measured } from "./figures.ts";
import { givenBatch, givenProject } from "./given.ts";
import { drive, type Load, type LoadRequest } from "./load.ts";
import { type Part, repeat } from "./part.ts";
import { type Service, withService } from "./service.ts";

const CLIENTS = 16;
const CLAIMED_AT_ONCE = 20;
const TARGET = { atLeast: 1_000 };

/** Submits, each a commit that survives a loss of power; every second one closes its item with a consensus. */
export const submits: Part = {
  name: "submits",
  measure: (dataDir, quick) =>
    withService(dataDir, async (service) => {
      const items = quick ? 100 : 3_000;
      const project_id = await givenProject(service);
      await measureSubmits(service, project_id, 100); // warms up
      const pairs = await repeat(3, async () => ({
        ours: await measureSubmits(service, project_id, items),
        ceiling: await measureInserts(service, 2 * items),
      }));
      const loads = pairs.map(({ ours }) => ours);
      return [
        {
          work: `submit, ${CLIENTS} clients, durable`,
          unit: "submits/s",
          measured: measured(loads.map(({ perSecond }) => perSecond)),
          ceiling: {
            ...measured(pairs.map(({ ceiling }) => ceiling.perSecond)),
            of: "bare, one durable insert",
          },
          target: TARGET,
          details: {
            p50_ms: measured(loads.map(({ p50Ms }) => p50Ms)).median,
            p99_ms: measured(loads.map(({ p99Ms }) => p99Ms)).median,
          },
        },
      ];
    }),
};

/** Two members answer every item of a batch but the last few, so that the verdict's work stays out of the figure. */
async function measureSubmits(service: Service, project_id: string, items: number): Promise<Load> {
  const batch_id = await givenBatch(service, project_id, items + CLAIMED_AT_ONCE);
  const tasks: string[] = [];
  for (const annotator of ["first", "second"]) {
    for (let claimed = 0; claimed < items; claimed += CLAIMED_AT_ONCE) {
      const claim = { batch_id, annotator, count: CLAIMED_AT_ONCE };
      const { data } = await service.call("POST", "/v1/tasks/claim", claim);
      tasks.push(...data.map(({ id }: { id: string }) => id));
    }
  }
  const requests = tasks.map((id) => submitOf(id)).values();
  return drive({
    ...{ origin: service.origin, clients: CLIENTS, headers: service.headers },
    next: () => requests.next().value,
  });
}

/** As the workbench sends it: `client_id` makes a repeat harmless. */
function submitOf(task_id: string): LoadRequest {
  const body = { result: { label: "positive" }, client_id: task_id, active_ms: 2_500 };
  return { method: "POST", path: `/v1/tasks/${task_id}/submit`, body: JSON.stringify(body) };
}

async function measureInserts(service: Service, times: number): Promise<Load> {
  return withBare(service.connectionString, async ({ origin }) => {
    let left = times;
    const body = JSON.stringify({ text: "x".repeat(300) });
    return drive({
      ...{ origin, clients: CLIENTS, headers: service.headers },
      next: () => (left-- > 0 ? { method: "POST", path: "/inserts", body } : undefined),
    });
  });
}
