import { sql } from "kysely";
import type { Db, Tx } from "../platform/database/db.ts";
import type { UploadProgress } from "../platform/database/upload-tables.ts";
import type { Kind } from "./formats/kind.ts";
import type { InspectedFile } from "./receiving/inspect.ts";
import type { Skip } from "./receiving/skips.ts";
import type { UploadKey, UploadRow } from "./store.ts";

/** An inspected file; its digest is that of its step. */
export type StoredFile = Omit<InspectedFile, "blob"> & { readonly size_bytes: number };

/** What each kind of step has found; a fault is its message. */
export interface StepResults {
  /** A URL of the upload. */
  readonly part: {
    readonly filename: string;
    readonly declared: string | null;
    readonly size_bytes: number | null;
    readonly fault: string | null;
  };
  /** A file of its parts. */
  readonly file: {
    readonly part: number;
    readonly entry: number;
    readonly filename: string;
    readonly kind: Kind | null;
    readonly is_left_out?: boolean | undefined;
    readonly file: StoredFile | null;
    readonly fault: string | null;
  };
  /** The `url` of a line. */
  readonly link: {
    readonly url: string;
    readonly parent_file_id: string | null;
    readonly file: StoredFile | null;
    readonly fault: string | null;
  };
  /** A line or file that was left out when the lines were read. */
  readonly skip: Skip;
}
export type StepKind = keyof StepResults;

export interface Step<Kind extends StepKind> {
  readonly position: number;
  /** The digest of the stored bytes; null without a file. */
  readonly sha256: string | null;
  readonly result: StepResults[Kind];
}

/** The state of an upload before its first step. */
export const FIRST: UploadProgress = {
  files: 0,
  next: { part: 0, entry: 0 },
  links_fetched: false,
  lines: { file: 0, line: -1, count: 0 },
  skips: 0,
  unusable: [],
};

/** Another run of the upload's jobs went on from the same place, or the upload was deleted or has expired. */
export class Overtaken extends Error {
  override readonly name = "Overtaken";
}

/**
 * Locks an upload until `tx` ends. Throws Overtaken if its jobs are no longer where they were when it was read: of two runs,
 * one stores each step.
 */
export async function lockAt(
  tx: Tx,
  { id, account_id, progress }: UploadKey & Pick<UploadRow, "progress">,
): Promise<void> {
  const { rows } = await sql`
    select from uploads where account_id = ${account_id} and id = ${id} and status = 'processing'
      and progress is not distinct from ${progress && JSON.stringify(progress)}::jsonb
    for update`.execute(tx);
  if (rows.length === 0) throw new Overtaken(`another run continued the upload ${id}`);
}

/** Records where the jobs of an upload continue, in the transaction of the step; returns the upload with it. */
export async function advance(tx: Tx, upload: UploadRow, after: UploadProgress): Promise<UploadRow> {
  await tx
    .updateTable("uploads")
    .set({ progress: JSON.stringify(after) })
    .where("account_id", "=", upload.account_id)
    .where("id", "=", upload.id)
    .execute();
  return { ...upload, progress: after };
}

/** Stores steps; those that are stored already stay as they are. */
export async function insertSteps<Kind extends StepKind>(
  tx: Tx,
  { id, account_id }: UploadKey,
  kind: Kind,
  steps: readonly Step<Kind>[],
): Promise<void> {
  if (steps.length === 0) return;
  await sql`
    insert into upload_steps (account_id, upload_id, kind, position, sha256, result)
    select ${account_id}, ${id}, ${kind}, position, sha256, result
    from jsonb_to_recordset(${JSON.stringify(steps)}::jsonb) as step (position integer, sha256 text, result jsonb)
    on conflict do nothing`.execute(tx);
}

/** The steps of one kind, in order. */
export async function listSteps<Kind extends StepKind>(
  db: Db,
  { id, account_id }: UploadKey,
  kind: Kind,
): Promise<readonly Step<Kind>[]> {
  const { rows } = await sql<Step<Kind>>`
    select position, sha256, result from upload_steps
    where account_id = ${account_id} and upload_id = ${id} and kind = ${kind} order by position`.execute(db);
  return rows;
}

/** Removes the steps of an upload; returns the digests that they named. */
export async function deleteSteps(tx: Db, { id, account_id }: UploadKey): Promise<string[]> {
  const removed = await tx
    .deleteFrom("upload_steps")
    .where("account_id", "=", account_id)
    .where("upload_id", "=", id)
    .returning("sha256")
    .execute();
  return removed.flatMap(({ sha256 }) => sha256 ?? []);
}

/** Whether an upload still has to be processed; if so, its status does not change until `tx` ends. */
export async function shareProcessing(tx: Tx, { id, account_id }: UploadKey): Promise<boolean> {
  const { rows } = await sql`
    select from uploads
    where account_id = ${account_id} and id = ${id} and status = 'processing' for share`.execute(tx);
  return rows.length > 0;
}
