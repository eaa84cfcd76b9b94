import { ServiceError } from "@assay/domain/errors.ts";
import { sql } from "kysely";
import { assertNotBlind } from "../bounds/views.ts";
import type { Caller } from "../platform/auth/auth.ts";
import type { DatasetQuery } from "../platform/database/dataset-tables.ts";
import { type Db, type Tx, violatedConstraint } from "../platform/database/db.ts";
import { newId } from "../platform/ids.ts";
import { addJob } from "../platform/jobs/jobs.ts";
import { LIMITS } from "../platform/limits.ts";
import type { ChangeDataset, CreateDataset, SentQuery, SentSplits } from "./schemas.ts";
import {
  countDatasets,
  type DatasetRow,
  insertDataset,
  insertDatasetVersion,
  lockDataset,
  updateDataset,
  type VersionRecord,
} from "./store.ts";

/** 8 of 10 items for training. */
const SHARES = { train: 80, validation: 10, test: 10 };

/**
 * Creates a dataset without a version. Throws `not_found` for another account's project or batches, `conflict` for a name that
 * another dataset of the account has, `limit_exceeded`.
 */
export async function createDataset(
  tx: Tx,
  { account_id }: Caller,
  now: Date,
  { name, query: sent, splits }: CreateDataset,
): Promise<DatasetRow> {
  const { project_id } = sent;
  await lockProjectOf(tx, account_id, project_id);
  const query = await checkedQuery(tx, account_id, sent);
  if ((await countDatasets(tx, account_id, project_id)) >= LIMITS.datasets)
    throw new ServiceError(
      "limit_exceeded",
      `a project has at most ${LIMITS.datasets} datasets; delete one that is not needed`,
    );
  return insertDataset(tx, {
    id: newId("dataset"),
    ...{ account_id, project_id, name },
    query: JSON.stringify(query),
    splits: JSON.stringify(checkedSplits({ seed: project_id, ...SHARES }, splits)),
    created_at: now,
    updated_at: now,
  }).catch(refuseTaken);
}

/** Changes what later versions hold; throws like `createDataset`. */
export async function changeDataset(
  tx: Tx,
  dataset: DatasetRow,
  now: Date,
  { name = dataset.name, query: sent, splits }: ChangeDataset,
): Promise<DatasetRow> {
  if (sent !== undefined && sent.project_id !== dataset.project_id)
    throw new ServiceError("immutable_field", "the project of a dataset cannot change");
  const query = sent === undefined ? dataset.query : await checkedQuery(tx, dataset.account_id, sent);
  return updateDataset(tx, dataset, {
    name,
    query: JSON.stringify(query),
    splits: JSON.stringify(checkedSplits(dataset.splits, splits)),
    updated_at: now,
  }).catch(refuseTaken);
}

/** Requests the next version; a job builds it. Throws `not_found`, `limit_exceeded`, and `invalid_state` by `assertMayRead`. */
export async function createVersion(
  tx: Tx,
  caller: Caller,
  now: Date,
  dataset_id: string,
): Promise<VersionRecord> {
  const { account_id } = caller;
  const dataset = await lockDataset(tx, account_id, dataset_id);
  await assertMayRead(tx, caller, dataset.query);
  const version = dataset.last_version + 1;
  if (version > LIMITS.dataset_versions)
    throw new ServiceError(
      "limit_exceeded",
      `a dataset has at most ${LIMITS.dataset_versions} versions; create another dataset`,
    );
  await updateDataset(tx, dataset, { last_version: version, updated_at: now });
  const row = await insertDatasetVersion(tx, {
    ...{ account_id, dataset_id, version, status: "processing" },
    query: JSON.stringify(dataset.query),
    splits: JSON.stringify(dataset.splits),
    created_at: now,
    updated_at: now,
  });
  await addJob(tx, account_id, "build_dataset_version", { dataset_id, version });
  return { ...row, certification: null };
}

/** Throws `invalid_state` if the query may choose labels that the caller must audit blind. */
export async function assertMayRead(
  db: Db,
  caller: Caller,
  { statuses, project_id }: DatasetQuery,
): Promise<void> {
  if (statuses.some((status) => status !== "certified")) await assertNotBlind(db, caller, { project_id });
}

/** Keeps the project until `tx` ends, and counts its datasets one after the other. */
async function lockProjectOf(tx: Tx, account_id: string, project_id: string): Promise<void> {
  const row = await tx
    .selectFrom("projects")
    .select("id")
    .where("account_id", "=", account_id)
    .where("id", "=", project_id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (row === undefined) throw new ServiceError("not_found", `there is no project ${project_id}`);
}

async function checkedQuery(tx: Tx, account_id: string, sent: SentQuery): Promise<DatasetQuery> {
  const { project_id, batch_ids = [], statuses = ["certified"], ...others } = sent;
  const rows = await tx
    .selectFrom("batches")
    .select("id")
    .where("account_id", "=", account_id)
    .where("project_id", "=", project_id)
    .where("deleted_at", "is", null)
    .where("dataset_id", "is", null)
    .where(sql<boolean>`id = any(${batch_ids}::text[])`)
    .execute();
  const known = new Set(rows.map(({ id }) => id));
  const unknown = batch_ids.find((id) => !known.has(id));
  if (unknown !== undefined)
    throw new ServiceError("not_found", `there is no batch ${unknown} in the project`);
  return { project_id, ...(batch_ids.length > 0 ? { batch_ids } : {}), statuses, ...others };
}

function checkedSplits(before: Required<SentSplits>, sent: SentSplits = {}): Required<SentSplits> {
  const splits = { ...before, ...sent };
  if (splits.train + splits.validation + splits.test > 0) return splits;
  throw new ServiceError("invalid_request", "splits: one of train, validation and test must be above 0");
}

function refuseTaken(fault: unknown): never {
  if (violatedConstraint(fault) !== "datasets_name") throw fault;
  throw new ServiceError("conflict", "another dataset of the account has this name");
}
