import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { compareModels } from "@assay/domain/models/compare-models.ts";
import { judgeModel } from "@assay/domain/models/judge.ts";
import { chooseThreshold } from "@assay/domain/models/threshold.ts";
import { request } from "undici";
import { measureClaims } from "./claims.ts";
import { type Figure, measured } from "./figures.ts";
import { givenBatch, givenProject } from "./given.ts";
import { peakMiB, resetPeak } from "./memory.ts";
import { count, type Part, repeat } from "./part.ts";
import { type Service, withService } from "./service.ts";

const LOADED = { atLeast: 20_000 };
const PEAK = { atMost: 300 };
const CHOSEN = { atMost: 1_000 };
const JUDGED = { atMost: 2_000 };
/** No target is set for it. */
const PLACED = { atLeast: 10_000 };
const ORDERED = { atLeast: 5_000 };
const CHECK = 600;
/** In s, of a batch of 100,000 items; no targets are set for them. */
const SUSPECTED = { atMost: 120 };
const SUSPECTED_PEAK = { atMost: 1_500 };
/** Predictions of a request: its lines may have 256 MiB. */
const AT_ONCE = 250_000;

/** Predictions in, claims by their scores, and the threshold of an auto-accept. */
export const modelPredictions: Part = {
  name: "models-predictions",
  async measure(dataDir, quick) {
    const size = quick ? 20_000 : 1_000_000;
    return withService(dataDir, async (service) => [
      ...(await loadPredictions(service, size)),
      ...(await claimInOrder(service, size)),
      ...chooseThresholds(size),
    ]);
  },
};

/** The labels of an auto-accept, the report on five models, and likely label errors. */
export const modelReports: Part = {
  name: "models-reports",
  async measure(dataDir, quick) {
    const size = quick ? 5_000 : 100_000;
    return withService(dataDir, async (service) => [
      ...judgeSamples(size),
      ...(await acceptAndJudge(service, size)),
    ]);
  },
};

async function loadPredictions(service: Service, size: number): Promise<readonly Figure[]> {
  const batch_id = await givenBatch(service, await givenProject(service), size);
  await resetPeak(service.pid);
  const begun = performance.now();
  for (let first = 1; first <= size; first += AT_ONCE)
    await sendPredictions(service, batch_id, lines("m", first, Math.min(size, first + AT_ONCE - 1)));
  const perSecond = (1000 * size) / (performance.now() - begun);
  const work = `${count(size)} predictions as JSON lines`;
  return [
    { work, unit: "predictions/s", measured: measured([perSecond]), ceiling: undefined, target: LOADED },
    {
      work: `${work}, peak memory of the service`,
      unit: "MiB",
      measured: measured([await peakMiB(service.pid)]),
      ceiling: undefined,
      target: PEAK,
    },
  ];
}

/** Claims of a batch in random order and, once its items are in the order of their scores, by lowest score. */
async function claimInOrder(service: Service, size: number): Promise<readonly Figure[]> {
  const batch_id = await givenBatch(service, await givenProject(service), size);
  await sendPredictions(service, batch_id, lines("m", 1, size));
  const random = await measureClaims(service, batch_id, "random");
  const begun = performance.now();
  await service.call("PATCH", `/v1/batches/${batch_id}`, { queue_order: "uncertainty" });
  while (await isBeingOrdered(service, batch_id)) await sleep(50);
  const perSecond = (1000 * size) / (performance.now() - begun);
  const uncertain = await measureClaims(service, batch_id, "uncertain");
  const work = `claim, 1 client, ${count(size)} items`;
  const ceiling = { ...measured(random.map(({ p50Ms }) => p50Ms)), of: "the random order" };
  return [
    {
      ...{ work: `${work}, lowest score first`, unit: "ms (p50)", ceiling },
      ...{
        measured: measured(uncertain.map(({ p50Ms }) => p50Ms)),
        target: { atMost: 1.3 * ceiling.median },
      },
    },
    {
      ...{
        work: `put ${count(size)} items in the order of their scores`,
        unit: "items/s",
        ceiling: undefined,
      },
      ...{ measured: measured([perSecond]), target: ORDERED },
    },
  ];
}

