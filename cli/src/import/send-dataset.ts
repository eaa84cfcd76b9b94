import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { importLine, type Route } from "@assay/domain/importers/answers-for.ts";
import type { ForeignFault, Size } from "@assay/domain/importers/importer.ts";
import type { Client } from "@assay/sdk/client.ts";
import { listAll } from "@assay/sdk/list-all.ts";
import { untilHolds } from "@assay/sdk/until.ts";
import type { Terminal } from "../command.ts";
import { type ItemDetails, sendFiles } from "../label/take-in.ts";
import { answersOnRoute, mediumDetails, routesOf, type SentItem, type Survey, type Way } from "./survey.ts";
import { withTempFolder } from "./temp-folder.ts";

const POLL_MS = 100;
/** Far below the 256 MiB that one request takes. */
const LINES_CHARACTERS = 64_000_000;
const ROUTES = {
  predictions: "/v1/batches/{id}/predictions",
  answers: "/v1/batches/{id}/annotations",
  gold: "/v1/batches/{id}/gold",
} as const;

type Items = () => AsyncIterable<SentItem | ForeignFault>;

/**
 * Uploads the media and texts of a dataset and creates a batch of them, in the project that `projectOf` then returns; returns its id
 * once all items exist. Throws an error, and creates neither, if a file cannot be uploaded.
 */
export async function createBatch(
  client: Client,
  projectOf: () => Promise<string>,
  { name, found, items }: { readonly name: string; readonly found: Survey; readonly items: Items },
  { mediaFolder, note }: Pick<Terminal, "note"> & { readonly mediaFolder: string },
): Promise<string> {
  const watch = { note, signal: new AbortController().signal };
  const isSound = /\.(wav|mp3|flac|ogg|opus|m4a)$/i.test(found.media[0] ?? "");
  const kind = isSound ? "audio" : "image";
  const files = { folder: mediaFolder, kind, names: found.media, details: await detailsOf(items()) } as const;
  const upload_ids = await sendFiles(client, files, watch);
  if (upload_ids.length < found.media.length)
    throw new Error("not all files could be uploaded: nothing is imported");
  if (found.texts > 0) upload_ids.push(await sendTexts(client, items, watch));
  const project_id = await projectOf();
  const { data } = await client.POST("/v1/batches", { body: { project_id, upload_ids, name } });
  await untilHolds(
    `the items of batch ${data.id}`,
    { intervalMs: POLL_MS },
    async () => (await client.GET("/v1/batches/{id}", { params: { path: { id: data.id } } })).data,
    ({ items_ready, item_count }) => items_ready === item_count,
  );
  return data.id;
}

/** What is known of the items with a medium, by its path; several items of one medium become one, the first. */
async function detailsOf(items: ReturnType<Items>): Promise<ReadonlyMap<string, ItemDetails>> {
  const found = new Map<string, ItemDetails>();
  for await (const item of items) {
    if ("fault" in item || item.path === null || found.has(item.path)) continue;
    const { details } = mediumDetails(item);
    if (Object.keys(details).length > 0) found.set(item.path, details);
  }
  return found;
}

async function sendTexts(
  client: Client,
  items: Items,
  watch: Parameters<typeof sendFiles>[2],
): Promise<string> {
  return withTempFolder(async (folder) => {
    await pipeline(linesOf(items()), createWriteStream(join(folder, "items.jsonl")));
    const [id] = await sendFiles(client, { folder, kind: "text", names: ["items.jsonl"] }, watch);
    if (id === undefined) throw new Error("the texts could not be uploaded: nothing is imported");
    return id;
  });
}

/** The items without a medium as the service reads them, a line each. */
async function* linesOf(items: ReturnType<Items>): AsyncGenerator<string> {
  for await (const item of items) {
    if ("fault" in item || item.path !== null) continue;
    const content = item.conversation ?? { text: item.text };
    yield `${JSON.stringify({ external_id: item.name, ...content, metadata: item.metadata })}\n`;
  }
}

/** The sizes of a batch's images by the names of their files. */
export async function sizesIn(client: Client, batch_id: string): Promise<ReadonlyMap<string, Size>> {
  const sizes = new Map<string, Size>();
  for await (const { file } of listAll(client, "/v1/items", { query: { batch_id } })) {
    const { filename, width, height } = file;
    if (width !== null && height !== null) sizes.set(filename, { width, height });
  }
  return sizes;
}

/** How the lines of answers are sent. */
export interface Sending {
  readonly way: Way;
  /** The annotator of answers without one. */
  readonly annotator: string | undefined;
  /** The model of answers that become predictions. */
  readonly model: string;
  readonly skipsFaults: boolean;
}

/** What the service took. */
export interface Sent {
  readonly imported: number;
  readonly faults: readonly string[];
}

/** Imports the answers of items into a batch, by one route after the other; faults name the place in the dataset. */
export async function sendAnswers(
  client: Client,
  batch_id: string,
  items: () => AsyncIterable<SentItem | ForeignFault>,
  sending: Sending,
): Promise<Sent> {
  const sent: Sent[] = [];
  for (const route of routesOf(sending.way))
    sent.push(await sendBy(route, client, batch_id, items(), sending));
  return {
    imported: sent.reduce((sum, { imported }) => sum + imported, 0),
    faults: sent.flatMap(({ faults }) => faults),
  };
}

async function sendBy(
  route: Route,
  client: Client,
  batch_id: string,
  items: AsyncIterable<SentItem | ForeignFault>,
  sending: Sending,
): Promise<Sent> {
  const total = { imported: 0, faults: [] as string[] };
  let [body, places]: [string, string[]] = ["", []];
  const flush = async () => {
    if (places.length === 0) return;
    const { imported, faults = [] } = await post(client, batch_id, body, route, sending);
    total.imported += imported;
    for (const fault of faults) total.faults.push(placed(fault, places)); // a spread would overflow the stack
    [body, places] = ["", []];
  };
  for await (const item of items) {
    if ("fault" in item) continue;
    for (const answer of answersOnRoute(item, route, sending.way)) {
      body += `${JSON.stringify(importLine(namedBy(item), answer, route, sending))}\n`;
      places.push(item.at);
    }
    if (body.length > LINES_CHARACTERS) await flush();
  }
  await flush();
  return total;
}

function namedBy({ path, name }: SentItem): Readonly<Record<string, string>> {
  return path === null ? { external_id: name } : { filename: path };
}

async function post(client: Client, batch_id: string, body: string, route: Route, { skipsFaults }: Sending) {
  const { data } = await client.POST(ROUTES[route], {
    params: { path: { id: batch_id }, query: { clip: true, on_error: skipsFaults ? "skip" : "fail" } },
    headers: { "content-type": "application/x-ndjson" },
    body: body as never, // the body is one of the two that the route takes
    bodySerializer: (lines: unknown) => lines as string,
  });
  return data;
}

/** A fault of the service with the place in the dataset instead of the line of the request. */
function placed(fault: string, places: readonly string[]): string {
  const [, line = ""] = /^line (\d+): /.exec(fault) ?? [];
  return line === "" ? fault : fault.replace(/^line \d+/, places[Number(line) - 1] ?? `line ${line}`);
}
