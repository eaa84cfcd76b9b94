import { createReadStream, createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { from, to } from "pg-copy-streams";

/** Rows of a table in a file, for a COPY into another table with the same columns. */
export interface Copied {
  readonly table: string;
  readonly file: string;
}

/** Writes the rows that match `condition` to `file`. */
export async function copyOut(
  db: pg.Client,
  table: string,
  condition: string,
  file: string,
): Promise<Copied> {
  await pipeline(
    db.query(to(`copy (select * from ${table} where ${condition}) to stdout`)),
    createWriteStream(file),
  );
  return { table, file };
}

/**
 * The ceiling of an import: seconds for a COPY of the same rows into tables with the same columns, constraints
 * and indexes, committed.
 */
export async function timeCopyIn(db: pg.Client, all: readonly Copied[]): Promise<number> {
  for (const { table } of all) await db.query(`create table bench_${table} (like ${table} including all)`);
  const begun = performance.now();
  for (const { table, file } of all) {
    await pipeline(createReadStream(file), db.query(from(`copy bench_${table} from stdin`)));
  }
  const seconds = (performance.now() - begun) / 1000;
  for (const { table } of all) await db.query(`drop table bench_${table}`);
  return seconds;
}

/** The ceiling of a download: seconds until all rows of a query have arrived as COPY's text. */
export async function timeCopyOut(db: pg.Client, query: string): Promise<number> {
  const begun = performance.now();
  const rows = db.query(to(`copy (${query}) to stdout`));
  for await (const _chunk of rows);
  return (performance.now() - begun) / 1000;
}
