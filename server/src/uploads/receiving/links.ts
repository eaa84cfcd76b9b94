import { ServiceError } from "@assay/domain/errors.ts";
import { LIMITS } from "../../platform/limits.ts";
import type { Outbound } from "../../platform/network/outbound.ts";
import { kindOf } from "../formats/kind.ts";
import { lineFault, type OnLineFault } from "../formats/line.ts";
import type { Staging } from "../formats/part.ts";
import { fetchPart } from "./fetch.ts";
import { linesOf } from "./file-content.ts";
import { type InspectedFile, inspectFile } from "./inspect.ts";
import { MANY_ITEMS } from "./item-details.ts";
import type { Skips } from "./skips.ts";

/** The content of a line's `url`, and the file that named it first. */
export interface Link {
  readonly parent_file_id: string;
  readonly file: InspectedFile;
}
/** A URL that gave no file, in an upload that skips the lines naming it. */
export interface DeadLink {
  readonly fault: Error;
}
export type Links = ReadonlyMap<string, Link | DeadLink>;

interface Mention {
  readonly url: string;
  readonly line: number;
  readonly parent: InspectedFile;
}

const AT_ONCE = 8;
/** Each can take a minute to fail, so that a list of dead links would keep a job busy for a day. */
const MAX_DEAD = 1_000;

/** The links that gave a file. */
export function livingLinks(links: Links): Link[] {
  return [...links.values()].filter((link): link is Link => "file" in link);
}

/** What an upload may fetch, and what it has fetched already. */
export interface Fetching {
  /** Bytes that the account may still store. */
  readonly remaining: number;
  readonly skips: Skips;
  readonly known: Links;
  /** Receives each link, by the place of its URL among all of them; several at once. False ends the fetching. */
  readonly record: (position: number, url: string, link: Link | DeadLink) => Promise<boolean>;
}

/**
 * Fetches every `url` in the lines of `files` that is not known, each URL once. Throws FetchError and `invalid_request` that
 * name file and line, unless `skips` allows the fault; also validates all lines of the files. Fetches at most
 * `LIMITS.upload_urls` URLs, and together at most `remaining` bytes or `LIMITS.upload_url_bytes`.
 */
export async function fetchLinks(
  outbound: Outbound,
  staging: Staging,
  files: readonly InspectedFile[],
  { remaining, skips, known, record }: Fetching,
): Promise<void> {
  const limit = Math.min(LIMITS.upload_url_bytes, remaining);
  const before = livingLinks(known);
  let bytes = before.reduce((sum, { file }) => sum + file.blob.size_bytes, 0);
  let dead = known.size - before.length;
  const mentions = [...(await findMentions(files, skips)).values()];
  const queue = [...mentions.entries()].filter(([, { url }]) => !known.has(url)).values();
  const count = ({ parent, line }: Mention, link: Link | DeadLink): void => {
    if ("file" in link) bytes += link.file.blob.size_bytes;
    else dead += 1;
    if (bytes > limit) throw atFile(parent, tooManyBytes(line, limit));
    if (dead > MAX_DEAD) throw atFile(parent, tooManyDead(line));
  };
  let isOver = false;
  const work = async (): Promise<void> => {
    for (const [position, mention] of queue) {
      if (isOver) return;
      const link = await tryLink(outbound, staging, mention, skips);
      count(mention, link);
      if (!(await record(position, mention.url, link))) isOver = true;
    }
  };
  const stop = (fault: unknown): never => {
    isOver = true;
    throw fault;
  };
  // Waits for all of them, so that nothing is being staged any more when a fault is reported.
  const outcomes = await Promise.allSettled(Array.from({ length: AT_ONCE }, () => work().catch(stop)));
  for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
}

async function tryLink(
  outbound: Outbound,
  staging: Staging,
  mention: Mention,
  skips: Skips,
): Promise<Link | DeadLink> {
  try {
    return await fetchLink(outbound, staging, mention);
  } catch (fault) {
    if (!skips.allows(fault)) throw fault;
    return { fault };
  }
}

async function findMentions(files: readonly InspectedFile[], skips: Skips): Promise<Map<string, Mention>> {
  const mentions = new Map<string, Mention>();
  for await (const mention of mentionsIn(files, skips)) {
    if (mentions.has(mention.url)) continue;
    if (mentions.size === LIMITS.upload_urls) throw atFile(mention.parent, tooManyUrls(mention.line));
    mentions.set(mention.url, mention);
  }
  return mentions;
}

async function* mentionsIn(files: readonly InspectedFile[], skips: Skips): AsyncGenerator<Mention> {
  // Skips are recorded when the lines are stored.
  const passOver = (fault: unknown): void => {
    if (!skips.allows(fault)) throw fault;
  };
  for (const parent of files) {
    try {
      if (parent.has_urls) yield* mentionsOf(parent, (_line, fault) => passOver(fault));
    } catch (fault) {
      passOver(fault);
    }
  }
}

async function* mentionsOf(parent: InspectedFile, onFault: OnLineFault): AsyncGenerator<Mention> {
  for await (const lines of linesOf(parent, onFault)) {
    for (const { url, line } of lines) if (url !== null) yield { url, line, parent };
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

function tooManyDead(line: number): ServiceError {
  return lineFault(line, `more than ${MAX_DEAD} URLs gave no file; check that the server still has them`);
}

async function fetchLink(
  outbound: Outbound,
  staging: Staging,
  { url, line, parent }: Mention,
): Promise<Link> {
  const part = await fetchPart(outbound, staging, { url }, `${parent.filename}: line ${line}: url`);
  const kind = await kindOf(part);
  if (MANY_ITEMS.includes(kind)) {
    throw atFile(parent, lineFault(line, "url must give an image, a recording or a text"));
  }
  try {
    return { parent_file_id: parent.id, file: await inspectFile(part, kind) };
  } catch (fault) {
    throw fault instanceof ServiceError ? atFile(parent, lineFault(line, fault.message)) : fault;
  }
}

/** A fault of a line, prefixed with the name of its file. */
export function atFile({ filename }: InspectedFile, fault: unknown): unknown {
  if (!(fault instanceof ServiceError)) return fault;
  return new ServiceError(fault.code, `${filename}: ${fault.message}`, { cause: fault });
}
