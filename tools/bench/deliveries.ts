import { setTimeout as sleep } from "node:timers/promises";
import { type Received, type Receiver, startReceiver } from "../../server/test/receiver.ts";
import { type Figure, measured, quantile } from "./figures.ts";
import { givenProject } from "./given.ts";
import { drive } from "./load.ts";
import { residentMiB } from "./memory.ts";
import { count, type Part, repeat } from "./part.ts";
import { type Service, withService } from "./service.ts";

const DELIVERIES_PER_SECOND = { atLeast: 3_000 };
const GROWTH = { atMost: 10 };
const LATENCY_P50 = { atMost: 20 };
const LATENCY_P95 = { atMost: 100 };
const LATENCY_P95_BESIDE_HANGING = { atMost: 500 };

/** The deliveries that one webhook may have in flight; the ceiling uses as many connections. */
const IN_FLIGHT = 4;
const HANGING_RECEIVERS = 20;

/** Events to receivers on loopback, by the one worker of the service. */
export const deliveries: Part = {
  name: "deliveries",
  measure: (dataDir, quick) =>
    withService(dataDir, async (service) => [
      ...(await measureBacklog(service, quick ? 500 : 10_000, quick ? 2 : 10)),
      ...(await measureLatency(service, quick ? 2 : 10)),
      ...(await measureBesideHanging(service, quick ? 3 : 20)),
    ]),
};

/** Sends a backlog as fast as possible, several times, and measures the growth of memory. */
async function measureBacklog(service: Service, size: number, times: number): Promise<readonly Figure[]> {
  const receiver = await startReceiver();
  const webhook = await givenWebhook(service, receiver);
  const resident: number[] = [];
  const pairs = await repeat(times, async (index) => {
    await insertBacklog(service, webhook, { size, index });
    const begun = performance.now();
    await service.db.query("select pg_notify('deliveries', '')");
    await receiver.received(size * (index + 1));
    const perSecond = (1000 * size) / (performance.now() - begun);
    resident.push(await residentMiB(service.pid));
    return { perSecond, ceiling: await bareRequests(size) };
  });
  await service.call("PATCH", `/v1/webhooks/${webhook}`, { enabled: false });
  await receiver.close();
  const growth = (resident.at(-1) ?? 0) - (resident[0] ?? 0);
  return [
    {
      work: "deliveries to one fast receiver",
      unit: "deliveries/s",
      measured: measured(pairs.map(({ perSecond }) => perSecond)),
      ceiling: {
        ...measured(pairs.map(({ ceiling }) => ceiling)),
        of: `bare requests, ${IN_FLIGHT} connections`,
      },
      target: DELIVERIES_PER_SECOND,
    },
    {
      work: `growth of the service's memory from the first ${count(size)} to ${count(size * times)} deliveries`,
      unit: "MiB",
      measured: measured([growth]),
      ceiling: undefined,
      target: GROWTH,
    },
  ];
}

/** Changes of a project, 100 a second, each of which is an event. */
async function measureLatency(service: Service, seconds: number): Promise<readonly Figure[]> {
  const receiver = await startReceiver();
  const webhook = await givenWebhook(service, receiver);
  await changeProjects(service, { perSecond: 100, seconds });
  const latencies = latenciesOf(await receiver.received(100 * seconds));
  await service.call("PATCH", `/v1/webhooks/${webhook}`, { enabled: false });
  await receiver.close();
  const work = "from an event to its request, 100 events/s";
  return [
    latencyFigure(`${work}, p50`, quantile(latencies, 0.5), LATENCY_P50),
    latencyFigure(`${work}, p95`, quantile(latencies, 0.95), LATENCY_P95),
  ];
}

/** The same to one of many receivers; the others accept requests and never respond. */
async function measureBesideHanging(service: Service, seconds: number): Promise<readonly Figure[]> {
  const hanging = await startReceiver();
  hanging.answer("hang");
  const healthy = await startReceiver();
  await repeat(HANGING_RECEIVERS, () => givenWebhook(service, hanging));
  await givenWebhook(service, healthy);
  await changeProjects(service, { perSecond: 10, seconds });
  const latencies = latenciesOf(await healthy.received(10 * seconds));
  await Promise.all([hanging.close(), healthy.close()]);
  return [
    latencyFigure(
      `the same beside ${HANGING_RECEIVERS} receivers that hang, 10 events/s, p95`,
      quantile(latencies, 0.95),
      LATENCY_P95_BESIDE_HANGING,
    ),
  ];
}

/** Milliseconds from each event's `created_at` to the last byte of its request. */
function latenciesOf(requests: readonly Received[]): number[] {
  return requests.map(({ at, body }) => at - Date.parse(JSON.parse(body).created_at));
}

function latencyFigure(work: string, ms: number, target: Figure["target"]): Figure {
  return { work, unit: "ms", measured: measured([ms]), ceiling: undefined, target };
}

async function givenWebhook({ call }: Service, { url }: Receiver): Promise<string> {
  return (await call("POST", "/v1/webhooks", { url, events: ["project.updated"] })).id;
}

/** An open loop: a request every `1 / perSecond`, whether or not the previous one has its response. */
async function changeProjects(
  service: Service,
  { perSecond, seconds }: { readonly perSecond: number; readonly seconds: number },
): Promise<void> {
  const projects = await repeat(10, () => givenProject(service));
  const answers: Promise<unknown>[] = [];
  const begun = performance.now();
  for (let index = 0; index < perSecond * seconds; index += 1) {
    const project = projects[index % projects.length];
    answers.push(service.call("PATCH", `/v1/projects/${project}`, { name: `Bench ${index}` }));
    await sleep(Math.max(0, begun + ((index + 1) * 1000) / perSecond - performance.now()));
  }
  await Promise.all(answers);
}

/**
 * Inserts events with a due delivery each, as `emit` does, but without the notification that wakes the
 * worker.
 */
async function insertBacklog(
  { db }: Service,
  webhook: string,
  { size, index }: { readonly size: number; readonly index: number },
): Promise<void> {
  const ids = "lpad(to_hex(n), 20, '0') as ulid";
  const event = `'evt_' || $2 || ulid`;
  const numbers = `(select n, ${ids} from generate_series(1, $3::integer) as n) as numbers`;
  const parameters = [webhook, `BENCH${index}`, size];
  await db.query(
    `insert into events (id, account_id, type, body, created_at)
     select ${event}, account_id, 'project.updated',
       json_build_object('id', ${event}, 'type', 'project.updated',
         'created_at', to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
         'data', json_build_object('project', repeat('x', 300)))::text, now()
     from webhooks, ${numbers} where webhooks.id = $1`,
    parameters,
  );
  await db.query(
    `insert into deliveries (id, account_id, webhook_id, event_id, event_type, status, trigger, due_at, created_at)
     select 'dlv_' || $2 || ulid, account_id, $1, ${event}, 'project.updated', 'pending', 'event', now(), now()
     from webhooks, ${numbers} where webhooks.id = $1`,
    parameters,
  );
  await db.query("analyze events, deliveries");
}

/** Requests a second with nothing but connections. */
async function bareRequests(size: number): Promise<number> {
  const receiver = await startReceiver();
  const { origin, pathname } = new URL(receiver.url);
  const body = JSON.stringify({ created_at: new Date().toISOString(), data: "x".repeat(450) });
  let left = size;
  const { perSecond } = await drive({
    origin,
    clients: IN_FLIGHT,
    headers: { "content-type": "application/json" },
    next: () => (left-- > 0 ? { method: "POST", path: pathname, body } : undefined),
  });
  await receiver.close();
  return perSecond;
}
