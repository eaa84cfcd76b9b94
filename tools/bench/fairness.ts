import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { request } from "undici";
import { createAccount } from "../../server/src/installation/create-account.ts";
import { connect } from "../../server/src/platform/database/db.ts";
import { type Figure, measured } from "./figures.ts";
import { givenProject } from "./given.ts";
import { count, type Part, repeat, untilBatch, untilFilled, untilReady } from "./part.ts";
import { createCall, type Service, withService } from "./service.ts";

/** How much longer a verdict may take while another account imports. */
const DELAY_MS = { atMost: 10_000 };
const IMPORTS = 2;
/** Items of the batch whose verdict is measured, and rounds of it before the other account begins. */
const ITEMS = 10;
const ROUNDS_BEFORE = 5;
const POLL_MS = 20;
const RESULT = { label: "positive" };

/** The verdicts of one account while another uploads two long lists, makes batches of them and imports all answers. */
export const fairness: Part = {
  name: "fairness",
  measure: (dataDir, quick) =>
    withService(dataDir, async (service) => measureVerdicts(service, quick ? 50_000 : 1_000_000)),
};

async function measureVerdicts(service: Service, size: number): Promise<readonly Figure[]> {
  const other = await givenOther(service);
  const policy = { quality_policy: { overlap: 1 } };
  const project_id = await givenProject(other, policy);
  const before = await repeat(ROUNDS_BEFORE, () => verdictOnce(other, project_id));
  const large = await givenProject(service, policy);
  const begun = performance.now();
  let isOver = false;
  const imports = Promise.all(repeatAtOnce(IMPORTS, () => importOnce(service, large, size))).finally(() => {
    isOver = true;
  });
  const during: Verdict[] = [];
  while (!isOver) during.push(await verdictOnce(other, project_id));
  await imports;
  const importing = (performance.now() - begun) / 1000;
  const undisturbed = before.map(({ ms }) => ms);
  const took = during.map(({ ms }) => ms);
  const work = `verdict on ${ITEMS} items while another account imports ${IMPORTS} × ${count(size)} lines and answers`;
  return [
    {
      work,
      unit: "ms",
      measured: measured(took),
      ceiling: { ...measured(undisturbed), of: "undisturbed" },
      target: DELAY_MS,
      details: {
        importing_s: importing,
        longest_to_sample_ms: Math.max(...during.map((one) => one.toSample)),
      },
    },
    {
      work: `${work}: the longest delay`,
      unit: "ms",
      measured: measured([Math.max(...took) - Math.min(...undisturbed)]),
      ceiling: undefined,
      target: DELAY_MS,
    },
  ];
}

function repeatAtOnce<T>(times: number, work: () => Promise<T>): Promise<T>[] {
  return Array.from({ length: times }, work);
}

/** The same service with the key of a second account. */
async function givenOther(service: Service): Promise<Service> {
  const { db, pool } = connect(service.connectionString, { max: 1 });
  try {
    const { key } = await db
      .transaction()
      .execute((tx) =>
        createAccount(tx, new Date(), { name: "Other", email: "other@other.test", plan: "enterprise" }),
      );
    await service.db.query("update accounts set rate_limit_per_minute = 2000000");
    const headers = { ...service.headers, authorization: `Bearer ${key}` };
    return { ...service, headers, call: createCall(service.origin, headers) };
  } finally {
    await db.destroy();
    await pool.end().catch(() => undefined);
  }
}

/** Milliseconds from the last answer to the sample, and with those from the last audit to the verdict. */
interface Verdict {
  readonly toSample: number;
  readonly ms: number;
}

/** A small batch from its texts to its verdict; the time in which people work does not count. */
async function verdictOnce(service: Service, project_id: string): Promise<Verdict> {
  const { call } = service;
  const text = Array.from({ length: ITEMS }, (_, n) =>
    JSON.stringify({ text: `${Math.random()} ${n}` }),
  ).join("\n");
  const upload = await call("POST", "/v1/uploads", { files: [{ filename: "texts.jsonl", text }] });
  const { id } = await call("POST", "/v1/batches", { project_id, upload_ids: [upload.id] });
  for (let n = 1; n < ITEMS; n += 1) await workOnce(service, id, "annotate", "ann");
  const toSample = await timed(async () => {
    await workOnce(service, id, "annotate", "ann");
    await untilBatch(service, id, ({ audit }) => audit !== null, POLL_MS);
  });
  const { audit } = await call("GET", `/v1/batches/${id}`);
  for (let n = 1; n < audit.required; n += 1) await workOnce(service, id, "audit", "eve");
  const toVerdict = await timed(async () => {
    await workOnce(service, id, "audit", "eve");
    await untilBatch(service, id, ({ status }) => status === "certified" || status === "failed", POLL_MS);
  });
  return { toSample, ms: toSample + toVerdict };
}

/** Claims a task and answers it. Right after its draw an audit may not be claimable yet. */
async function workOnce({ call }: Service, batch_id: string, kind: string, annotator: string): Promise<void> {
  for (;;) {
    const { data } = await call("POST", "/v1/tasks/claim", { batch_id, kinds: [kind], annotator });
    const [task] = data;
    if (task === undefined) await sleep(POLL_MS);
    else {
      await call("POST", `/v1/tasks/${task.id}/submit`, { annotator, result: RESULT });
      return;
    }
  }
}

/** An upload of `size` lines, a batch of them, and an answer to each. */
async function importOnce(service: Service, project_id: string, size: number): Promise<void> {
  const { call } = service;
  const upload = await send(
    service,
    "/v1/uploads",
    lines(size, (n) => ({ text: `Text number ${n}` })),
  );
  await untilReady(service, `/v1/uploads/${upload.id}`);
  const batch = await call("POST", "/v1/batches", { project_id, upload_ids: [upload.id] });
  await untilFilled(service, batch.id);
  const answers = lines(size, () => ({ annotator: "bob", result: RESULT }));
  await send(service, `/v1/batches/${batch.id}/annotations`, answers);
}

/** Lines with ids of their own, some 10 kB at a time. */
function* lines(size: number, fieldsOf: (n: number) => object): Generator<Buffer> {
  for (let first = 1; first <= size; first += 100) {
    let text = "";
    for (let n = first; n < first + 100 && n <= size; n += 1)
      text += `${JSON.stringify({ external_id: `doc-${n}`, ...fieldsOf(n) })}\n`;
    yield Buffer.from(text);
  }
}

async function send(
  { origin, headers }: Service,
  path: string,
  body: Iterable<Buffer>,
): Promise<{ id: string }> {
  const answer = await request(`${origin}${path}`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/x-ndjson" },
    body: Readable.from(body),
    headersTimeout: 3_600_000,
    bodyTimeout: 3_600_000,
  });
  const text = await answer.body.text();
  if (answer.statusCode >= 300) throw new Error(`${path} was answered with ${answer.statusCode} ${text}`);
  return JSON.parse(text);
}

/** Milliseconds. */
async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}
