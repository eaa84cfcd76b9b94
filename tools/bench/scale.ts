import { type Received, startReceiver } from "../../server/test/receiver.ts";
import { cloneAccount, cloneBatch } from "./clone.ts";
import { type Figure, measured, quantile } from "./figures.ts";
import { givenProject } from "./given.ts";
import { count, type Part, repeat, untilBatch, untilFilled, untilReady } from "./part.ts";
import { type Service, withDataDir, withService } from "./service.ts";

/** Each figure of a large installation, as a multiple of a small one's. */
const TARGET = { atMost: 1.5 };
const ROUNDS = 3;
const TIMES = 100;
const POLL_MS = 2;
const EVENTS = 50;
const VERDICT_ITEMS = 60;
const PAGE = 100;
/** The batches of a page, and the least that an installation has, so that their pages are alike. */
const BATCHES = 10;
/** As many as the counts of a page stop at. */
const ITEMS_OF_A_BATCH = 1_000;
const MEMBER = "measured";

/** What is stored beside the batch that is measured. */
interface Shape {
  readonly name: string;
  readonly fill: (service: Service, project_id: string) => Promise<void>;
}

/**
 * The same work in two installations, one of which stores much more: in one account, or in 10,000. Both run at once and
 * are measured in turns, so that a noisy machine disturbs both. What is stored is copied by SQL from batches that were
 * made and worked on through the API; half of their items have an answer.
 */
export const scale: Part = {
  name: "scale",
  measure: async (_dataDir, quick) => {
    const figures: Figure[] = [];
    for (const shape of shapes(quick)) {
      await withDataDir((smallDir) =>
        withService(smallDir, (small) =>
          withDataDir((largeDir) =>
            withService(largeDir, async (large) => figures.push(...(await compare(small, large, shape)))),
          ),
        ),
      );
    }
    return figures;
  },
};

function shapes(quick: boolean): readonly Shape[] {
  return quick
    ? [inOneAccount(10, 200), overAccounts(50), doneByHalf(20, 20)]
    : [doneByHalf(5_000, 200), overAccounts(10_000), inOneAccount(200, 100_000)];
}

function inOneAccount(batches: number, items: number): Shape {
  return {
    name: `${count(batches * items)} items in one account`,
    fill: async (service, project_id) => {
      const template = await givenWorkedOn(service, project_id, items);
      await cloneBatch(service, template, batches);
    },
  };
}

/** Open batches, of which the older half has nothing left for the member who claims. */
function doneByHalf(batches: number, items: number): Shape {
  const { name, fill } = inOneAccount(batches, items);
  return {
    name: `${name}, ${batches} batches, half of them done by the member`,
    fill: async (service, project_id) => {
      await fill(service, project_id);
      await passBatches(service, project_id, batches / 2);
    },
  };
}

/** Moves the member's cursors in the oldest batches of a project past all items. */
async function passBatches(service: Service, project_id: string, batches: number): Promise<void> {
  await service.call("POST", "/v1/tasks/claim", { project_id, annotator: MEMBER });
  await service.db.query(
    `insert into claim_cursors (account_id, member_id, batch_id, priority, turn, claim_order)
     select members.account_id, members.id, oldest.id, 0, 9223372036854775807, 0
     from members, (select id from batches where project_id = $1 order by created_at, id limit $2) as oldest
     where external_id = $3
     on conflict (member_id, batch_id, priority) do update set turn = excluded.turn`,
    [project_id, batches, MEMBER],
  );
}

function overAccounts(accounts: number): Shape {
  const items = 100;
  return {
    name: `${count(accounts * items)} items in ${accounts} accounts`,
    fill: async (service, project_id) => {
      await cloneAccount(service, await givenWorkedOn(service, project_id, items), accounts);
    },
  };
}

