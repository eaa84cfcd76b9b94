import { ServiceError } from "@assay/domain/errors.ts";
import type { Tx } from "../platform/database/db.ts";
import type { LinesPlace } from "../platform/database/upload-tables.ts";
import { LIMITS } from "../platform/limits.ts";
import {
  deleteLines,
  deleteLinesOf,
  type FileLine,
  insertLines,
  listRepeatedIds,
  type RepeatedId,
} from "./file-lines.ts";
import { type Line, lineFault, type OnLineFault, refuseLine } from "./formats/line.ts";
import { linesOf } from "./receiving/file-content.ts";
import type { InspectedFile } from "./receiving/inspect.ts";
import { atFile, type Link, type Links } from "./receiving/links.ts";
import type { Skips } from "./receiving/skips.ts";

/** The files of an upload, the contents of their lines' URLs, and the skips. */
export interface Contents {
  readonly files: readonly InspectedFile[];
  readonly links: Links;
  readonly skips: Skips;
  /** The ids of files that were left out when their lines were read. */
  readonly unusable: Set<string>;
}

/** The number of stored lines of each file. */
export type Counts = Map<string, number>;

/** Some lines to store. */
export interface LinesStep {
  readonly rows: readonly FileLine[];
  /** The end of the lines of this step and all before it. */
  readonly place: LinesPlace;
}

/** Ids per statement that finds or removes lines. */
const IDS_AT_ONCE = 1_000;

const BEFORE_FIRST = { line: -1, count: 0 };

/**
 * The lines of all files behind `from`, one file after the other. A file is read from its beginning (ADR 0074).
 * Throws `invalid_request`, naming file and line, for the first fault that `skips` does not allow.
 */
export async function* readLines(contents: Contents, from: LinesPlace): AsyncGenerator<LinesStep> {
  for (const [index, file] of contents.files.entries()) {
    if (index < from.file) continue;
    yield* readFile(contents, file, index === from.file ? from : { ...BEFORE_FIRST, file: index });
    yield { rows: [], place: { ...BEFORE_FIRST, file: index + 1 } };
  }
}

async function* readFile(
  contents: Contents,
  file: InspectedFile,
  from: LinesPlace,
): AsyncGenerator<LinesStep> {
  let { count } = from;
  try {
    for await (const { rows, line } of readRows(contents, file, from.line)) {
      count += rows.length;
      if (count > LIMITS.batch_items) break;
      yield { rows, place: { file: from.file, line, count } };
    }
    if (file.medium === "lines" && count === 0) {
      throw new ServiceError("invalid_request", `${file.filename} contains no items`);
    }
  } catch (fault) {
    contents.skips.add(file.filename, null, fault);
    contents.unusable.add(file.id);
  }
  if (count > LIMITS.batch_items) {
    throw new ServiceError("invalid_request", `${file.filename} holds more than ${LIMITS.batch_items} items`);
  }
}

/** The rows of a file behind the line `after`; `line` is the last one that was read, with or without a fault. */
async function* readRows(
  { links, skips }: Contents,
  file: InspectedFile,
  after: number,
): AsyncGenerator<{ readonly rows: readonly FileLine[]; readonly line: number }> {
  let last = after;
  const onFault: OnLineFault = (line, fault) => {
    if (line <= after) return;
    if (!skips.allows(fault)) throw fault;
    skips.add(file.filename, line, atFile(file, fault));
    last = Math.max(last, line);
  };
  try {
    for await (const lines of linesOf(file, onFault)) {
      const rows: FileLine[] = [];
      for (const line of lines) {
        if (line.line <= after) continue;
        last = Math.max(last, line.line);
        const row = await toRow(file, line, links);
        if (row instanceof Error) skips.add(file.filename, line.line, row);
        else rows.push(row);
      }
      yield { rows, line: last };
    }
  } catch (fault) {
    throw atFile(file, fault);
  }
}

/** The row of a line, or the fault of its link. */
async function toRow(file: InspectedFile, line: Line, links: Links): Promise<FileLine | Error> {
  if (line.url === null) return { ...line, file_id: file.id, media_file_id: null };
  const link = links.get(line.url);
  if (link === undefined) throw new Error("a url was not fetched");
  return "fault" in link ? link.fault : { ...line, file_id: file.id, ...(await linked(link)) };
}

/** Stores few lines in one transaction; returns the number of each file's. */
export async function insertAllLines(tx: Tx, account_id: string, contents: Contents): Promise<Counts> {
  const counts: Counts = new Map();
  for await (const { rows } of readLines(contents, { ...BEFORE_FIRST, file: 0 })) {
    if (rows.length > 0) await insertLines(tx, account_id, rows);
    for (const { file_id } of rows) counts.set(file_id, (counts.get(file_id) ?? 0) + 1);
  }
  return counts;
}

/** An image or a recording becomes a file of its line; a text becomes the line's own. */
async function linked({ file }: Link): Promise<Pick<FileLine, "text" | "media_file_id">> {
  for await (const [whole] of linesOf(file, refuseLine)) {
    if (whole !== undefined) return { text: whole.text, media_file_id: null };
  }
  return { text: null, media_file_id: file.id };
}

/** Removes the lines of unusable files, and those that repeat an `external_id` of their file; corrects `counts`. */
export async function leaveOutLines(
  tx: Tx,
  account_id: string,
  contents: Contents,
  counts: Counts,
): Promise<void> {
  if (contents.unusable.size > 0) await deleteLinesOf(tx, account_id, [...contents.unusable]);
  await leaveOutRepeatedIds(tx, account_id, contents, counts);
}

async function leaveOutRepeatedIds(
  tx: Tx,
  account_id: string,
  { files, skips, unusable }: Contents,
  counts: Counts,
): Promise<void> {
  const isList = ({ id, medium }: InspectedFile) => medium === "lines" && !unusable.has(id);
  const lists = new Map(files.filter(isList).map((file) => [file.id, file]));
  if (lists.size === 0) return;
  let repeated: readonly RepeatedId[];
  do {
    repeated = await listRepeatedIds(tx, account_id, [...lists.keys()], IDS_AT_ONCE);
    for (const { file_id, line, external_id } of repeated) {
      const file = lists.get(file_id);
      if (file === undefined) throw new Error(`${file_id} is no file of the upload`);
      skips.add(file.filename, line, atFile(file, lineFault(line, repeatedId(file, external_id))));
      counts.set(file_id, (counts.get(file_id) ?? 0) - 1);
    }
    if (repeated.length > 0) await deleteLines(tx, account_id, repeated);
  } while (repeated.length === IDS_AT_ONCE);
}

function repeatedId({ content_type }: InspectedFile, external_id: string): string {
  const hint = /^text\/|parquet$|arrow/.test(content_type) ? " (a column id counts as external_id)" : "";
  return `external_id ${JSON.stringify(external_id)} occurs twice${hint}`;
}
