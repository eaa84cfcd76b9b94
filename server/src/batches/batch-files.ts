import { type RawBuilder, sql } from "kysely";
import type { Db, Tx } from "../platform/database/db.ts";
import { preferIndexes } from "../platform/database/planner.ts";
import type { Row } from "../platform/database/tables.ts";
import type { NamedFile } from "./choose-files.ts";

type BatchKey = Pick<Row<"batches">, "id" | "account_id">;

/** Files that one transaction of the job records, in about 200 ms, during which the batch is locked. */
export const FILES_OF_A_STEP = 10_000;

/**
 * Records the chosen files that are named, after the batch's existing `before` files; `recordFiles` adds the others. The
 * rows keep all chosen uploads from being deleted, also by processes of the version before.
 */
export async function insertNamedFiles(
  tx: Tx,
  { account_id, id }: BatchKey,
  files: readonly NamedFile[],
  before: number,
): Promise<void> {
  const names = files.map(({ filename, medium }) => (medium === "lines" ? null : filename));
  await sql`
    insert into batch_files (account_id, batch_id, position, file_id, filename)
    select ${account_id}, ${id}, ${before}::integer + place, file_id, filename
    from unnest(${files.map(({ place }) => place)}::integer[], ${files.map((file) => file.id)}::text[], ${names}::text[])
      as f (place, file_id, filename)`.execute(tx);
}

/** Records the files of the items of a batch that certifies a version of a dataset, and returns how many these are. */
export async function addBatchFilesOfItems(tx: Tx, { account_id, id }: BatchKey): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    insert into batch_files (account_id, batch_id, position, file_id)
    select ${account_id}, ${id}, row_number() over (order by min(position)), file_id
    from items where account_id = ${account_id} and batch_id = ${id} group by file_id`.execute(tx);
  return Number(numAffectedRows);
}

/**
 * Records the next files of a batch after the position `after`, up to which all are recorded, at most `limit`. Returns up to
 * which position all are recorded then.
 */
export async function recordFiles(
  tx: Tx,
  batch: BatchKey & Pick<Row<"batches">, "file_count">,
  after: number,
  limit: number,
): Promise<number> {
  await preferIndexes(tx);
  // PostgreSQL 15 would collect and sort all further files of an upload to take the first of them.
  await sql`select set_config('enable_bitmapscan', 'off', true)`.execute(tx);
  const { rows } = await sql<{ count: number }>`
    with following as materialized (${filesAfter(batch, after, limit)}), recorded as (
      insert into batch_files (account_id, batch_id, position, file_id, filename)
      select ${batch.account_id}, ${batch.id}, batch_position, id, case when medium <> 'lines' then filename end
      from following where not is_recorded
    )
    select count(*)::integer as count from following`.execute(tx);
  const until = Math.min(after + limit, batch.file_count);
  const found = rows[0]?.count ?? 0;
  if (after + found !== until)
    throw new Error(`${batch.id} has ${after + found} of its first ${until} files`);
  return until;
}

/** Up to `limit` files of a batch after the position `after`, in order, also those that are not recorded yet. */
export async function listBatchFiles(db: Db, batch: BatchKey, after: number, limit: number) {
  const from = Math.max(after, 0); // positions begin at 1
  const { rows } = await sql<Row<"files"> & { batch_position: number }>`
    ${filesAfter(batch, from, limit)}`.execute(db);
  return rows;
}

/**
 * The files after a position. Those that are not recorded yet follow a recorded one of the same upload, up to the next
 * recorded one, in the order of the upload.
 */
function filesAfter({ account_id, id }: BatchKey, after: number, limit: number): RawBuilder<unknown> {
  const ofBatch = sql`batch_files where account_id = ${account_id} and batch_id = ${id}`;
  const end = sql`least(${after + limit}, (select file_count from batches where account_id = ${account_id} and id = ${id}))`;
  return sql`
    with recorded as materialized (
      select position, file_id, lead(position, 1, ${end} + 1) over (order by position) as next
      from ${ofBatch} and position <= ${end}
        and position >= coalesce((select max(position) from ${ofBatch} and position <= ${after + 1}), 0)
    )
    select files.*, recorded.position as batch_position, true as is_recorded
    from recorded join files on files.account_id = ${account_id} and files.id = file_id
    where recorded.position > ${after}
    union all
    select file.*, false
    from recorded join files as first on first.account_id = ${account_id} and first.id = file_id
    cross join lateral (
      select files.*, recorded.position + row_number() over (order by files.position)::integer as batch_position
      from files
      where files.account_id = ${account_id} and files.upload_id = first.upload_id
        and files.position > first.position and parent_file_id is null
      order by files.position limit next - recorded.position - 1
    ) as file
    where next > recorded.position + 1 and batch_position > ${after}
    order by batch_position`;
}
