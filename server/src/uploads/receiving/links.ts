import { ServiceError } from "@assay/domain/errors.ts";
import { LIMITS } from "../../platform/limits.ts";
import type { Outbound } from "../../platform/network/outbound.ts";
import { kindOf } from "../formats/kind.ts";
import { lineFault } from "../formats/line.ts";
import type { Staging } from "../formats/part.ts";
import { fetchPart } from "./fetch.ts";
import { type InspectedFile, inspectFile } from "./inspect.ts";

/** What a `url` of a line gave, and the file that named it first. */
export interface Link {
  readonly parent_file_id: string;
  readonly file: InspectedFile;
}
export type Links = ReadonlyMap<string, Link>;

interface Mention {
  readonly url: string;
  readonly line: number;
  readonly parent: InspectedFile;
}

const AT_ONCE = 8;

/**
 * Fetches what the lines of `files` name by `url`, each URL once. Throws FetchError and `invalid_request` that
 * name file and line; all lines of the files are checked on the way. Fetches at most `LIMITS.upload_urls` URLs, and
 * `remaining` bytes together or `LIMITS.upload_url_bytes`.
 */
export async function fetchLinks(
  outbound: Outbound,
  staging: Staging,
  files: readonly InspectedFile[],
  remaining: number,
): Promise<Links> {
  const limit = Math.min(LIMITS.upload_url_bytes, remaining);
  let bytes = 0;
  const links = new Map<string, Link>();
  const queue = (await findMentions(files)).values();
  let isFailing = false;
  const work = async (): Promise<void> => {
    for (const mention of queue) {
      if (isFailing) return;
      const file = await fetchLink(outbound, staging, mention);
      bytes += file.blob.size_bytes;
      if (bytes > limit) throw atFile(mention.parent, tooManyBytes(mention.line, limit));
      links.set(mention.url, { parent_file_id: mention.parent.id, file });
    }
  };
  const stop = (fault: unknown): never => {
    isFailing = true;
    throw fault;
  };
  // All are waited for, so that nothing is staged any more when a fault is told.
  const outcomes = await Promise.allSettled(Array.from({ length: AT_ONCE }, () => work().catch(stop)));
  for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
  return links;
}

async function findMentions(files: readonly InspectedFile[]): Promise<Map<string, Mention>> {
  const mentions = new Map<string, Mention>();
  for await (const mention of mentionsIn(files)) {
    if (mentions.has(mention.url)) continue;
    if (mentions.size === LIMITS.upload_urls) throw atFile(mention.parent, tooManyUrls(mention.line));
    mentions.set(mention.url, mention);
  }
  return mentions;
}

async function* mentionsIn(files: readonly InspectedFile[]): AsyncGenerator<Mention> {
  for (const parent of files) {
    if (!parent.has_urls || parent.readLines === undefined) continue;
    for await (const lines of parent.readLines()) {
      for (const { url, line } of lines) if (url !== null) yield { url, line, parent };
    }
  }
}

function tooManyUrls(line: number): ServiceError {
  return lineFault(line, `an upload fetches at most ${LIMITS.upload_urls} URLs; divide the file`);
}

function tooManyBytes(line: number, limit: number): ServiceError {
  return lineFault(
    line,
    `what the URLs give together has more than ${limit} bytes, which is all this upload may have`,
  );
}

async function fetchLink(
  outbound: Outbound,
  staging: Staging,
  { url, line, parent }: Mention,
): Promise<InspectedFile> {
  const part = await fetchPart(outbound, staging, { url }, `${parent.filename}: line ${line}: url`);
  const kind = await kindOf(part);
  if (["zip", "jsonl", "json", "csv", "tsv"].includes(kind)) {
    throw atFile(parent, lineFault(line, "url must give an image, a recording or a text"));
  }
  try {
    return await inspectFile(part, kind);
  } catch (fault) {
    throw fault instanceof ServiceError ? atFile(parent, lineFault(line, fault.message)) : fault;
  }
}

/** A fault of a line with the name of its file before it. */
export function atFile({ filename }: InspectedFile, fault: unknown): unknown {
  if (!(fault instanceof ServiceError)) return fault;
  return new ServiceError(fault.code, `${filename}: ${fault.message}`, { cause: fault });
}
