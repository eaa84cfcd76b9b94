import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import sharp from "sharp";
import { request } from "undici";
import { type Figure, measured, quantile } from "./figures.ts";
import { givenBatch, givenProject } from "./given.ts";
import { count, type Part, repeat, untilReady } from "./part.ts";
import { type Service, withService } from "./service.ts";

const BUSY = { atLeast: 90 };
const ADDED = { atMost: 20 };
/** Items in a request, and how long the model takes for them, in ms. */
const BATCH = 64;
const BATCH_MS = 100;
/** How long the model takes to find an object, in ms. */
const OBJECT_MS = 50;
/** A member may ask 60 times a minute. */
const ASKED_BY_EACH = 50;

/** One request after the other, as a model on one accelerator. */
interface ModelServer {
  readonly url: string;
  /** When each request began to be worked on and when its answer was sent, in ms. */
  readonly spans: { readonly from: number; readonly to: number }[];
  readonly close: () => Promise<void>;
}

async function startModelServer(ms: number, answerOf: (body: string) => object): Promise<ModelServer> {
  const spans: ModelServer["spans"] = [];
  let before: Promise<void> = Promise.resolve();
  const server = createServer(async (asked, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of asked) chunks.push(chunk);
    before = before.then(async () => {
      const from = performance.now();
      const text = JSON.stringify(answerOf(Buffer.concat(chunks).toString()));
      await sleep(ms);
      response.writeHead(200, { "content-type": "application/json" }).end(text);
      spans.push({ from, to: performance.now() });
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/predict`,
    spans,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The percentage of the time from the first request to the last answer in which the server worked. */
function busyOf({ spans }: ModelServer): number {
  const work = spans.reduce((sum, { from, to }) => sum + to - from, 0);
  return (100 * work) / ((spans.at(-1)?.to ?? 0) - (spans[0]?.from ?? 0));
}

function labelAll(body: string): object {
  const { items } = JSON.parse(body) as { items: readonly { id: string }[] };
  return { predictions: items.map(({ id }) => ({ item_id: id, score: 0.9, result: { label: "positive" } })) };
}

/** A model's server kept at work by runs over batches, and clicks that ask a model. */
export const modelServers: Part = {
  name: "models-servers",
  measure: (dataDir, quick) =>
    withService(dataDir, async (service) => [
      ...(await keepModelBusy(service, quick ? 20 : 200)),
      await assistTasks(service, quick ? 1 : 8),
    ]),
};

/** Runs of a model over batches: with one request at a time, with two, and with two and a limit of cost. */
async function keepModelBusy(service: Service, requests: number): Promise<readonly Figure[]> {
  const project_id = await givenProject(service);
  const size = requests * BATCH;
  const kinds = [
    { concurrency: 1, ask: {}, kind: "1 request at a time" },
    { concurrency: 2, ask: {}, kind: "2 requests at a time" },
    { concurrency: 2, ask: { max_cost: 1_000_000 }, kind: "2 requests at a time and a limit of cost" },
  ];
  return repeat(kinds.length, async (index): Promise<Figure> => {
    const { concurrency, ask, kind } = kinds[index] ?? { concurrency: 1, ask: {}, kind: "" };
    const batch_id = await givenBatch(service, project_id, size);
    const server = await startModelServer(BATCH_MS, labelAll);
    const { id: model_id } = await givenModel(service, server, {
      ...{ name: `busy-${index}`, annotation_types: ["text_classification"] },
      ...{ batch_size: BATCH, concurrency },
    });
    const { id } = await service.call("POST", `/v1/batches/${batch_id}/predict`, { model_id, ...ask });
    await untilFinished(service, `/v1/batches/${batch_id}/runs/${id}`);
    await server.close();
    return {
      work: `a model that takes ${BATCH_MS} ms for ${BATCH} items is at work, ${kind}, ${count(size)} items`,
      unit: "% of the time",
      measured: measured([busyOf(server)]),
      ceiling: { ...measured([await bareBusy(requests, concurrency)]), of: "bare requests" },
      target: BUSY,
    };
  });
}

/** The same model under requests of the same size, each sent as soon as one is answered. */
async function bareBusy(requests: number, concurrency: number): Promise<number> {
  const server = await startModelServer(BATCH_MS, labelAll);
  const items = Array.from({ length: BATCH }, (_, n) => ({
    ...{ id: `item_${n}`, text: "x".repeat(125), metadata: {} },
  }));
  const body = JSON.stringify({ items });
  let left = requests;
  const ask = async () => {
    while (left-- > 0) await (await request(server.url, { method: "POST", body })).body.dump();
  };
  await Promise.all(Array.from({ length: concurrency }, ask));
  await server.close();
  return busyOf(server);
}

/** What a person's click waits for beside the model, one click after the other. */
async function assistTasks(service: Service, members: number): Promise<Figure> {
  const object = { label: "thing", bbox: { x: 10, y: 10, width: 50, height: 50 } };
  const server = await startModelServer(OBJECT_MS, () => ({ objects: [object] }));
  const { id: assist_model_id } = await givenModel(service, server, {
    ...{ name: "segmenter", annotation_types: ["object_detection"] },
  });
  const project_id = await givenProject(service, {
    ...{ annotation_type: "object_detection", labels: [{ name: "thing" }], assist_model_id },
  });
  const upload_id = await uploadImage(service);
  const { id: batch_id } = await service.call("POST", "/v1/batches", { project_id, upload_ids: [upload_id] });
  const prompt = { points: [{ x: 30, y: 30, positive: true }] };
  const waited: number[] = [];
  const bare: number[] = [];
  for (let member = 0; member <= members; member += 1) {
    const { data } = await service.call("POST", "/v1/tasks/claim", {
      batch_id,
      annotator: `clicks-${member}`,
    });
    for (let n = 0; n < ASKED_BY_EACH; n += 1) {
      waited.push(
        await beyondModel(server, () => service.call("POST", `/v1/tasks/${data[0].id}/assist`, { prompt })),
      );
      bare.push(
        await beyondModel(server, async () =>
          (await request(server.url, { method: "POST", body: JSON.stringify({ prompt }) })).body.dump(),
        ),
      );
    }
    if (member === 0) waited.length = bare.length = 0; // before PostgreSQL keeps the plans
  }
  await server.close();
  return {
    work: `a click waits beyond the model's own time, ${waited.length} clicks`,
    unit: "ms (p95)",
    measured: measured([quantile(waited, 0.95)]),
    ceiling: { ...measured([quantile(bare, 0.95)]), of: "bare requests" },
    target: ADDED,
    details: { median_ms: quantile(waited, 0.5), worst_ms: Math.max(...waited) },
  };
}

/** How much longer `work`, which asks the model once, takes than the model, in ms. */
async function beyondModel({ spans }: ModelServer, work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  const took = performance.now() - begun;
  const { from, to } = spans.at(-1) ?? { from: 0, to: 0 };
  return took - (to - from);
}

async function givenModel(
  { call }: Service,
  { url }: ModelServer,
  settings: object,
): Promise<{ id: string }> {
  return call("POST", "/v1/models", { kind: "http", version: "1", url, ...settings });
}

async function uploadImage(service: Service): Promise<string> {
  const background = { r: 90, g: 120, b: 150 };
  const image = sharp({ create: { width: 640, height: 480, channels: 3, background } });
  const content_base64 = (await image.jpeg().toBuffer()).toString("base64");
  const { id } = await service.call("POST", "/v1/uploads", {
    files: [{ filename: "image.jpg", content_base64 }],
  });
  await untilReady(service, `/v1/uploads/${id}`);
  return id;
}

async function untilFinished({ call }: Service, path: string): Promise<void> {
  for (;;) {
    const { status, reason } = await call("GET", path);
    if (status === "finished") return;
    if (status !== "running") throw new Error(`the run is ${status}: ${reason}`);
    await sleep(200);
  }
}
