import { ServiceError } from "@assay/domain/errors.ts";
import type { AnnotationType } from "@assay/domain/types/annotation-type.ts";
import type { Tx } from "../platform/database/db.ts";
import type { Row } from "../platform/database/tables.ts";
import type { MediaCount } from "../platform/database/upload-tables.ts";
import { invalidRequest } from "../platform/http/error-handler.ts";
import { LIMITS } from "../platform/limits.ts";
import { countMedia, mediaCountsOf } from "../uploads/media-counts.ts";
import { listFiles, listFirstOf, listUnfit, lockUploads } from "../uploads/store.ts";
import type { CreateBatch } from "./schemas.ts";

type FileRow = Row<"files">;
/** The files and whole uploads that a request names. */
export type Sent = Pick<CreateBatch, "upload_ids" | "file_ids">;

/** The distinct files that a request has chosen for a batch, in the order of their uploads' ids, then of their positions there. */
export interface Chosen {
  /**
   * The single files, and the first file of each upload that was chosen whole. Its other files have the places up to the next
   * one of these.
   */
  readonly named: readonly NamedFile[];
  readonly counts: readonly MediaCount[];
  readonly file_count: number;
  readonly item_count: number;
}

/** A file with its place among the chosen ones, from 1. */
export interface NamedFile extends Pick<FileRow, "id" | "filename" | "medium"> {
  readonly place: number;
}

/**
 * What a request has chosen: takes as long with uploads of many files as with those of one. Keeps the uploads from being
 * deleted until `tx` ends. Throws if one is not the account's or not ready, and for what `assertFit` refuses.
 */
export async function chooseFiles(
  tx: Tx,
  account_id: string,
  sent: Sent,
  { type, itemsBefore }: { readonly type: AnnotationType; readonly itemsBefore: number },
): Promise<Chosen> {
  const { upload_ids = [], file_ids = [] } = sent;
  const single = file_ids.length === 0 ? [] : await listFiles(tx, account_id, file_ids);
  const theirs = new Set([...upload_ids, ...single.map(({ upload_id }) => upload_id)]);
  const uploads = await lockReadyUploads(tx, account_id, [...theirs]);
  const ids = new Set(upload_ids);
  const whole = uploads.filter(({ id }) => ids.has(id));
  const counts = await mediaCountsOf(tx, account_id, whole);
  const first = new Map(
    (await listFirstOf(tx, account_id, upload_ids)).map((file) => [file.upload_id, file]),
  );
  const singleOf = Map.groupBy(single, ({ upload_id }) => upload_id);
  const parts = uploads.map(({ id }) => {
    const file = first.get(id);
    if (file !== undefined) return { files: [file], counts: counts.get(id) ?? [] };
    const files = singleOf.get(id) ?? [];
    return { files, counts: countMedia(files) };
  });
  const chosen = join(parts);
  await assertFit(tx, account_id, sent, chosen, type);
  assertCount(itemsBefore + chosen.item_count);
  return chosen;
}

/** The uploads, locked against deletion until `tx` ends. Throws `not_found` or `upload_not_ready`, naming the first. */
export async function lockReadyUploads(tx: Tx, account_id: string, upload_ids: readonly string[]) {
  const uploads = await lockUploads(tx, account_id, upload_ids);
  const waiting = uploads.find(({ status }) => status !== "ready");
  if (waiting !== undefined)
    throw new ServiceError("upload_not_ready", `the upload ${waiting.id} ${stateOf(waiting)}`);
  return uploads;
}

function join(
  parts: readonly { readonly files: readonly FileRow[]; readonly counts: readonly MediaCount[] }[],
): Chosen {
  const named: NamedFile[] = [];
  let file_count = 0;
  for (const { files, counts } of parts) {
    for (const [index, file] of files.entries()) named.push({ ...file, place: file_count + index + 1 });
    file_count += sum(counts.map((count) => count.files));
  }
  const counts = parts.flatMap((part) => part.counts);
  return { named, counts, file_count, item_count: sum(counts.map(({ items }) => items)) };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** Why a batch cannot use an upload, and what to do. */
function stateOf({ status, error }: Row<"uploads">): string {
  if (status === "failed") return `failed: ${error?.message ?? "no reason is known"}; upload the file again`;
  return status === "expired" ? "has expired: upload the file again" : `is ${status}; wait until it is ready`;
}

const MAX_NAMED = 20;

/** Throws `invalid_request` that names up to 20 files that cannot be items of `type`. */
async function assertFit(
  tx: Tx,
  account_id: string,
  sent: Sent,
  { counts }: Chosen,
  { name, media }: AnnotationType,
): Promise<void> {
  const fit: readonly string[] = ["lines", ...media]; // each line is validated when it becomes an item
  const unfit = sum(counts.map(({ medium, files }) => (fit.includes(medium) ? 0 : files)));
  if (unfit === 0) return;
  const files = await listUnfit(tx, account_id, { ...sent, fit, limit: MAX_NAMED });
  const names = files.map(({ filename, id }) => `${filename} (${id})`);
  const rest = unfit > MAX_NAMED ? ` and ${unfit - MAX_NAMED} more` : "";
  const message = `these files do not suit ${name}: ${names.join(", ")}${rest}; send the others in file_ids, or leave these out by from.filter`;
  throw invalidRequest([{ path: "", message }]);
}

/** Throws `invalid_request` for a batch that would have no item or more than a million. */
function assertCount(items: number): void {
  if (items === 0)
    throw new ServiceError(
      "invalid_request",
      "a batch needs at least one file: send upload_ids, file_ids or from",
    );
  if (items > LIMITS.batch_items)
    throw new ServiceError(
      "invalid_request",
      `a batch has at most ${LIMITS.batch_items} items, not ${items}`,
    );
}
