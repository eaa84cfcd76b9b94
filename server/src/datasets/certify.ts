import { ServiceError } from "@assay/domain/errors.ts";
import type { ExportItem, Pages } from "@assay/domain/formats/format.ts";
import { sql } from "kysely";
import { addBatchFilesOfItems } from "../batches/batch-files.ts";
import { deleteBatch } from "../batches/erase.ts";
import { finishBatch } from "../batches/finish.ts";
import { startBatch } from "../batches/start.ts";
import { findAndLockBatch, insertBatch, updateBatch } from "../batches/store.ts";
import type { Deps } from "../deps.ts";
import { commitSeed } from "../draws/steps.ts";
import { emit } from "../events/emit.ts";
import { readRecords } from "../exports/file/source.ts";
import { type Tx, violatedConstraint } from "../platform/database/db.ts";
import { newId } from "../platform/ids.ts";
import { addJob } from "../platform/jobs/jobs.ts";
import { LIMITS } from "../platform/limits.ts";
import { assertBeacon, boundedSettings, checkGuidelines, resolveSettings } from "../projects/settings.ts";
import { addBatchCount, shareProject } from "../projects/store.ts";
import { copyItems } from "../queue/copy.ts";
import { addProgress } from "../queue/progress.ts";
import type { CertifyVersion } from "./schemas.ts";
import {
  assertReady,
  type DatasetRow,
  findFile,
  getVersion,
  lockDataset,
  shareVersions,
  type VersionKey,
  type VersionRow,
} from "./store.ts";

/** Items that one statement copies. */
const AT_ONCE = 2_000;

/**
 * Creates the batch that certifies a version: a job fills it with frozen copies of the version's items, and its audit follows.
 * Returns its id. The policy is the project's with the overrides sent; the evidence is always an audit.
 *
 * Throws `not_found`, `gone` for an erased version, `invalid_state` for one that is not ready, has no items, too many excluded ones, or
 * items of batches that are not completed, `conflict` if a batch certifies it already, `project_not_active`, `limit_exceeded`, and
 * `invalid_request` for a level without a verdict or a policy that level and type do not allow.
 */
export async function certifyVersion(
  deps: Deps,
  tx: Tx,
  {
    account_id,
    dataset_id,
    version: number,
  }: Pick<VersionKey, "account_id" | "dataset_id"> & { version: string },
  sent: CertifyVersion,
): Promise<string> {
  const now = deps.now();
  // Or it could be deleted meanwhile, and nothing would tell which batch the copies come from.
  const dataset = await lockDataset(tx, account_id, dataset_id);
  const named = await getVersion(tx, account_id, dataset_id, number);
  // Whoever deletes one of its batches waits here, or was first: then the version is erased.
  const isReady = await shareVersions(tx, named, [named.version]);
  const found = isReady ? named : await getVersion(tx, account_id, dataset_id, number);
  assertReady(found);
  const project = await shareProject(tx, account_id, found.query.project_id);
  if (project.status !== "active")
    throw new ServiceError(
      "project_not_active",
      `the project is ${project.status}; set its status to active to certify versions of its datasets`,
    );
  const quality_policy = { ...project.quality_policy, ...sent.quality_policy, evidence: "audit" as const };
  const settings = { ...project, quality_level: sent.quality_level ?? project.quality_level, quality_policy };
  const { type, format, level, policy } = resolveSettings(boundedSettings(settings));
  if (level.name === "none")
    throw new ServiceError(
      "invalid_request",
      "quality_level: must be one of basic, standard, premium, elite",
    );
  checkGuidelines(type, project, { quality_policy });
  assertBeacon(deps.config, quality_policy);
  const { file_count, item_count } = await assertCertifiable(tx, found, policy.max_excluded_share);
  const batch = {
    ...{ id: newId("batch"), account_id, project_id: project.id },
    name: sent.name ?? `${dataset.name}, version ${found.version}`.slice(0, LIMITS.name_characters),
    status: "created" as const,
    priority: sent.priority ?? "normal",
    metadata: JSON.stringify(sent.metadata ?? {}),
    ...{ canonical_type: type.name, export_format: format.name, required_level: level.name },
    policy: JSON.stringify({ ...policy, type_options: project.type_options }),
    ...{ dataset_id, dataset_version: found.version, file_count, item_count },
    filling: JSON.stringify({ items: 0, place: 1, line: 0, turn: 0 }),
    ...{ created_at: now, updated_at: now },
  };
  await insertBatch(tx, batch).catch((fault: unknown) => {
    if (violatedConstraint(fault) !== "batches_certify") throw fault;
    throw new ServiceError(
      "conflict",
      `a batch certifies version ${found.version} already; GET /v1/datasets/${dataset_id}/versions/${found.version} names it`,
    );
  });
  await addBatchCount(tx, batch, 1);
  await addJob(tx, account_id, "copy_dataset_version", { batch_id: batch.id });
  const { id: batch_id, project_id, status, name } = batch;
  const data = { batch_id, project_id, status, name, file_count, round: 1 };
  await emit(tx, { account_id, type: "batch.created", created_at: now, data });
  await commitSeed(deps, tx, { id: batch_id, account_id, round: 1 });
  return batch_id;
}

