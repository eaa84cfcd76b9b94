import { sql } from "kysely";
import type { Db } from "../platform/database/db.ts";
import type { Row } from "../platform/database/tables.ts";

/** A file of a batch; its pixels are null unless it is an image. */
export type BatchMedium = Pick<Row<"files">, "filename" | "width" | "height">;

/** The files of a batch, by name. */
export interface BatchMedia {
  /** The file with the longest of `names`, of which a batch may have several; undefined if it has none. */
  readonly find: (names: readonly string[]) => Promise<BatchMedium | undefined>;
  /** All names, at most `limit` of them, sorted. */
  readonly list: (limit: number) => Promise<readonly string[]>;
}

/** The images and recordings of a batch, looked up by their names. */
export function mediaOf(db: Db, { account_id, id }: Pick<Row<"batches">, "account_id" | "id">): BatchMedia {
  return {
    async find(names) {
      const { rows } = await sql<BatchMedium>`
        select found.* from unnest(${names}::text[]) as asked (filename)
        cross join lateral (
          select batch_files.filename, width, height from batch_files
          join files on files.account_id = batch_files.account_id and files.id = file_id
          where batch_files.account_id = ${account_id} and batch_id = ${id} and batch_files.filename = asked.filename
          limit 1) as found
        order by length(found.filename) desc limit 1`.execute(db);
      return rows[0];
    },
    async list(limit) {
      const { rows } = await sql<{ filename: string }>`
        select filename from batch_files
        where account_id = ${account_id} and batch_id = ${id} and filename is not null
        order by filename collate "C" limit ${limit}`.execute(db);
      return rows.map(({ filename }) => filename);
    },
  };
}
