import type { Deps } from "../deps.ts";
import { keepBlobs } from "../platform/blobs/blob-rows.ts";
import type { ReadableBlob, StagedBlob } from "../platform/blobs/blobs.ts";
import type { Tx } from "../platform/database/db.ts";
import type { NewRow } from "../platform/database/tables.ts";
import { countMedia } from "./media-counts.ts";
import type { InspectedFile } from "./receiving/inspect.ts";
import { livingLinks } from "./receiving/links.ts";
import { nothingLeft } from "./receiving/skips.ts";
import { type Contents, type Counts, leaveOutLines } from "./save-lines.ts";
import { insertFiles, insertSkips, type UploadRow } from "./store.ts";

/** The result of storing an upload. */
export type Stored = Pick<UploadRow, "file_count" | "skipped"> & {
  readonly stored_bytes: number;
  /** JSON. */
  readonly media_counts: string;
};

/**
 * Stores the files and skips of an upload whose lines are stored, `counts` of each file. Throws `invalid_request`, naming
 * file and line, for the first fault that the upload does not skip, and if nothing is left.
 */
export async function saveFiles(
  deps: Deps,
  tx: Tx,
  { upload, ...contents }: Contents & { readonly upload: UploadRow },
  counts: Counts,
): Promise<Stored> {
  const { skips, unusable } = contents;
  await leaveOutLines(tx, upload.account_id, contents, counts);
  const files = contents.files.filter(({ id }) => !unusable.has(id));
  if (files.length === 0) throw nothingLeft(skips);
  const links = livingLinks(contents.links);
  const children = links.filter(({ file }) => file.medium !== "text");
  const blobs = [...files, ...children.map(({ file }) => file)].map(({ blob }) => blob);
  await keepStaged(deps, tx, blobs);
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
  const rows = files.map((file, index) => toRow(file, index, null));
  await insertFiles(tx, [
    ...rows,
    ...children.map(({ file, parent_file_id }, index) => toRow(file, files.length + index, parent_file_id)),
  ]);
  await insertSkips(tx, upload, skips.all);
  const kept = [...files, ...links.map(({ file }) => file)];
  const stored_bytes = kept.reduce((sum, { blob }) => sum + blob.size_bytes, 0);
  const media_counts = JSON.stringify(countMedia(rows));
  return { file_count: files.length, skipped: skips.all.length, stored_bytes, media_counts };
}

/** Keeps the blobs that are not kept yet. */
export async function keepStaged(deps: Deps, tx: Tx, blobs: readonly ReadableBlob[]): Promise<void> {
  const staged = blobs.filter((blob): blob is StagedBlob => "staged" in blob);
  await keepBlobs(deps, tx, staged);
}