/**
 * Throws unless a batch of the version's items would pass the gates that need no audit: each of its batches had all labels, and did not
 * fail, and no more of their items than the policy allows are excluded. Returns the sizes of the batch to create.
 */
async function assertCertifiable(
  tx: Tx,
  { account_id, dataset_id, version, counts, guideline_version }: VersionRow,
  max_excluded_share: number,
): Promise<{ readonly file_count: number; readonly item_count: number }> {
  const refuse = (why: string): never => {
    throw new ServiceError("invalid_state", why);
  };
  const item_count = counts?.items ?? 0;
  if (item_count === 0) return refuse(`version ${version} has no items to certify`);
  if (item_count > LIMITS.batch_items)
    throw new ServiceError(
      "limit_exceeded",
      `version ${version} has ${item_count} items; at most ${LIMITS.batch_items} are certified together`,
    );
  if (guideline_version === null)
    return refuse(
      `an earlier version of Assay built version ${version}; make another version, and certify that`,
    );
  const { rows } = await sql<{ unfinished: string | null; excluded: number; items: number; files: number }>`
    select min(held.batch_id) filter (where held.status not in ('completed', 'certified')) as unfinished,
      coalesce(sum(excluded), 0)::integer as excluded, sum(item_count)::integer as items, sum(file_count)::integer as files
    from dataset_batches as held
    join batches on batches.account_id = held.account_id and batches.id = held.batch_id
    cross join lateral (
      select sum(excluded) as excluded from batch_progress
      where batch_progress.account_id = batches.account_id and batch_progress.batch_id = batches.id) as progress
    where held.account_id = ${account_id} and held.dataset_id = ${dataset_id} and held.version = ${version}`.execute(
    tx,
  );
  const [sum] = rows;
  if (sum === undefined) throw new Error("an aggregate has a row");
  if (sum.unfinished !== null)
    return refuse(
      `batch ${sum.unfinished} was neither completed nor certified in version ${version}; finish or leave it out, and certify another version`,
    );
  if (sum.excluded > max_excluded_share * sum.items)
    return refuse(
      `${sum.excluded} of ${sum.items} items in the batches of version ${version} are excluded, more than max_excluded_share (${max_excluded_share}) allows`,
    );
  return { file_count: sum.files, item_count };
}

/**
 * The job: fills the batch that certifies a version, and completes it, in one transaction, so that nobody works on part of it. Does
 * nothing if the batch is filled or was deleted, as it is when an item of the version is erased.
 */
export async function copyVersion(
  deps: Deps,
  { account_id, batch_id }: { account_id: string; batch_id: string },
): Promise<void> {
  const { db, blobs, now } = deps;
  await db.transaction().execute(async (tx) => {
    const batch = await findAndLockBatch(tx, account_id, batch_id);
    const { dataset_id = null, dataset_version: version = null } = batch ?? {};
    if (batch === undefined || batch.filling === null || dataset_id === null || version === null) return;
    const { guideline_version } = await getVersion(tx, account_id, dataset_id, version);
    const key = { account_id, dataset_id, version, since: 0, split: "", variant: "dataset.jsonl" };
    const file = await findFile(tx, key);
    if (file === undefined || guideline_version === null)
      throw new Error(`${batch_id} has no version to certify`);
    const items = await copyRecords(
      tx,
      { account_id, id: batch_id, guideline_version },
      readRecords(blobs.kept(file)),
    );
    if (items !== batch.item_count) throw new Error(`${batch_id} has ${items} of ${batch.item_count} items`);
    const file_count = await addBatchFilesOfItems(tx, batch);
    const filled = await updateBatch(tx, batch, { filling: null, file_count });
    await addProgress(tx, filled, { accepted: items });
    const started = filled.status === "created" ? await startBatch(tx, filled, now()) : filled;
    await finishBatch(tx, started, now());
  });
}

/** Returns how many were copied. */
async function copyRecords(tx: Tx, target: Parameters<typeof copyItems>[1], records: Pages): Promise<number> {
  let items = 0;
  let some: ExportItem[] = [];
  const copySome = async () => {
    await copyItems(tx, target, items, some);
    items += some.length;
    some = [];
  };
  for await (const page of records)
    for (const record of page) if (some.push(record) === AT_ONCE) await copySome();
  await copySome();
  return items;
}

/**
 * Deletes the batches that certify versions of a dataset, and returns what `removeUnusedBlobs` needs. Throws `invalid_state` if one of
 * them is being audited: its deletion must say that it abandons the audit.
 */
export async function deleteCertifying(
  tx: Tx,
  { account_id, id }: Pick<DatasetRow, "account_id" | "id">,
  now: Date,
): Promise<string[]> {
  const batches = await tx
    .selectFrom("batches")
    .selectAll()
    .where("account_id", "=", account_id)
    .where("dataset_id", "=", id)
    .where("deleted_at", "is", null)
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
  const audited = batches.find(({ audit }) => audit !== null);
  if (audited !== undefined)
    throw new ServiceError(
      "invalid_state",
      `version ${audited.dataset_version} is being audited: wait for the verdict, or delete the batch ${audited.id} with ?abandon=true first`,
    );
  const digests: string[] = [];
  for (const batch of batches) digests.push(...(await deleteBatch(tx, batch, now)));
  return digests;
}
