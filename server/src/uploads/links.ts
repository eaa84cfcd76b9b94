import { ServiceError } from "@assay/domain/errors.ts";
import type { Outbound } from "../platform/network/outbound.ts";
import { fetchPart } from "./fetch.ts";
import { type InspectedFile, inspectFile } from "./inspect.ts";
import { kindOf } from "./kind.ts";
import { lineFault } from "./line.ts";
import type { Staging } from "./part.ts";

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
 * name file and line; all lines of the files are checked on the way.
 */
export async function fetchLinks(
  outbound: Outbound,
  staging: Staging,
  files: readonly InspectedFile[],
): Promise<Links> {
  const links = new Map<string, Link>();
  const queue = (await findMentions(files)).values();
  let isFailing = false;
  const work = async (): Promise<void> => {
    for (const mention of queue) {
      if (isFailing) return;
      const file = await fetchLink(outbound, staging, mention);
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
  for (const file of files) {
    if (!file.has_urls || file.readLines === undefined) continue;
    for await (const lines of file.readLines()) {
      for (const { url, line } of lines) {
        if (url !== null && !mentions.has(url)) mentions.set(url, { url, line, parent: file });
      }
    }
  }
  return mentions;
}

async function fetchLink(
  outbound: Outbound,
  staging: Staging,
  { url, line, parent }: Mention,
): Promise<InspectedFile> {
  const part = await fetchPart(outbound, staging, { url }, `${parent.filename}: line ${line}: url`);
  const kind = await kindOf(part);
  if (kind === "zip" || kind === "jsonl" || kind === "csv") {
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
