import { sql } from "kysely";
import type { Db, Tx } from "../platform/database/db.ts";
import { changeAll } from "../platform/database/small-steps.ts";
import type { Row } from "../platform/database/tables.ts";
import type { UploadKey } from "./store.ts";

export type ObjectRow = Row<"upload_objects">;

/** An object that a source has listed. */
export type ListedObject = Pick<ObjectRow, "key" | "etag" | "size_bytes"> &
  Partial<Pick<ObjectRow, "version">>;

/** An object that is new to its source. */
export interface AddedObject extends ListedObject {
  readonly position: number;
  /** Whether the source knew another object of the same key. */
  readonly is_changed: boolean;
}

/** Which upload gets new objects of which source, the first of them at `position`. */
interface Destination {
  readonly account_id: string;
  readonly upload_id: string;
  readonly source_id: string;
  readonly position: number;
}

/**
 * Adds to an upload those of the objects that no upload of the source has yet, in the order of their keys, and returns them. An
 * empty ETag tells of no change, and gets the first one that is told later. The caller holds a lock on the source.
 */
export async function addObjects(
  tx: Tx,
  { account_id, upload_id, source_id, position }: Destination,
  objects: readonly ListedObject[],
): Promise<readonly AddedObject[]> {
  const { rows } = await sql<AddedObject>`
    with listed as materialized (
      select key, etag, size_bytes, version,
        array(select known.etag from upload_objects as known
          where known.account_id = ${account_id} and known.source_id = ${source_id} and known.key = object.key) as known
      from jsonb_to_recordset(${JSON.stringify(objects)}::jsonb)
        as object (key text, etag text, size_bytes bigint, version text)
    ), told as (
      update upload_objects as known set etag = listed.etag from listed
      where known.account_id = ${account_id} and known.source_id = ${source_id} and known.key = listed.key
        and listed.known = array[''] and listed.etag <> ''
    ), added as materialized (
      select key, etag, size_bytes, version, known <> '{}' as is_changed,
        (${position}::integer - 1 + row_number() over (order by key collate "C"))::integer as position
      from listed where etag <> all (known) and (etag <> '' or known = '{}') and known <> array['']
    ), inserted as (
      insert into upload_objects (account_id, upload_id, position, source_id, key, etag, size_bytes, version)
      select ${account_id}, ${upload_id}, position, ${source_id}, key, etag, size_bytes, version from added
    )
    select key, etag, size_bytes, position, is_changed from added order by position`.execute(tx);
  return rows;
}

/** The objects of an upload, in order. */
export async function listObjects(db: Db, { id, account_id }: UploadKey): Promise<readonly ObjectRow[]> {
  return db
    .selectFrom("upload_objects")
    .selectAll()
    .where("account_id", "=", account_id)
    .where("upload_id", "=", id)
    .orderBy("position")
    .execute();
}

/**
 * Forgets the objects of a source whose upload failed, has expired or is deleted, in small transactions: the next sync adds
 * them again.
 */
export async function forgetLost(
  db: Db,
  { id: source_id, account_id }: Pick<Row<"sources">, "id" | "account_id">,
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from uploads
    where account_id = ${account_id} and source_id = ${source_id} and status in ('failed', 'expired')`.execute(
    db,
  );
  await removeObjects(
    db,
    account_id,
    rows.map(({ id }) => id),
  );
}

/** Removes the objects of uploads in small transactions. */
export async function removeObjects(
  db: Db,
  account_id: string,
  upload_ids: readonly string[],
): Promise<void> {
  if (upload_ids.length === 0) return;
  await changeAll(db, {
    table: "upload_objects",
    account_id,
    condition: sql`upload_id = any(${upload_ids}::text[])`,
    change: (chosen) => sql`delete from upload_objects where ${chosen}`,
  });
}
