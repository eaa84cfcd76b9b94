import type { BatchStatus } from "@assay/domain/batch.ts";
import { ServiceError } from "@assay/domain/errors.ts";
import { sql } from "kysely";
import type { Deps } from "../deps.ts";
import { keepBlobs } from "../platform/blobs/blob-rows.ts";
import type { StagedBlob } from "../platform/blobs/blobs.ts";
import type { DatasetPush } from "../platform/database/dataset-tables.ts";
import type { Db, Tx } from "../platform/database/db.ts";
import type { Change, NewRow, Row } from "../platform/database/tables.ts";

export type DatasetRow = Row<"datasets">;
export type VersionRow = Row<"dataset_versions">;

/** The batch that certifies a version, and the certificate that it earned. */
export interface Certification {
  readonly batch_id: string;
  readonly status: BatchStatus;
  readonly certificate_id: string | null;
}

/** A version with its certification; null if nobody has asked for one. */
export interface VersionRecord extends VersionRow {
  readonly certification: Certification | null;
}

export type VersionKey = Pick<VersionRow, "account_id" | "dataset_id" | "version">;
export type FileRow = Row<"dataset_files">;
/** Names one file of a version. */
export type FileKey = VersionKey & Pick<FileRow, "since" | "split" | "variant">;

/** A staged file of a version that is not kept yet. */
export interface NewFile extends Pick<FileRow, "since" | "split" | "variant" | "filename" | "media_type"> {
  readonly staged: StagedBlob;
}

/** The account's datasets. */
export function selectDatasets(db: Db, account_id: string) {
  return db
    .selectFrom("datasets")
    .selectAll()
    .where("account_id", "=", account_id)
    .where("deleted_at", "is", null);
}

/** Throws `not_found`. */
export async function getDataset(db: Db, account_id: string, id: string): Promise<DatasetRow> {
  const row = await selectDatasets(db, account_id).where("id", "=", id).executeTakeFirst();
  return row ?? missing(`dataset ${id}`);
}

/** The same, locked until `tx` ends. */
export async function lockDataset(tx: Tx, account_id: string, id: string): Promise<DatasetRow> {
  const row = await selectDatasets(tx, account_id).where("id", "=", id).forNoKeyUpdate().executeTakeFirst();
  return row ?? missing(`dataset ${id}`);
}

