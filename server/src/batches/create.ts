import { ServiceError } from "@assay/domain/errors.ts";
import { sql } from "kysely";
import { emit } from "../events/emit.ts";
import type { Tx } from "../platform/database/db.ts";
import type { Row } from "../platform/database/tables.ts";
import { newId } from "../platform/ids.ts";
import { addJob } from "../platform/jobs/jobs.ts";
import { boundedSettings, resolveSettings } from "../projects/settings.ts";
import { addBatchCount, shareProject } from "../projects/store.ts";
import { addItems, checkFiles, countItems, ITEMS_IN_REQUEST } from "../queue/fill.ts";
import { listFiles, lockUploads } from "../uploads/store.ts";
import type { CreateBatch } from "./schemas.ts";
import { insertBatch, updateBatch } from "./store.ts";

/**
 * Creates a batch from ready uploads and files and emits `batch.created`. Level, format and policy are the
 * project's current ones. Returns the new id. A job adds the items that one request is too short for (ADR
 * 0041).
 */
export async function createBatch(tx: Tx, account_id: string, now: Date, sent: CreateBatch): Promise<string> {
  const project = await shareProject(tx, account_id, sent.project_id);
  if (project.status !== "active") {
    throw new ServiceError(
      "project_not_active",
      `the project is ${project.status}; set its status to active to add batches`,
    );
  }
  const { type, format, level, policy } = resolveSettings(boundedSettings(project));
  const files = await chooseFiles(tx, account_id, sent);
  checkFiles(files, type, 0);

  const batch = {
    id: newId("batch"),
    account_id,
    project_id: project.id,
    name: sent.name ?? "Untitled batch",
    status: "created" as const,
    priority: sent.priority ?? "normal",
    metadata: JSON.stringify(sent.metadata ?? {}),
    canonical_type: type.name,
    export_format: format.name,
    required_level: level.name,
    policy: JSON.stringify({ ...policy, type_options: project.type_options }),
    file_count: files.length,
    item_count: countItems(files),
    created_at: now,
    updated_at: now,
  };
  await insertBatch(tx, batch);
  await insertBatchFiles(tx, batch, files, 0);
  await addFirstItems(tx, account_id, {
    ...batch,
    policy: { ...policy, type_options: project.type_options },
  });
  await addBatchCount(tx, batch, 1);
  const data = {
    batch_id: batch.id,
    project_id: project.id,
    status: "created",
    name: batch.name,
    file_count: files.length,
    round: 1,
  };
  await emit(tx, { account_id, type: "batch.created", created_at: now, data });
  return batch.id;
}

/** Adds as many items as one request allows; a job adds the rest. */
async function addFirstItems(
  tx: Tx,
  account_id: string,
  batch: Parameters<typeof addItems>[1],
): Promise<void> {
  const filling = await addItems(tx, batch, { items: 0, place: 1, line: 0, turn: 0 }, ITEMS_IN_REQUEST);
  if (filling === null) return;
  await updateBatch(tx, batch, { filling: JSON.stringify(filling) });
  await addJob(tx, account_id, "fill_batch", { batch_id: batch.id });
}

/**
 * The distinct files of the uploads, followed by the single files; throws if one is not the account's or not
 * ready.
 */
export async function chooseFiles(
  tx: Tx,
  account_id: string,
  { upload_ids = [], file_ids = [] }: Pick<CreateBatch, "upload_ids" | "file_ids">,
): Promise<Row<"files">[]> {
  const single = file_ids.length === 0 ? [] : await listFiles(tx, account_id, { file_ids });
  const theirs = new Set([...upload_ids, ...single.map(({ upload_id }) => upload_id)]);
  const uploads = await lockUploads(tx, account_id, [...theirs]);
  const waiting = uploads.find(({ status }) => status !== "ready");
  if (waiting !== undefined) {
    throw new ServiceError("upload_not_ready", `the upload ${waiting.id} ${stateOf(waiting)}`);
  }
  return listFiles(tx, account_id, { upload_ids, file_ids });
}

/** Why a batch cannot use an upload, and what to do. */
function stateOf({ status, error }: Row<"uploads">): string {
  if (status === "failed") return `failed: ${error?.message ?? "no reason is known"}; upload the file again`;
  return status === "expired" ? "has expired: upload the file again" : `is ${status}; wait until it is ready`;
}

/** Records the files of a batch, after its existing `before` files. */
export async function insertBatchFiles(
  tx: Tx,
  batch: Pick<Row<"batches">, "id" | "account_id">,
  files: readonly Row<"files">[],
  before: number,
): Promise<void> {
  const names = files.map(({ filename, medium }) => (medium === "lines" ? null : filename));
  await sql`
    insert into batch_files (account_id, batch_id, position, file_id, filename)
    select ${batch.account_id}, ${batch.id}, ${before}::integer + ordinality, id, filename
    from unnest(${files.map(({ id }) => id)}::text[], ${names}::text[])
      with ordinality as f (id, filename, ordinality)`.execute(tx);
}
