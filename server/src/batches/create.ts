import { UNTITLED_BATCH } from "@assay/domain/batch.ts";
import { ServiceError } from "@assay/domain/errors.ts";
import { emit } from "../events/emit.ts";
import type { Tx } from "../platform/database/db.ts";
import { newId } from "../platform/ids.ts";
import { addJob } from "../platform/jobs/jobs.ts";
import { boundedSettings, resolveSettings } from "../projects/settings.ts";
import { addBatchCount, shareProject } from "../projects/store.ts";
import { addItems, ITEMS_IN_REQUEST } from "../queue/fill.ts";
import { insertNamedFiles, recordFiles } from "./batch-files.ts";
import { chooseFiles } from "./choose-files.ts";
import { jobOf } from "./fill-job.ts";
import { drawFiles } from "./pool.ts";
import type { CreateBatch } from "./schemas.ts";
import { insertBatch, updateBatch } from "./store.ts";

/**
 * Creates a batch from ready uploads and files and emits `batch.created`. Level, format and policy are the
 * project's current ones. Returns the new id. A job records the files and adds the items that one request is too short for
 * (ADR 0041).
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
  const chosen = sent.from === undefined ? sent : await drawOnly(tx, account_id, sent, sent.from);
  const { named, file_count, item_count } = await chooseFiles(tx, account_id, chosen, {
    type,
    itemsBefore: 0,
  });

  const batch = {
    id: newId("batch"),
    account_id,
    project_id: project.id,
    name: sent.name ?? UNTITLED_BATCH,
    status: "created" as const,
    priority: sent.priority ?? "normal",
    queue_order: sent.queue_order ?? "random",
    metadata: JSON.stringify(sent.metadata ?? {}),
    canonical_type: type.name,
    export_format: format.name,
    required_level: level.name,
    policy: JSON.stringify({ ...policy, type_options: project.type_options }),
    file_count,
    item_count,
    created_at: now,
    updated_at: now,
  };
  await insertBatch(tx, batch);
  await insertNamedFiles(tx, batch, named, 0);
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
    file_count,
    round: 1,
  };
  await emit(tx, { account_id, type: "batch.created", created_at: now, data });
  return batch.id;
}

/** Draws from the pool of a request that names no other files. */
async function drawOnly(
  tx: Tx,
  account_id: string,
  { project_id, upload_ids, file_ids }: CreateBatch,
  pool: NonNullable<CreateBatch["from"]>,
) {
  if (upload_ids !== undefined || file_ids !== undefined)
    throw new ServiceError("invalid_request", "send either from, or upload_ids and file_ids");
  return drawFiles(tx, { account_id, project_id }, pool);
}

/** Files that the request records, in about 80 ms; a job records the others. */
const FILES_IN_REQUEST = 4_000;

/** Records as many files and adds as many items as one request allows; a job adds the rest. */
async function addFirstItems(
  tx: Tx,
  account_id: string,
  batch: Parameters<typeof addItems>[1],
): Promise<void> {
  const files = await recordFiles(tx, batch, 0, FILES_IN_REQUEST);
  const begun = { items: 0, place: 1, line: 0, turn: 0, ...(files < batch.file_count && { files }) };
  const filling = await addItems(tx, batch, begun, ITEMS_IN_REQUEST);
  if (filling === null) return;
  await updateBatch(tx, batch, { filling: JSON.stringify(filling) });
  await addJob(tx, account_id, jobOf(filling), { batch_id: batch.id });
}
