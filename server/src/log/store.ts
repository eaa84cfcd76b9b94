import { type Range, rangeHash, subtreesOf } from "@assay/domain/log/tree.ts";
import { sql } from "kysely";
import type { Db } from "../platform/database/db.ts";
import { sha256 } from "../platform/sha256.ts";
import { pseudonymOf } from "./entry.ts";

/** The number of entries that are committed. */
export async function countEntries(db: Db): Promise<number> {
  const { rows } = await sql<{ size: number }>`
    select coalesce(max(position) + 1, 0) as size from log_entries`.execute(db);
  return rows[0]?.size ?? 0;
}

/** Whether the log says that a certificate was issued, also one whose account was deleted. Reads the whole log. */
export async function hasCertificate(db: Db, id: string): Promise<boolean> {
  const { key } = await db.selectFrom("log_pseudonyms").select("key").executeTakeFirstOrThrow();
  const named = Buffer.from(`"certificate":"${pseudonymOf(id, key)}"`);
  const { rows } = await sql`
    select 1 from log_entries where position(${named}::bytea in entry) > 0 limit 1`.execute(db);
  return rows.length > 0;
}

/** Up to `limit` entries from `position` on, in order. */
export async function listEntries(db: Db, position: number, limit: number): Promise<Buffer[]> {
  const rows = await db
    .selectFrom("log_entries")
    .select("entry")
    .where("position", ">=", position)
    .where("position", "<", position + limit)
    .orderBy("position")
    .execute();
  return rows.map(({ entry }) => entry);
}

/** Up to `limit` hashes of a level from `position` on, in order. */
export async function listHashes(db: Db, level: number, position: number, limit: number): Promise<Buffer[]> {
  const rows = await db
    .selectFrom("log_hashes")
    .select("hash")
    .where("level", "=", level)
    .where("position", ">=", position)
    .where("position", "<", position + limit)
    .orderBy("position")
    .execute();
  return rows.map((row) => row.hash);
}

/** The Merkle tree hashes of ranges of the log, put together from the stored hashes of their complete subtrees. */
export async function readRanges(db: Db, ranges: readonly Range[]): Promise<Uint8Array[]> {
  const wanted = ranges.flatMap(subtreesOf);
  const { rows } = await sql<{ level: number; position: number; hash: Buffer }>`
    select level, position, hash from log_hashes
    join unnest(${wanted.map(({ level }) => level)}::smallint[], ${wanted.map(({ position }) => position)}::bigint[])
      as wanted (level, position) using (level, position)`.execute(db);
  const stored = new Map(rows.map((row) => [`${row.level}/${row.position}`, row.hash]));
  return ranges.map((range) =>
    rangeHash(
      sha256,
      subtreesOf(range).map(
        ({ level, position }) => stored.get(`${level}/${position}`) ?? missing(level, position),
      ),
    ),
  );
}

function missing(level: number, position: number): never {
  throw new Error(`the log has no hash of the subtree ${position} at level ${level}`);
}