async function isBeingOrdered({ db }: Service, batch_id: string): Promise<boolean> {
  const { rows } = await db.query(
    `select from items where batch_id = $1 and (turn = 0 or queue_key is not null) and status = 'open'
       and answer_count = 0 and open_slots = overlap_required limit 1`,
    [batch_id],
  );
  return rows.length > 0;
}

function chooseThresholds(size: number): readonly Figure[] {
  const scores = Array.from({ length: size }, () => Math.random());
  const check = scores.slice(0, CHECK).map((score) => ({ score, right: Math.random() < 0.8 + 0.2 * score }));
  const times = Array.from({ length: 5 }, () => {
    const begun = performance.now();
    chooseThreshold(scores, check, { max_wrong: 0.05, confidence: 0.95 });
    return performance.now() - begun;
  });
  return [
    {
      work: `choose a threshold of ${count(size)} scores`,
      unit: "ms",
      measured: measured(times),
      ceiling: undefined,
      target: CHOSEN,
    },
  ];
}

/** The statistics of a report, as if every item were in its sample. */
function judgeSamples(size: number): readonly Figure[] {
  const delivered = Array.from({ length: size }, () => `label ${Math.floor(10 * Math.random())}`);
  const samples = Array.from({ length: 5 }, () =>
    delivered.map((label, item) => {
      const predicted = Math.random() < 0.9 ? label : "label 0";
      const slices = { site: `${item % 30}`, day: `${item % 7}` };
      return { right: predicted === label, delivered: label, predicted, score: Math.random(), slices };
    }),
  );
  const begun = performance.now();
  for (const sample of samples) judgeModel(sample);
  compareModels(
    samples.map((sample, model) => ({ model: `m${model}`, right: sample.map(({ right }) => right) })),
  );
  return [
    {
      work: `judge 5 models by ${count(size)} items`,
      unit: "ms",
      measured: measured([performance.now() - begun]),
      ceiling: undefined,
      target: JUDGED,
    },
  ];
}

/** A model that labels a batch by itself, whose check items are labeled by SQL, and five models that are judged by it. */
async function acceptAndJudge(service: Service, size: number): Promise<readonly Figure[]> {
  const { call, db } = service;
  const project_id = await givenProject(service, { quality_policy: { overlap: 1 } });
  const batch_id = await givenBatch(service, project_id, size);
  for (const model of ["m", "n", "o", "p", "q"])
    await sendPredictions(service, batch_id, lines(model, 1, size));
  await db.query("vacuum analyze");
  const begun = performance.now();
  await call("POST", `/v1/batches/${batch_id}/auto-accept`, { model: "m", check: CHECK });
  await untilStatus(service, batch_id, "checking");
  const held = performance.now() - begun;
  await answerChecks(service, batch_id);
  const answered = performance.now();
  await untilStatus(service, batch_id, "finished");
  const placed = performance.now() - answered;
  const times = await repeat(5, async () => {
    const asked = performance.now();
    await call("GET", `/v1/batches/${batch_id}/models`);
    return performance.now() - asked;
  });
  return [
    {
      work: `hold ${count(size)} items of a batch, and draw the check items`,
      unit: "items/s",
      measured: measured([(1000 * size) / held]),
      ceiling: undefined,
      target: PLACED,
    },
    {
      work: `${count(size)} items get the model's label, or go to people`,
      unit: "items/s",
      measured: measured([(1000 * size) / placed]),
      ceiling: undefined,
      target: PLACED,
    },
    {
      work: `report on 5 models of ${count(size)} items`,
      unit: "ms",
      measured: measured(times),
      ceiling: undefined,
      target: JUDGED,
    },
    ...(await suspectLabels(service, batch_id, size)),
  ];
}