async function compare(small: Service, large: Service, { name, fill }: Shape): Promise<readonly Figure[]> {
  const begun = performance.now();
  const projects = { small: await givenProject(small), large: await givenProject(large) };
  await fill(large, projects.large);
  await large.db.query("vacuum analyze");
  await large.db.query("checkpoint");
  process.stderr.write(`${name}: stored in ${Math.round((performance.now() - begun) / 1000)} s\n`);
  const places = {
    small: await givenPlace(small, projects.small),
    large: await givenPlace(large, projects.large),
  };
  const works = Object.entries(WORKS);
  for (const [, work] of works) for (const place of Object.values(places)) await work(place); // warms up
  const figures: Figure[] = [];
  for (const [title, work] of works) {
    const pairs = await repeat(ROUNDS, async (index) => {
      const order = index % 2 === 0 ? (["small", "large"] as const) : (["large", "small"] as const);
      const ms = { small: 0, large: 0 };
      for (const which of order) ms[which] = await work(places[which]);
      return ms;
    });
    const ours = measured(pairs.map((ms) => ms.large));
    const ceiling = measured(pairs.map((ms) => ms.small));
    process.stderr.write(`  ${title}: ${ours.median.toFixed(1)} ms, small ${ceiling.median.toFixed(1)} ms\n`);
    figures.push({
      work: `${title}, ${name}`,
      unit: "times the small installation",
      measured: measured(pairs.map((ms) => ms.large / ms.small)),
      ceiling: undefined,
      target: TARGET,
      details: { large_ms: ours.median, small_ms: ceiling.median },
    });
  }
  await Promise.all(Object.values(places).map(({ close }) => close()));
  return figures;
}

/** Where the work is measured: batches of their own beside what is stored. */
interface Place {
  readonly service: Service;
  readonly project_id: string;
  readonly batch_id: string;
  readonly received: (count: number) => Promise<readonly Received[]>;
  readonly close: () => Promise<unknown>;
}

const GIVEN_ITEMS = 5_000;

async function givenPlace(service: Service, project_id: string): Promise<Place> {
  const batch_id = await givenBatch(service, project_id, GIVEN_ITEMS);
  await repeat(BATCHES, () => givenBatch(service, project_id, ITEMS_OF_A_BATCH));
  const receiver = await startReceiver();
  await service.call("POST", "/v1/webhooks", { url: receiver.url, events: ["project.updated"] });
  let seen = 0;
  const received = async (more: number) => {
    seen += more;
    return (await receiver.received(seen)).slice(-more);
  };
  return { service, project_id, batch_id, received, close: () => receiver.close() };
}

/** Each returns the median milliseconds of its requests. */
const WORKS: Readonly<Record<string, (place: Place) => Promise<number>>> = {
  "claim in a batch": ({ service, batch_id }) => times(() => claim(service, { batch_id })),
  "claim in a project": ({ service, project_id }) => times(() => claim(service, { project_id })),
  "claim in the whole account": ({ service }) => times(() => claim(service, {})),
  submit: measureSubmits,
  "page of items": ({ service, batch_id }) =>
    times(() => service.call("GET", `/v1/items?batch_id=${batch_id}&limit=${PAGE}`)),
  "page of batches": ({ service }) => times(() => service.call("GET", `/v1/batches?limit=${BATCHES}`)),
  "batches that wait for a member": ({ service }) =>
    times(() => service.call("GET", `/v1/tasks/waiting?annotator=${MEMBER}&limit=${BATCHES}`)),
  "page of events": ({ service }) => times(() => service.call("GET", `/v1/events?limit=${BATCHES}`)),
  "one batch": ({ service, batch_id }) => times(() => service.call("GET", `/v1/batches/${batch_id}`)),
  "creating a batch of 1,000": measureBatches,
  "from the last answer to a certificate, less the audit": measureVerdict,
  "from an event to its delivery": measureDeliveries,
};

let annotators = 0;

async function claim(service: Service, scope: object, annotator = MEMBER) {
  const { data } = await service.call("POST", "/v1/tasks/claim", { ...scope, annotator });
  if (data.length === 0) throw new Error(`nothing to claim in ${JSON.stringify(scope)}`);
  return data[0];
}

async function measureSubmits({ service, batch_id }: Place): Promise<number> {
  annotators += 1;
  const annotator = `submits-${annotators}`;
  const tasks = await repeat(TIMES, async () => (await claim(service, { batch_id }, annotator)).id);
  return times(() => submit(service, tasks.pop(), annotator));
}

