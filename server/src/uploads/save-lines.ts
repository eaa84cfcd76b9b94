import { ServiceError } from "@assay/domain/errors.ts";
import type { Tx } from "../platform/database/db.ts";
import { LIMITS } from "../platform/limits.ts";
import {
  deleteLines,
  deleteLinesOf,
  type FileLine,
  listRepeatedIds,
  type RepeatedId,
  type WriteLines,
} from "./file-lines.ts";
import { lineFault, type OnLineFault, refuseLine } from "./formats/line.ts";
import type { InspectedFile } from "./receiving/inspect.ts";
import { atFile, type Link, type Links } from "./receiving/links.ts";
import type { Skips } from "./receiving/skips.ts";

/** The files of an upload, the contents of their lines' URLs, and the skips. */
export interface Contents {
  readonly files: readonly InspectedFile[];
  readonly links: Links;
  readonly skips: Skips;
}

/** The number of stored lines of each file. */
type Counts = Map<string, number>;

/** Ids per statement that finds or removes lines. */
const IDS_AT_ONCE = 1_000;

/**
 * Stores the lines of all files; returns the number of lines of each stored file. Throws `invalid_request`,
 * naming file and line, for the first fault that `skips` does not allow.
 */
export async function saveLines(
  tx: Tx,
  contents: Contents,
  write: WriteLines,
): Promise<ReadonlyMap<string, number>> {
  const counts: Counts = new Map();
  await write(readAll(contents, counts));
  const unusable = contents.files.filter(({ id }) => !counts.has(id)).map(({ id }) => id);
  if (unusable.length > 0) await deleteLinesOf(tx, unusable);
  await leaveOutRepeatedIds(tx, contents, counts);
  return counts;
}

/** The lines of all files, one file after the other; writes the count of each to `counts`. */
async function* readAll(
  { files, links, skips }: Contents,
  counts: Counts,
): AsyncGenerator<readonly FileLine[]> {
  for (const file of files) {
    let count = 0;
    try {
      for await (const lines of readRows(file, links, skips)) {
        count += lines.length;
        if (count > LIMITS.batch_items) break;
        yield lines;
      }
      if (file.medium === "lines" && count === 0) {
        throw new ServiceError("invalid_request", `${file.filename} contains no items`);
      }
    } catch (fault) {
      skips.add(file.filename, null, fault);
      continue;
    }
    if (count > LIMITS.batch_items) {
      throw new ServiceError(
        "invalid_request",
        `${file.filename} holds more than ${LIMITS.batch_items} items`,
      );
    }
    counts.set(file.id, count);
  }
}

async function* readRows(
  file: InspectedFile,
  links: Links,
  skips: Skips,
): AsyncGenerator<readonly FileLine[]> {
  if (file.readLines === undefined) return;
  const file_id = file.id;
  const onFault: OnLineFault = (line, fault) => {
    if (!skips.allows(fault)) throw fault;
    skips.add(file.filename, line, atFile(file, fault));
  };
  try {
    for await (const lines of file.readLines(onFault)) {
      const rows: FileLine[] = [];
      for (const line of lines) {
        if (line.url === null) {
          rows.push({ ...line, file_id, media_file_id: null });
          continue;
        }
        const link = links.get(line.url);
        if (link === undefined) throw new Error("a url was not fetched");
        if ("fault" in link) skips.add(file.filename, line.line, link.fault);
        else rows.push({ ...line, file_id, ...(await linked(link)) });
      }
      yield rows;
    }
  } catch (fault) {
    throw atFile(file, fault);
  }
}

/** An image or a recording becomes a file of its line; a text becomes the line's own. */
async function linked({ file }: Link): Promise<Pick<FileLine, "text" | "media_file_id">> {
  for await (const [whole] of file.readLines?.(refuseLine) ?? []) {
    if (whole !== undefined) return { text: whole.text, media_file_id: null };
  }
  return { text: null, media_file_id: file.id };
}

/** Skips the lines that repeat an `external_id` of an earlier line of the same file. */
async function leaveOutRepeatedIds(tx: Tx, { files, skips }: Contents, counts: Counts): Promise<void> {
  const isList = ({ id, medium }: InspectedFile) => medium === "lines" && counts.has(id);
  const lists = new Map(files.filter(isList).map((file) => [file.id, file]));
  if (lists.size === 0) return;
  let repeated: readonly RepeatedId[];
  do {
    repeated = await listRepeatedIds(tx, [...lists.keys()], IDS_AT_ONCE);
    for (const { file_id, line, external_id } of repeated) {
      const file = lists.get(file_id);
      if (file === undefined) throw new Error(`${file_id} is no file of the upload`);
      skips.add(file.filename, line, atFile(file, lineFault(line, repeatedId(file, external_id))));
      counts.set(file_id, (counts.get(file_id) ?? 0) - 1);
    }
    if (repeated.length > 0) await deleteLines(tx, repeated);
  } while (repeated.length === IDS_AT_ONCE);
}

function repeatedId({ content_type }: InspectedFile, external_id: string): string {
  const hint = content_type.startsWith("text/") ? " (a column id counts as external_id)" : "";
  return `external_id ${JSON.stringify(external_id)} occurs twice${hint}`;
}
