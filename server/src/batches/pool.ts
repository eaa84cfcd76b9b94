import { ServiceError } from "@assay/domain/errors.ts";
import { type RawBuilder, sql } from "kysely";
import { liftTimeLimit, type Tx } from "../platform/database/db.ts";
import { LIMITS } from "../platform/limits.ts";
import { getSource } from "../sources/store.ts";
import { lockReadyUploads, type Sent } from "./choose-files.ts";
import type { Pool } from "./pool-schemas.ts";

/**
 * Draws files from a pool, as the ids that a request could have named. Of draws of `unused` files for one project, the later
 * waits until the transaction of the earlier ends, so that none gets a file of the other. Throws `not_found` for an unknown
 * source or upload, `upload_not_ready` while one is processed, and `invalid_request` if nothing is found.
 */
export async function drawFiles(
  tx: Tx,
  { account_id, project_id }: { readonly account_id: string; readonly project_id: string },
  pool: Pool,
): Promise<Sent> {
  const { sample, seed = project_id, filter, unused = false } = pool;
  if (sample === undefined && pool.seed !== undefined)
    throw new ServiceError("invalid_request", "from.seed needs from.sample");
  const upload_ids = await uploadsOf(tx, account_id, pool);
  await lockReadyUploads(tx, account_id, upload_ids);
  if (sample === undefined && filter === undefined && !unused) return { upload_ids };
  if (unused) await takeTurn(tx, account_id, project_id);
  await liftTimeLimit(tx); // a pool may have a million files
  const { rows } = await sql<{ id: string }>`
    select id from files
    where account_id = ${account_id} and upload_id = any(${upload_ids}::text[]) and parent_file_id is null
      and status = 'ready' and ${fits(filter)} and ${unused ? isUnused(project_id) : sql`true`}
    order by ${sample === undefined ? sql`id` : sql`sha256(convert_to(${seed}::text || E'\n' || filename, 'UTF8')), id`}
    limit ${sample ?? LIMITS.pool_files + 1}`.execute(tx);
  if (rows.length === 0)
    throw new ServiceError(
      "invalid_request",
      `no file of the pool ${unused ? "is left" : "matches from.filter"}`,
    );
  if (rows.length > LIMITS.pool_files)
    throw new ServiceError(
      "invalid_request",
      `from finds more than ${LIMITS.pool_files} files: set from.sample`,
    );
  return { file_ids: rows.map(({ id }) => id) };
}

async function uploadsOf(tx: Tx, account_id: string, { source_id, upload_ids }: Pool): Promise<string[]> {
  if ((source_id === undefined) === (upload_ids === undefined))
    throw new ServiceError("invalid_request", "from needs either source_id or upload_ids");
  if (source_id === undefined) return [...(upload_ids ?? [])];
  await getSource(tx, account_id, source_id);
  const rows = await tx
    .selectFrom("uploads")
    .select("id")
    .where("account_id", "=", account_id)
    .where("source_id", "=", source_id)
    .where("status", "in", ["processing", "ready"])
    .where("deleted_at", "is", null)
    .execute();
  if (rows.length === 0)
    throw new ServiceError("invalid_request", `the source ${source_id} has no files yet: sync it first`);
  return rows.map(({ id }) => id);
}

/** Throws `invalid_state` while a job records the files of another batch of the project: which ones is not known yet. */
async function takeTurn(tx: Tx, account_id: string, project_id: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${project_id} pool`}, 0))`.execute(tx);
  const { rows } = await sql<{ id: string }>`
    select id from batches
    where account_id = ${account_id} and project_id = ${project_id} and deleted_at is null
      and status <> 'failed' and filling ? 'files' limit 1`.execute(tx);
  const [filling] = rows;
  if (filling !== undefined)
    throw new ServiceError("invalid_state", `the batch ${filling.id} is still taking its files; try again`);
}

function fits({ medium, prefix }: NonNullable<Pool["filter"]> = {}): RawBuilder<boolean> {
  const bounds = [
    ...(medium === undefined ? [] : [sql<boolean>`medium = ${medium}`]),
    ...(prefix === undefined ? [] : [sql<boolean>`starts_with(filename, ${prefix})`]),
  ];
  return bounds.length === 0 ? sql`true` : sql`(${sql.join(bounds, sql` and `)})`;
}

/** A batch that could not be filled has no items; one that is deleted has none any more. `offset 0` looks each up by its key. */
function isUnused(project_id: string): RawBuilder<boolean> {
  return sql`not exists (
    select from batch_files
    where batch_files.account_id = files.account_id and file_id = files.id and exists (
      select from batches
      where batches.account_id = batch_files.account_id and batches.id = batch_id and project_id = ${project_id}
        and deleted_at is null and not (status = 'failed' and filling is not null) offset 0)
    offset 0)`;
}