/** How likely each label of a batch is wrong, by five models, then also by vectors of one of them. */
async function suspectLabels(
  { call, db, pid }: Service,
  batch_id: string,
  size: number,
): Promise<readonly Figure[]> {
  await db.query(
    `update items set status = 'accepted', result = '{"label": "positive"}', guideline_version = 1, origin = 'consensus',
       support = 1, answer_count = 2, open_slots = 0
     where batch_id = $1 and status <> 'accepted'`,
    [batch_id],
  );
  const compute = async (column: "models" | "neighbors") => {
    await resetPeak(pid);
    const begun = performance.now();
    await call("POST", `/v1/batches/${batch_id}/suspicions`);
    const counting = `select count(${column})::integer as count from suspicions where batch_id = $1`;
    while ((await db.query(counting, [batch_id])).rows[0].count < size) await sleep(100);
    return { seconds: (performance.now() - begun) / 1000, peak: await peakMiB(pid) };
  };
  const figures = ({ seconds, peak }: Awaited<ReturnType<typeof compute>>, by: string): Figure[] => {
    const work = `suspicion of ${count(size)} labels by ${by}`;
    const ceiling = undefined;
    return [
      { work, unit: "s", measured: measured([seconds]), ceiling, target: SUSPECTED },
      {
        work: `${work}, peak memory`,
        unit: "MiB",
        measured: measured([peak]),
        ceiling,
        target: SUSPECTED_PEAK,
      },
    ];
  };
  const byModels = figures(await compute("models"), "5 models");
  const vectors = Array.from({ length: 1_000 }, () =>
    Buffer.from(Float32Array.from({ length: 256 }, () => Math.random() - 0.5).buffer),
  );
  await db.query(
    `update predictions set vector = ($2::bytea[])[1 + items.position % 1000] from items
     where predictions.batch_id = $1 and predictions.model = 'm' and items.id = predictions.item_id`,
    [batch_id, vectors],
  );
  return [...byModels, ...figures(await compute("neighbors"), "5 models and vectors of 256 numbers")];
}

/** Labels all check items but the last by SQL; the answer to that one lets the service choose the threshold. */
async function answerChecks({ call, db }: Service, batch_id: string): Promise<void> {
  const { data } = await call("POST", "/v1/tasks/claim", { batch_id, annotator: "first" });
  await db.query(
    `update items set status = 'accepted', answer_count = 1, open_slots = 0, result = '{"label": "positive"}',
       guideline_version = 1, support = 1, origin = 'consensus'
     where batch_id = $1 and auto_accept = 'check' and id <> $2`,
    [batch_id, data[0].item.id],
  );
  await call("POST", `/v1/tasks/${data[0].id}/submit`, { result: { label: "positive" } });
}

async function untilStatus({ call }: Service, batch_id: string, status: string): Promise<void> {
  for (;;) {
    const { data } = await call("GET", `/v1/batches/${batch_id}/auto-accept`);
    if (data[0].status === status) return;
    await sleep(20);
  }
}

async function sendPredictions(
  { origin, headers }: Service,
  batch_id: string,
  body: Iterable<string>,
): Promise<void> {
  const answer = await request(`${origin}/v1/batches/${batch_id}/predictions`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/x-ndjson" },
    body: Readable.from(body),
    headersTimeout: 600_000,
  });
  const text = await answer.body.text();
  if (answer.statusCode >= 300)
    throw new Error(`the predictions were answered with ${answer.statusCode} ${text}`);
}

/** Some 10 kB at a time; every tenth label is `negative`, with a low score. */
function* lines(model: string, first: number, last: number): Generator<string> {
  for (let from = first; from <= last; from += 100) {
    let text = "";
    for (let n = from; n < from + 100 && n <= last; n += 1) {
      const label = n % 10 === 0 ? "negative" : "positive";
      const score = n % 10 === 0 ? 0.3 : 0.9;
      text += `${JSON.stringify({ external_id: `doc-${n}`, model, score, result: { label } })}\n`;
    }
    yield text;
  }
}
