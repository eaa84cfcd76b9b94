import { ServiceError } from "@assay/domain/errors.ts";
import type { Deps } from "../deps.ts";
import { keepBlobs } from "../platform/blobs/blob-rows.ts";
import type { StagedBlob } from "../platform/blobs/blobs.ts";
import type { Tx } from "../platform/database/db.ts";
import type { NewRow } from "../platform/database/tables.ts";
import { LIMITS } from "../platform/limits.ts";
import { type FileLine, findRepeatedId, type WriteLines } from "./file-lines.ts";
import { lineFault } from "./formats/line.ts";
import type { InspectedFile } from "./receiving/inspect.ts";
import { atFile, type Link, type Links } from "./receiving/links.ts";
import { insertFiles, type UploadRow } from "./store.ts";

/** The files of an upload, and what their lines named by URL. */
export interface Contents {
  readonly files: readonly InspectedFile[];
  readonly links: Links;
}

/**
 * Stores the files of an upload that is stored: lines, then bytes, then rows. Throws `invalid_request` that
 * names file and line for the first faulty line.
 */
export async function saveFiles(
  deps: Deps,
  tx: Tx,
  { upload, files, links }: Contents & { readonly upload: UploadRow },
  write: WriteLines,
): Promise<void> {
  const counts = new Map<string, number>();
  await write(readAll(files, links, counts));
  await assertIdsUnique(tx, files);
  const children = [...links.values()].filter(({ file }) => file.readLines === undefined);
  await keepStaged(
    deps,
    tx,
    [...files, ...children.map(({ file }) => file)].map(({ blob }) => blob),
  );
  const shared = { account_id: upload.account_id, upload_id: upload.id, created_at: deps.now() };
  const toRow = (file: InspectedFile, position: number, parent_file_id: string | null): NewRow<"files"> => {
    const { id, filename, content_type, medium, width, height, duration } = file;
    const { sha256, size_bytes } = file.blob;
    const line_count = medium === "lines" ? (counts.get(id) ?? 0) : null;
    const described = { id, filename, content_type, medium, width, height, duration };
    return {
      ...shared,
      ...described,
      line_count,
      sha256,
      size_bytes,
      parent_file_id,
      position,
      status: "ready",
    };
  };
  await insertFiles(tx, [
    ...files.map((file, index) => toRow(file, index, null)),
    ...children.map(({ file, parent_file_id }, index) => toRow(file, files.length + index, parent_file_id)),
  ]);
}

async function assertIdsUnique(tx: Tx, files: readonly InspectedFile[]): Promise<void> {
  const lists = new Map(files.filter(({ medium }) => medium === "lines").map((file) => [file.id, file]));
  const found = lists.size === 0 ? undefined : await findRepeatedId(tx, [...lists.keys()]);
  const file = lists.get(found?.file_id ?? "");
  if (found === undefined || file === undefined) return;
  const hint = file.content_type.startsWith("text/") ? " (a column id counts as external_id)" : "";
  const fault = `external_id ${JSON.stringify(found.external_id)} occurs twice${hint}`;
  throw atFile(file, lineFault(found.line, fault));
}

/** Keeps those blobs that are not kept yet. */
export async function keepStaged(deps: Deps, tx: Tx, blobs: readonly StagedBlob[]): Promise<void> {
  const staged = blobs.filter(({ sha256, path }) => path !== deps.blobs.path(sha256));
  await keepBlobs(deps, tx, staged);
}

/** The lines of all files, one file after the other; puts the count of each into `counts`. */
async function* readAll(
  files: readonly InspectedFile[],
  links: Links,
  counts: Map<string, number>,
): AsyncGenerator<readonly FileLine[]> {
  for (const file of files) {
    let count = 0;
    for await (const lines of readRows(file, links)) {
      count += lines.length;
      if (count > LIMITS.batch_items) {
        throw new ServiceError(
          "invalid_request",
          `${file.filename} holds more than ${LIMITS.batch_items} items`,
        );
      }
      yield lines;
    }
    if (file.medium === "lines" && count === 0) {
      throw new ServiceError("invalid_request", `${file.filename} contains no items`);
    }
    counts.set(file.id, count);
  }
}

async function* readRows(file: InspectedFile, links: Links): AsyncGenerator<readonly FileLine[]> {
  if (file.readLines === undefined) return;
  const file_id = file.id;
  try {
    for await (const lines of file.readLines()) {
      const rows: FileLine[] = [];
      for (const line of lines) {
        if (line.url === null) rows.push({ ...line, file_id, media_file_id: null });
        else rows.push({ ...line, file_id, ...(await linked(links.get(line.url))) });
      }
      yield rows;
    }
  } catch (fault) {
    throw atFile(file, fault);
  }
}

/** An image or a recording stands beside its line as a file; a text becomes the line's own. */
async function linked(link: Link | undefined): Promise<Pick<FileLine, "text" | "media_file_id">> {
  if (link === undefined) throw new Error("a url was not fetched");
  for await (const [whole] of link.file.readLines?.() ?? []) {
    if (whole !== undefined) return { text: whole.text, media_file_id: null };
  }
  return { text: null, media_file_id: link.file.id };
}
