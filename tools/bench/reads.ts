import { withBare } from "./ceiling.ts";
import { measured } from "./figures.ts";
import { givenProject } from "./given.ts";
import { drive, type Load, repeatFor } from "./load.ts";
import { type Part, repeat } from "./part.ts";
import { withService } from "./service.ts";

const CLIENTS = 16;
const TARGET = { share: 0.5 };

/** One resource read by its id, beside a bare Fastify with the same query. */
export const reads: Part = {
  name: "reads",
  measure: (dataDir, quick) =>
    withService(dataDir, async (service) => {
      const id = await givenProject(service);
      const { rows } = await service.db.query<{ account_id: string }>("select account_id from projects");
      return withBare(service.connectionString, async (bare) => {
        const ours = { origin: service.origin, path: `/v1/projects/${id}` };
        const ceiling = { origin: bare.origin, path: `/projects/${rows[0]?.account_id}/${id}` };
        const seconds = quick ? 0.5 : 10;
        const run = ({ origin, path }: typeof ours, length: number): Promise<Load> =>
          drive({
            ...{ origin, clients: CLIENTS, headers: service.headers },
            next: repeatFor(length, { method: "GET", path }),
          });
        await run(ours, seconds / 2);
        await run(ceiling, seconds / 2);
        const pairs = await repeat(3, async () => ({
          ours: await run(ours, seconds),
          ceiling: await run(ceiling, seconds),
        }));
        const loads = pairs.map((pair) => pair.ours);
        return [
          {
            work: `GET /v1/projects/:id, ${CLIENTS} clients`,
            unit: "requests/s",
            measured: measured(loads.map(({ perSecond }) => perSecond)),
            ceiling: {
              ...measured(pairs.map((pair) => pair.ceiling.perSecond)),
              of: "bare Fastify, same query",
            },
            target: TARGET,
            details: {
              p50_ms: measured(loads.map(({ p50Ms }) => p50Ms)).median,
              p99_ms: measured(loads.map(({ p99Ms }) => p99Ms)).median,
            },
          },
        ];
      });
    }),
};
