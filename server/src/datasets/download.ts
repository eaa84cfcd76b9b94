import { ServiceError } from "@assay/domain/errors.ts";
import { assertVersionNotBlind } from "../bounds/views.ts";
import type { Deps } from "../deps.ts";
import { CACHE_CONTROL, isBuiltAtOnce } from "../exports/download.ts";
import { chooseVariant, readVariant, type Variant, variantName } from "../exports/file/variants.ts";
import type { Caller } from "../platform/auth/auth.ts";
import type { BlobAnswer } from "../platform/blobs/send-blob.ts";
import type { Db } from "../platform/database/db.ts";
import { addJob, takeRefusal } from "../platform/jobs/jobs.ts";
import { getAnnotationType, getFormat } from "../projects/settings.ts";
import { getProject } from "../projects/store.ts";
import { buildDatasetFile, DIFF } from "./build-file.ts";
import { assertMayRead } from "./create.ts";
import type { VersionDownloadQuery } from "./schemas.ts";
import { assertReady, type FileKey, type FileRow, findFile, getVersion, type VersionRow } from "./store.ts";

type Named = Pick<VersionRow, "dataset_id"> & { readonly version: string };
/** Who reads: a caller, or the bearer of a link whose maker was allowed to read. */
type Reader = Caller | { readonly kind: "link"; readonly account_id: string };
type Found = BlobAnswer & { readonly certified: boolean };

/**
 * The requested file of a version, built now if it is small and missing; undefined while a job builds it. Throws `not_found`,
 * `gone` for an erased version and for media by reference that are others by now, `invalid_state` for a version that is not ready or
 * has answers that the caller must audit blind, or whose bucket cannot be read, `invalid_request` for a format that cannot carry the type and for `since` that is no earlier version.
 */
export async function findVersionDownload(
  deps: Deps,
  reader: Reader,
  named: Named,
  { format: asked, bundle, include, split, since = 0 }: VersionDownloadQuery,
): Promise<Found | undefined> {
  const found = await getReadable(deps, reader, named);
  if (since > 0) await getEarlier(deps, reader, found, since);
  const project = await getProject(deps.db, reader.account_id, found.query.project_id);
  const format = getFormat(asked ?? project.export_format, getAnnotationType(project.canonical_type));
  const variant = chooseVariant(format, { bundle, media: include === "media" });
  const key = { ...keyOf(found), since, split: split ?? "", variant: variantName(variant) };
  const file = await findOrBuild(deps, found, key, variant);
  const certified = found.certified === true;
  return file && { ...file, certified, last_modified: file.created_at, cache_control: CACHE_CONTROL };
}

/** The file with the differences from version `from` (0 = from nothing), likewise. */
export async function findDiff(
  deps: Deps,
  caller: Caller,
  named: Named,
  from: number | undefined,
): Promise<FileRow | undefined> {
  const found = await getReadable(deps, caller, named);
  const since = from ?? found.version - 1;
  if (since > 0) await getEarlier(deps, caller, found, since);
  const jsonl = readVariant("format:jsonl");
  return findOrBuild(deps, found, { ...keyOf(found), since, split: "", variant: DIFF }, jsonl);
}

function keyOf({ account_id, dataset_id, version }: VersionRow) {
  return { account_id, dataset_id, version };
}

async function findOrBuild(
  deps: Deps,
  found: VersionRow,
  key: FileKey,
  variant: Variant,
): Promise<FileRow | undefined> {
  const file = await findFile(deps.db, key);
  if (file !== undefined) return file;
  if (isBuiltAtOnce(found.counts?.items ?? 0, variant)) {
    await buildDatasetFile(deps, key);
    return findFile(deps.db, key);
  }
  const { account_id, ...payload } = key;
  const refusal = await takeRefusal(deps.db, "build_dataset_file", payload);
  if (refusal !== undefined) throw refusal;
  await addJob(deps.db, account_id, "build_dataset_file", payload);
  return undefined;
}

async function getReadable(
  { db }: Deps,
  reader: Reader,
  { dataset_id, version }: Named,
): Promise<VersionRow> {
  const found = await getVersion(db, reader.account_id, dataset_id, version);
  await assertReadable(db, reader, found);
  return found;
}

/** Throws `gone` or `invalid_state` unless a version can be read now, by this reader. */
export async function assertReadable(db: Db, reader: Reader, found: VersionRow): Promise<void> {
  assertReady(found);
  if (reader.kind === "link") return;
  await assertMayRead(db, reader, found.query);
  await assertVersionNotBlind(db, reader, found);
}

async function getEarlier({ db }: Deps, reader: Reader, { dataset_id, version }: VersionRow, number: number) {
  if (number >= version)
    throw new ServiceError("invalid_request", `${number} is no version before ${version}`);
  const earlier = await getVersion(db, reader.account_id, dataset_id, number);
  await assertReadable(db, reader, earlier);
}
