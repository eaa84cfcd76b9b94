import { Readable } from "node:stream";
import { ServiceError } from "@assay/domain/errors.ts";
import { CsvError, parse } from "csv-parse";
import type { Listed, ObjectStore } from "../buckets/bucket.ts";
import { ObjectFault } from "../buckets/explain.ts";
import type { Deps } from "../deps.ts";
import { atOnce } from "../platform/at-once.ts";
import type { ReadableBlob } from "../platform/blobs/blobs.ts";
import { LIMITS } from "../platform/limits.ts";
import { toOutboundError } from "../platform/network/outbound.ts";
import { readBlocks } from "../uploads/formats/line-blocks.ts";
import { createStaging } from "../uploads/formats/part.ts";
import { FetchError, fetchPart } from "../uploads/receiving/fetch.ts";
import { probe } from "./probe.ts";
import type { SourceRow } from "./store.ts";

const LINE_BYTES = 64 * 1024;
const MAX_URL = 2_000;
/** URLs that are probed for a page, and those of them at once. */
const PROBED_OF_PAGE = 128;
const PROBED_AT_ONCE = 16;

/** A URL with the number of its line. */
interface Entry {
  readonly line: number;
  readonly url: unknown;
  readonly etag?: unknown;
}

/**
 * The URLs of a list, in its order: lines of text, JSON lines with `url`, or a CSV with a column `url`; both may have an
 * `etag`. Servers are asked for the others. The list is fetched once. A place in it is its digest and the line, and one in a list that
 * was changed is its beginning.
 */
export async function openManifest(deps: Deps, { config }: SourceRow): Promise<ObjectStore> {
  if (!("url" in config)) throw new Error("a source of the kind http_manifest has a URL");
  const { url } = config;
  const staging = createStaging(deps.blobs);
  let fetched: ReadableBlob | undefined;
  let walk: { readonly entries: AsyncGenerator<Entry>; after: string } | undefined;
  return {
    async list(after, limit) {
      fetched ??= await fetchList(deps, staging, url);
      const { sha256 } = fetched;
      if (walk?.after !== after) walk = { entries: entriesBehind(fetched, lineIn(after, sha256)), after };
      const objects: Listed[] = [];
      let unknown = 0;
      while (objects.length < limit && unknown < PROBED_OF_PAGE) {
        const { value, done } = await walk.entries.next();
        if (done) return { objects: distinct(await probeAll(deps, distinct(objects))), after: undefined };
        const object = toListed(deps, value);
        if (object.etag === "") unknown += 1;
        objects.push(object);
        walk.after = `${sha256} ${value.line}`;
      }
      return { objects: distinct(await probeAll(deps, distinct(objects))), after: walk.after };
    },
    async open({ key }) {
      const { status, contentType, body } = await deps.outbound
        .get(key, AbortSignal.timeout(1_000 * LIMITS.url_fetch_seconds))
        .catch((fault: unknown) => {
          throw new ObjectFault(`${key} could not be fetched: ${toOutboundError(fault).code}`, {
            cause: fault,
          });
        });
      if (status === 200) return { body, content_type: contentType };
      body.on("error", () => undefined).destroy();
      throw new ObjectFault(`${key} could not be fetched: the server answered ${status}, not 200`);
    },
    assertClock: () => undefined,
    close: () => void staging.discard().catch(() => undefined),
  };
}

/** The same objects; those without an ETag get what their servers tell. */
function probeAll(
  { outbound }: Pick<Deps, "outbound">,
  objects: readonly Listed[],
): Promise<readonly Listed[]> {
  return atOnce(PROBED_AT_ONCE, objects, async (object) =>
    object.etag === "" ? { ...object, ...(await probe(outbound, object.key)) } : object,
  );
}

async function fetchList(deps: Deps, staging: ReturnType<typeof createStaging>, url: string) {
  try {
    return (await fetchPart(deps.outbound, staging, { url }, "the list")).blob;
  } catch (fault) {
    if (!(fault instanceof FetchError)) throw fault;
    throw new ServiceError("invalid_request", fault.message, { cause: fault });
  }
}

/** The last line that was read of the list with this digest; 0 for the beginning. */
function lineIn(after: string, sha256: string): number {
  const [digest, line] = after.split(" ");
  return digest === sha256 ? Number(line) : 0;
}

/** One statement adds a page, so it has each object once. */
function distinct(objects: readonly Listed[]): Listed[] {
  return [...new Map(objects.map((object) => [`${object.etag} ${object.key}`, object])).values()];
}

function toListed({ outbound }: Pick<Deps, "outbound">, { line, url, etag = "" }: Entry): Listed {
  if (typeof url !== "string" || url.length > MAX_URL || !URL.canParse(url))
    throw lineFault(line, `needs a url of at most ${MAX_URL} characters`);
  const why = outbound.refusal(url);
  if (why !== undefined) throw lineFault(line, why);
  if (typeof etag !== "string" || etag.length > MAX_URL) throw lineFault(line, "etag must be a text");
  return { key: url, etag, size_bytes: 0 };
}

async function* entriesBehind(list: ReadableBlob, after: number): AsyncGenerator<Entry> {
  for await (const entry of entriesOf(list)) if (entry.line > after) yield entry;
}

async function* entriesOf(list: ReadableBlob): AsyncGenerator<Entry> {
  let first = true;
  for await (const { line, text } of linesOf(list)) {
    if (first && isHeader(text)) return yield* rowsOf(list);
    first = false;
    yield text.startsWith("{") ? { ...objectIn(line, text), line } : { line, url: text };
  }
}

/** The lines that are neither blank nor comments. */
async function* linesOf(
  list: ReadableBlob,
): AsyncGenerator<{ readonly line: number; readonly text: string }> {
  for await (const { first, bytes } of readBlocks(list.open(), LINE_BYTES)) {
    for (const [index, whole] of bytes.toString().split("\n").entries()) {
      const text = whole.trim();
      if (text !== "" && !text.startsWith("#")) yield { line: first + index, text };
    }
  }
}

function isHeader(text: string): boolean {
  return text.split(",").some((name) => name.replaceAll('"', "").trim() === "url");
}

function objectIn(line: number, text: string): Omit<Entry, "line"> {
  try {
    const { url, etag }: Record<string, unknown> = JSON.parse(text);
    return { url, etag };
  } catch {
    throw lineFault(line, "is not JSON");
  }
}

async function* rowsOf(list: ReadableBlob): AsyncGenerator<Entry> {
  const records = list
    .open()
    .pipe(
      parse({ columns: true, info: true, bom: true, trim: true, comment: "#", max_record_size: LINE_BYTES }),
    );
  try {
    for await (const { record, info } of Readable.from(records)) {
      const { url, etag }: Record<string, unknown> = record;
      yield { line: info.lines, url, etag };
    }
  } catch (fault) {
    if (!(fault instanceof CsvError)) throw fault;
    throw new ServiceError("invalid_request", `the list is not a CSV: ${fault.message}`, { cause: fault });
  }
}

function lineFault(line: number, why: string): ServiceError {
  return new ServiceError("invalid_request", `line ${line} of the list: ${why}`);
}
