import { ServiceError } from "@assay/domain/errors.ts";
import { getBatch } from "../batches/store.ts";
import { assertNotBlind } from "../bounds/views.ts";
import type { Caller } from "../platform/auth/auth.ts";
import type { Tx } from "../platform/database/db.ts";
import { newId } from "../platform/ids.ts";
import { addJob } from "../platform/jobs/jobs.ts";
import { getAnnotationType, getFormat } from "../projects/settings.ts";
import { getProject } from "../projects/store.ts";
import type { CreateExport } from "./schemas.ts";
import { type ExportRow, insertExport } from "./store.ts";

/**
 * Requests an export of a batch or of all batches of a project; a job builds it. Throws `not_found` for
 * another account's batch or project, `invalid_request` unless exactly one of the two is named, and for a
 * format that cannot carry the annotation type, `invalid_state` if the caller must audit one of the batches
 * blind.
 */
export async function createExport(
  tx: Tx,
  caller: Caller,
  now: Date,
  sent: CreateExport,
): Promise<ExportRow> {
  const { account_id } = caller;
  const { project_id, canonical_type, export_format } = await subjectOf(tx, account_id, sent);
  await assertNotBlind(
    tx,
    caller,
    sent.batch_id === undefined ? { project_id } : { batch_id: sent.batch_id },
  );
  const format = getFormat(sent.format ?? export_format, getAnnotationType(canonical_type));
  const created = await insertExport(tx, {
    id: newId("export"),
    account_id,
    project_id,
    batch_id: sent.batch_id ?? null,
    format: format.name,
    include: sent.include ?? "accepted",
    bundle: sent.bundle ?? false,
    media: sent.media ?? false,
    status: "processing",
    created_at: now,
    updated_at: now,
  });
  await addJob(tx, account_id, "build_export", { export_id: created.id });
  return created;
}

async function subjectOf(tx: Tx, account_id: string, { batch_id, project_id }: CreateExport) {
  if (batch_id !== undefined && project_id !== undefined)
    throw new ServiceError("invalid_request", "send batch_id or project_id, not both");
  if (batch_id !== undefined) return getBatch(tx, account_id, batch_id);
  if (project_id === undefined) throw new ServiceError("invalid_request", "send batch_id or project_id");
  const project = await getProject(tx, account_id, project_id);
  return { ...project, project_id: project.id };
}