export async function countDatasets(tx: Tx, account_id: string, project_id: string): Promise<number> {
  const { count } = await tx
    .selectFrom("datasets")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("account_id", "=", account_id)
    .where("project_id", "=", project_id)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function insertDataset(tx: Tx, row: NewRow<"datasets">): Promise<DatasetRow> {
  return tx.insertInto("datasets").values(row).returningAll().executeTakeFirstOrThrow();
}

export async function updateDataset(
  tx: Tx,
  { account_id, id }: Pick<DatasetRow, "account_id" | "id">,
  change: Change<"datasets">,
): Promise<DatasetRow> {
  return tx
    .updateTable("datasets")
    .set(change)
    .where("account_id", "=", account_id)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function insertDatasetVersion(tx: Tx, row: NewRow<"dataset_versions">): Promise<VersionRow> {
  return tx.insertInto("dataset_versions").values(row).returningAll().executeTakeFirstOrThrow();
}

/** Undefined if there is none, or if its dataset is deleted. */
export async function findVersion(
  db: Db,
  { account_id, dataset_id, version }: VersionKey,
): Promise<VersionRecord | undefined> {
  return selectVersions(db, account_id, dataset_id).where("version", "=", version).executeTakeFirst();
}

/** Throws `not_found` for anything that is not the number of a version of the dataset. */
export async function getVersion(
  db: Db,
  account_id: string,
  dataset_id: string,
  version: number | string,
): Promise<VersionRecord> {
  await getDataset(db, account_id, dataset_id);
  const number = /^[1-9]\d{0,8}$/.test(String(version)) ? Number(version) : 0;
  const row = await findVersion(db, { account_id, dataset_id, version: number });
  return row ?? missing(`version ${version} of dataset ${dataset_id}`);
}

/** The versions of a dataset before number `before`, newest first. */
export async function listVersions(
  db: Db,
  { account_id, id }: Pick<DatasetRow, "account_id" | "id">,
  before: number | undefined,
  limit: number,
): Promise<VersionRecord[]> {
  let query = selectVersions(db, account_id, id);
  if (before !== undefined) query = query.where("version", "<", before);
  return query.orderBy("version", "desc").limit(limit).execute();
}

function selectVersions(db: Db, account_id: string, dataset_id: string) {
  return db
    .selectFrom("dataset_versions")
    .selectAll()
    .select(CERTIFICATION.as("certification"))
    .where("account_id", "=", account_id)
    .where("dataset_id", "=", dataset_id);
}

const CERTIFICATION = sql<Certification | null>`(
  select jsonb_build_object('batch_id', batches.id, 'status', batches.status, 'certificate_id', (
    select certificates.id from certificates
    where certificates.account_id = batches.account_id and certificates.batch_id = batches.id
    order by revision desc limit 1))
  from batches
  where batches.account_id = dataset_versions.account_id and batches.dataset_id = dataset_versions.dataset_id
    and batches.dataset_version = dataset_versions.version and batches.deleted_at is null)`;

/** Records the end of a build; false if another run did, or if the dataset was deleted. */
export async function finishVersion(
  tx: Db,
  { account_id, dataset_id, version }: VersionKey,
  change: Change<"dataset_versions">,
): Promise<boolean> {
  const [result] = await tx
    .updateTable("dataset_versions")
    .set(change)
    .where("account_id", "=", account_id)
    .where("dataset_id", "=", dataset_id)
    .where("version", "=", version)
    .where("status", "=", "processing")
    .where(isKept({ account_id, dataset_id }))
    .execute();
  return result?.numUpdatedRows === 1n;
}

/** Records how a push goes; false if the version was erased, or its dataset deleted. The caller is its only job. */
export async function updatePush(
  db: Db,
  { account_id, dataset_id, version }: VersionKey,
  push: DatasetPush,
): Promise<boolean> {
  const [result] = await db
    .updateTable("dataset_versions")
    .set({ push: JSON.stringify(push) })
    .where("account_id", "=", account_id)
    .where("dataset_id", "=", dataset_id)
    .where("version", "=", version)
    .where("status", "=", "ready")
    .where(isKept({ account_id, dataset_id }))
    .execute();
  return result?.numUpdatedRows === 1n;
}

/** Whether the dataset is not deleted. */
function isKept({ account_id, dataset_id }: Pick<VersionKey, "account_id" | "dataset_id">) {
  return sql<boolean>`exists (
    select from datasets
    where datasets.account_id = ${account_id} and datasets.id = ${dataset_id} and datasets.deleted_at is null)`;
}

export async function insertVersionBatches(
  tx: Tx,
  rows: readonly NewRow<"dataset_batches">[],
): Promise<void> {
  const SOME = 1_000;
  for (let start = 0; start < rows.length; start += SOME)
    await tx
      .insertInto("dataset_batches")
      .values(rows.slice(start, start + SOME))
      .execute();
}

/** The batches of a version with ids after `after`, by id. */
export async function listVersionBatches(
  db: Db,
  { account_id, dataset_id, version }: VersionKey,
  after: string,
  limit: number,
): Promise<Row<"dataset_batches">[]> {
  return db
    .selectFrom("dataset_batches")
    .selectAll()
    .where("account_id", "=", account_id)
    .where("dataset_id", "=", dataset_id)
    .where("version", "=", version)
    .where("batch_id", ">", after)
    .orderBy("batch_id")
    .limit(limit)
    .execute();
}

export async function findFile(
  db: Db,
  { account_id, dataset_id, version, since, split, variant }: FileKey,
): Promise<FileRow | undefined> {
  return db
    .selectFrom("dataset_files")
    .selectAll()
    .where("account_id", "=", account_id)
    .where("dataset_id", "=", dataset_id)
    .where("version", "=", version)
    .where("since", "=", since)
    .where("split", "=", split)
    .where("variant", "=", variant)
    .executeTakeFirst();
}

/**
 * Keeps the files of a version and inserts their rows; those of an earlier run stay, because their files are the same. The caller
 * holds a lock by which no erasure misses them.
 */
export async function insertFiles(
  deps: Deps,
  tx: Tx,
  { account_id, dataset_id, version }: VersionKey,
  files: readonly NewFile[],
): Promise<void> {
  await keepBlobs(
    deps,
    tx,
    files.map(({ staged }) => staged),
  );
  const rows = files.map(({ staged: { sha256, size_bytes }, ...file }) => ({
    ...{ account_id, dataset_id, version, ...file, sha256, size_bytes },
    created_at: deps.now(),
  }));
  await tx
    .insertInto("dataset_files")
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Whether all these versions can be downloaded; if so, none is erased before `tx` ends. */
export async function shareVersions(
  tx: Tx,
  { account_id, dataset_id }: Pick<VersionKey, "account_id" | "dataset_id">,
  versions: readonly number[],
): Promise<boolean> {
  const rows = await tx
    .selectFrom("dataset_versions")
    .select("version")
    .where("account_id", "=", account_id)
    .where("dataset_id", "=", dataset_id)
    .where(sql<boolean>`version = any(${versions}::integer[])`)
    .where("status", "=", "ready")
    .orderBy("version")
    .forShare()
    .execute();
  return rows.length === new Set(versions).size;
}

/** Throws `gone` for an erased version, `invalid_state` for one that is not built. */
export function assertReady({ version, status }: Pick<VersionRow, "version" | "status">): void {
  if (status === "ready") return;
  if (status === "erased")
    throw new ServiceError(
      "gone",
      `version ${version} had items of a batch that was deleted since; make another version`,
    );
  throw new ServiceError(
    "invalid_state",
    status === "failed"
      ? `version ${version} could not be built; its error says why`
      : `version ${version} is being built; it can be read once it is ready`,
  );
}

function missing(what: string): never {
  throw new ServiceError("not_found", `there is no ${what}`);
}