async function measureBatches({ service, project_id }: Place): Promise<number> {
  const upload_id = await givenUpload(service, 1_000);
  return times(async () => {
    const { id } = await service.call("POST", "/v1/batches", { project_id, upload_ids: [upload_id] });
    await untilFilled(service, id);
  }, 5);
}

/** A small batch that one annotator answers and an auditor certifies; the auditor's time does not count. */
async function measureVerdict({ service }: Place): Promise<number> {
  const project_id = await givenProject(service, { quality_policy: { overlap: 1 }, quality_level: "basic" });
  const batch_id = await givenBatch(service, project_id, VERDICT_ITEMS);
  await repeat(VERDICT_ITEMS - 1, () => answer(service, batch_id, "verdict", "annotate"));
  const toSample = await timed(async () => {
    await answer(service, batch_id, "verdict", "annotate");
    await untilBatch(
      service,
      batch_id,
      ({ audit, status }) => audit !== null || status === "certified",
      POLL_MS,
    );
  });
  for (;;) {
    const { audit } = await service.call("GET", `/v1/batches/${batch_id}`);
    if (audit === null || audit.required - audit.done <= 1) break;
    await answer(service, batch_id, "auditor", "audit");
  }
  const toCertificate = await timed(async () => {
    await answer(service, batch_id, "auditor", "audit");
    await untilBatch(service, batch_id, ({ status }) => status === "certified", POLL_MS);
  });
  return toSample + toCertificate;
}

async function answer(service: Service, batch_id: string, annotator: string, kind: string): Promise<void> {
  const body = { batch_id, annotator, kinds: [kind] };
  const { data } = await service.call("POST", "/v1/tasks/claim", body);
  await submit(service, data[0].id, annotator);
}

async function measureDeliveries({ service, project_id, received }: Place): Promise<number> {
  const requests = await repeat(EVENTS, async (index) => {
    await service.call("PATCH", `/v1/projects/${project_id}`, { name: `Bench ${annotators} ${index}` });
    return received(1);
  });
  return quantile(
    requests.flat().map(({ at, body }) => Math.max(1, at - Date.parse(JSON.parse(body).created_at))),
    0.5,
  );
}

/** A batch of which one member has answered every second item, through the API. */
async function givenWorkedOn(service: Service, project_id: string, items: number): Promise<string> {
  const batch_id = await givenBatch(service, project_id, items);
  for (let done = 0; done < items / 2; done += 20) {
    const { data } = await service.call("POST", "/v1/tasks/claim", {
      batch_id,
      annotator: "template",
      count: Math.min(20, items / 2 - done),
    });
    await Promise.all(data.map(({ id }: { id: string }) => submit(service, id, "template")));
  }
  return batch_id;
}

async function submit({ call }: Service, task_id: string | undefined, annotator: string): Promise<void> {
  await call("POST", `/v1/tasks/${task_id}/submit`, { result: { label: "positive" }, annotator });
}

async function givenBatch(service: Service, project_id: string, items: number): Promise<string> {
  const upload_ids = [await givenUpload(service, items)];
  const { id } = await service.call("POST", "/v1/batches", { project_id, upload_ids });
  await untilFilled(service, id);
  return id;
}

/** Sends a file of texts; returns the upload's id when it is ready. */
async function givenUpload(service: Service, lines: number): Promise<string> {
  const text = (n: number) => `{"text":"Text number ${n}${", which goes on for a while".repeat(4)}"}\n`;
  const answer = await fetch(`${service.origin}/v1/uploads`, {
    method: "POST",
    headers: {
      ...service.headers,
      "content-type": "application/x-ndjson",
      "content-disposition": 'attachment; filename="texts.jsonl"',
    },
    body: Array.from({ length: lines }, (_, n) => text(n)).join(""),
  });
  const upload = (await answer.json()) as { readonly id: string };
  await untilReady(service, `/v1/uploads/${upload.id}`);
  return upload.id;
}

/** The median milliseconds of `work`, one after the other. */
async function times(work: () => Promise<unknown>, size = TIMES): Promise<number> {
  return quantile(await repeat(size, () => timed(work)), 0.5);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}
