import { ServiceError } from "@assay/domain/errors.ts";
import { failedAudits } from "../batches/failed-audits.ts";
import type { BatchRow } from "../batches/store.ts";
import { getBatchOrTombstone } from "../batches/store.ts";
import { assertNotBlind } from "../bounds/views.ts";
import { type ArtefactKey, findArtefact } from "../certificates/artefacts.ts";
import type { Deps } from "../deps.ts";
import type { Caller } from "../platform/auth/auth.ts";
import type { BlobAnswer } from "../platform/blobs/send-blob.ts";
import { addJob, takeRefusal } from "../platform/jobs/jobs.ts";
import { getAnnotationType, getFormat } from "../projects/settings.ts";
import { buildArtefact } from "./build-artefact.ts";
import { chooseVariant, type Variant, variantName } from "./file/variants.ts";
import { type ExportRow, getExport } from "./store.ts";

/** Up to this many items a file is built while the client waits, a second or two. */
const SMALL = 20_000;
/** The same if the images of the items may be copied too. */
const SMALL_WITH_MEDIA = 1_000;

/** Of a file that its owner may delete. */
export const CACHE_CONTROL = "private, max-age=0, must-revalidate";

/** The file that a download asks for. */
export interface Asked {
  readonly format?: string | undefined;
  readonly bundle: boolean;
  readonly media: boolean;
  readonly revision: number | undefined;
}

/** A file of a revision, and the newer revision that replaced it. */
export interface Download extends BlobAnswer {
  readonly superseded_by: number | null;
  /** The revision's amendments whose audit failed. */
  readonly failed_amendments: number;
}

/**
 * The requested file of a certified batch, built now if it is small and missing; undefined while a job builds
 * it.
 *
 * Throws `not_found`, also for an unknown revision, `gone` for a deleted batch and for media by reference that are others by now,
 * `invalid_state` if their bucket cannot be read, `invalid_request` for a format that cannot carry its type, and
 * `batch_not_certified`.
 */
export async function findDownload(
  deps: Deps,
  account_id: string,
  id: string,
  asked: Asked,
): Promise<Download | undefined> {
  const { db } = deps;
  const batch = await getBatchOrTombstone(db, account_id, id);
  if (batch.deleted_at !== null) throw new ServiceError("gone", `the batch ${id} was deleted`);
  const format = getFormat(asked.format ?? batch.export_format, getAnnotationType(batch.canonical_type));
  if (batch.certified_at === null) throw notCertified(batch);
  const variant = chooseVariant(format, asked);
  const { revision = batch.revision } = asked;
  if (revision > batch.revision) {
    throw new ServiceError("not_found", `the batch ${id} has no revision ${revision}`);
  }
  const key = { batch_id: id, revision, variant: variantName(variant) };
  const artefact =
    (await findArtefact(db, account_id, key)) ?? (await makeArtefact(deps, key, batch, variant));
  const [look] = batch.looks.filter(({ outcome }) => outcome === "certified").slice(revision - 1);
  const last_modified = look?.certified_at === undefined ? batch.certified_at : new Date(look.certified_at);
  const superseded_by = revision < batch.revision ? revision + 1 : null;
  const failed_amendments = failedAudits(batch.looks, revision).length;
  return (
    artefact && { ...artefact, last_modified, cache_control: CACHE_CONTROL, superseded_by, failed_amendments }
  );
}

/**
 * The file of an export. Throws `not_found`, and `invalid_state` if it is not built or has answers of a batch
 * that the caller must audit blind.
 */
export async function getExportFile({ db }: Deps, caller: Caller, id: string): Promise<BlobAnswer> {
  const row = await getExport(db, caller.account_id, id);
  const { batch_id, project_id } = row;
  await assertNotBlind(db, caller, batch_id === null ? { project_id } : { batch_id });
  return fileOf(row);
}

/** The same for the bearer of a link, whose maker was allowed to have it. */
export async function getLinkedExportFile({ db }: Deps, account_id: string, id: string): Promise<BlobAnswer> {
  return fileOf(await getExport(db, account_id, id));
}

function fileOf(row: ExportRow): BlobAnswer {
  const { status, error, sha256, size_bytes, filename, media_type } = row;
  if (status === "failed") throw new ServiceError("invalid_state", error ?? "the export failed");
  if (sha256 === null || size_bytes === null || filename === null || media_type === null) {
    throw new ServiceError(
      "invalid_state",
      "the export is processing; it can be downloaded once it is ready",
    );
  }
  return {
    sha256,
    size_bytes,
    filename,
    media_type,
    last_modified: row.updated_at,
    cache_control: CACHE_CONTROL,
  };
}

/** Whether a file of that many items is built while the client waits. */
export function isBuiltAtOnce(items: number, { media, format }: Pick<Variant, "media" | "format">): boolean {
  return items <= (media || !format.single ? SMALL_WITH_MEDIA : SMALL);
}

async function makeArtefact(deps: Deps, key: ArtefactKey, batch: BatchRow, variant: Variant) {
  if (!isBuiltAtOnce(batch.item_count, variant)) {
    const refusal = await takeRefusal(deps.db, "build_artefact", key);
    if (refusal !== undefined) throw refusal;
    await addJob(deps.db, batch.account_id, "build_artefact", key);
    return undefined;
  }
  await buildArtefact(deps, { ...key, account_id: batch.account_id });
  return findArtefact(deps.db, batch.account_id, key);
}

function notCertified({ id, status }: BatchRow): ServiceError {
  return new ServiceError(
    "batch_not_certified",
    `Batch ${id} is ${status}; its dataset can be downloaded once it is certified. ` +
      "POST /v1/exports exports it as it is now, marked uncertified.",
  );
}
