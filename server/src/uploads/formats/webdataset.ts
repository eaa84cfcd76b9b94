import { isUtf8 } from "node:buffer";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { ServiceError } from "@assay/domain/errors.ts";
import { storageFault } from "../../platform/http/json.ts";
import { archiveFault, type Unpacked } from "./archive.ts";
import { isObject, MAX_LINE_BYTES, MAX_TEXT_BYTES, metadataFault, nameFault } from "./line.ts";
import type { Part, Staging } from "./part.ts";
import { filesOfTar, leaveOut, stageFile, type TarFile, tarFault } from "./tar.ts";

const MEDIUM = /^(?:jpe?g|png|webp|gif|tiff?|avif|wav|mp3|flac|ogg|opus|m4a)$/i;
/** The entries that describe a sample, and the most bytes that each may have. */
const DESCRIPTIONS: ReadonlyMap<string, number> = new Map([
  ["json", MAX_LINE_BYTES],
  ["cls", 1024],
  ["txt", MAX_TEXT_BYTES],
]);

/** The entries of one key. */
interface Sample {
  readonly key: string;
  readonly media: (Part | ServiceError)[];
  readonly descriptions: Map<string, Buffer>;
  /** The first reason why the sample cannot be an item. */
  fault?: string;
}

/**
 * Whether a tar is a WebDataset shard: its first two files differ only behind the first dot of their names, and one of them
 * ends in `json`, `txt` or `cls`.
 */
export async function isShard(part: Part): Promise<boolean> {
  try {
    const [first, second] = await firstNames(part);
    const isPair = first !== undefined && second !== undefined && first.key === second.key;
    return isPair && (isDescription(first) || isDescription(second));
  } catch (cause) {
    throw tarFault(part, "tar", cause);
  }
}

async function firstNames(part: Part): Promise<Name[]> {
  const names: Name[] = [];
  for await (const file of filesOfTar(part, "tar")) {
    names.push(nameOf(file.filename));
    if (names.length === 2) break;
    await leaveOut(file);
  }
  return names;
}

/**
 * Stages the samples of a WebDataset shard one by one, in order, without the first `skipped`, which it has to read. A sample
 * is the entries whose names are equal up to the first dot, next to each other: its image or recording, otherwise its
 * `txt`, is the item. The key is the `external_id`, and the keys of `json` the metadata, with `txt` and `cls` beside a
 * medium. Entries of other kinds are left out. Throws like `unpackTar`.
 *
 * Source: the WebDataset format, https://github.com/webdataset/webdataset
 */
export async function* unpackShard(part: Part, staging: Staging, skipped: number): AsyncGenerator<Unpacked> {
  const others: Others = new Map();
  let entry = -1;
  try {
    for await (const sample of samplesOf(part, staging, skipped, others)) {
      entry += 1;
      if (entry >= skipped) yield { entry, ...(await finish(part, sample, staging)) };
    }
  } catch (cause) {
    throw tarFault(part, "tar", cause);
  }
  for (const [extension, { first, count }] of others) {
    entry += 1;
    const what = `and every other file that ends in ${JSON.stringify(extension)} is left out, ${count} together: a sample has one image or recording, json, txt and cls`;
    const outcome = new ServiceError("invalid_request", what);
    if (entry >= skipped) yield { entry, filename: first, outcome, is_left_out: true };
  }
}

/** The entries of other kinds, by what their names end in. */
type Others = Map<string, { readonly first: string; readonly count: number }>;

/** The samples of a shard; the first `skipped` without their content. */
async function* samplesOf(
  part: Part,
  staging: Staging,
  skipped: number,
  others: Others,
): AsyncGenerator<Sample> {
  const keys = new Set<string>();
  let sample: Sample | undefined;
  for await (const file of filesOfTar(part, "tar")) {
    const { key, extension } = nameOf(file.filename);
    if (isOther(extension)) {
      countOther(others, extension, file);
      await leaveOut(file);
      continue;
    }
    if (sample?.key !== key) {
      if (sample !== undefined) yield sample;
      if (keys.has(key)) {
        throw archiveFault(part, `has entries of ${key} in two places: write them one after the other`);
      }
      keys.add(key);
      sample = { key, media: [], descriptions: new Map() };
    }
    if (keys.size > skipped) await take(part, sample, { ...file, extension }, staging);
    else await leaveOut(file);
  }
  if (sample !== undefined) yield sample;
}

function countOther(others: Others, extension: string, { filename }: TarFile): void {
  const { first = filename, count = 0 } = others.get(extension) ?? {};
  others.set(extension, { first, count: count + 1 });
}

interface Name {
  readonly key: string;
  /** Behind the first dot; empty without one. */
  readonly extension: string;
}

function nameOf(filename: string): Name {
  const [, key = filename, extension = ""] = /^((?:.*\/)?[^./][^.]*)\.([^/]*)$/.exec(filename) ?? [];
  return { key, extension: extension.toLowerCase() };
}

function isDescription({ extension }: Name): boolean {
  return DESCRIPTIONS.has(extension);
}

function isOther(extension: string): boolean {
  return !DESCRIPTIONS.has(extension) && !MEDIUM.test(extension);
}

/** Reads an entry into its sample. */
async function take(
  part: Part,
  sample: Sample,
  file: TarFile & { readonly extension: string },
  staging: Staging,
): Promise<void> {
  const { extension, filename, size_bytes } = file;
  const limit = DESCRIPTIONS.get(extension);
  if (limit === undefined) {
    sample.media.push(await stageFile(part, file, staging));
  } else if (size_bytes > limit) {
    await leaveOut(file);
    sample.fault ??= `${filename} is longer than ${limit} bytes`;
  } else {
    if (sample.descriptions.has(extension)) sample.fault ??= `it has two entries that end in ${extension}`;
    sample.descriptions.set(extension, await buffer(file.body));
  }
}

/** The item of a sample, or its fault. */
async function finish(part: Part, sample: Sample, staging: Staging): Promise<Omit<Unpacked, "entry">> {
  const { key, media, descriptions } = sample;
  const [medium] = media;
  if (medium instanceof ServiceError) return { filename: key, outcome: medium };
  const metadata = sampleFault(sample) ?? metadataOf(descriptions, medium !== undefined);
  if (typeof metadata === "string") {
    return { filename: key, outcome: archiveFault(part, `holds the sample ${key}: ${metadata}`) };
  }
  const details = { external_id: key, group: null, priority: 0, metadata };
  const item = medium ?? {
    filename: `${key}.txt`,
    declared: undefined,
    blob: await staging.stage(Readable.from([descriptions.get("txt")]), MAX_TEXT_BYTES),
  };
  return { filename: item.filename, outcome: { ...item, details } };
}

function sampleFault({ key, media, descriptions, fault }: Sample): string | undefined {
  if (fault !== undefined) return fault;
  if (media.length > 1) return "it has two images or recordings";
  if (media.length === 0 && !descriptions.has("txt")) return "it has neither an image or recording nor a txt";
  return nameFault("its key", key);
}

/** The metadata, or the fault of an entry. */
function metadataOf(
  descriptions: ReadonlyMap<string, Buffer>,
  hasMedium: boolean,
): Readonly<Record<string, unknown>> | string {
  const json = descriptions.get("json");
  const metadata = json === undefined ? {} : parse(json);
  if (!isObject(metadata)) return "its json must hold an object";
  const all: Record<string, unknown> = { ...metadata };
  for (const name of hasMedium ? ["txt", "cls"] : ["cls"]) {
    const bytes = descriptions.get(name);
    if (bytes === undefined) continue;
    if (!isUtf8(bytes)) return `its ${name} is not UTF-8`;
    if (Object.hasOwn(metadata, name)) return `its json has a key ${name} beside the entry ${name}`;
    const text = bytes.toString("utf8").trim();
    all[name] = name === "cls" && /^-?\d{1,15}$/.test(text) ? Number(text) : text;
  }
  return storageFault(all) ?? metadataFault(all) ?? all;
}

/** The value; undefined if it is not JSON. */
function parse(bytes: Buffer): unknown {
  try {
    return isUtf8(bytes) ? JSON.parse(bytes.toString("utf8")) : undefined;
  } catch {
    return undefined;
  }
}
