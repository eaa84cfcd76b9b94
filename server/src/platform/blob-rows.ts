import { sql } from "kysely";
import type { Deps } from "../deps.ts";
import type { StagedBlob } from "./blobs.ts";
import type { Tx } from "./db.ts";

/** The first key of the advisory locks on blobs; the second is the first byte of the digest. */
const LOCK_CLASS = 0x626c6f62;
const BLOBS_AT_ONCE = 1_000;

/**
 * Keeps staged blobs in the transaction that inserts the rows which name them. Until it ends no blob whose
 * digest begins with the same bytes is removed, so that a removal which does not yet see those rows cannot
 * take the bytes away from under them. Where the transaction fails, call `removeUnusedBlobs`.
 */
export async function keepBlobs({ blobs }: Deps, tx: Tx, staged: readonly StagedBlob[]): Promise<void> {
  const bytes = firstBytes(staged.map(({ sha256 }) => sha256));
  await sql`
    select pg_advisory_xact_lock_shared(${LOCK_CLASS}, byte) from unnest(${bytes}::int[]) as byte`.execute(
    tx,
  );
  await blobs.keep(staged);
}

/**
 * Removes those of the blobs that no committed row names. Call it after the commit that removed the rows. What
 * another transaction may be about to name stays for now: the sweep looks again.
 */
export async function removeUnusedBlobs({ db, blobs }: Deps, digests: readonly string[]): Promise<void> {
  for (let start = 0; start < digests.length; start += BLOBS_AT_ONCE) {
    const some = digests.slice(start, start + BLOBS_AT_ONCE);
    await db.transaction().execute(async (tx) => {
      const locked = await tryLock(tx, firstBytes(some));
      const removable = some.filter((sha256) => locked.has(firstByte(sha256)));
      for (const sha256 of await selectUnused(tx, removable)) await blobs.remove(sha256);
    });
  }
}

async function tryLock(tx: Tx, bytes: readonly number[]): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ byte: number; locked: boolean }>`
    select byte, pg_try_advisory_xact_lock(${LOCK_CLASS}, byte) as locked
    from unnest(${bytes}::int[]) as byte`.execute(tx);
  return new Set(rows.filter(({ locked }) => locked).map(({ byte }) => byte));
}

/** Every table that names blobs stands here; an upload's parts are named by its `source` until they are files. */
async function selectUnused(tx: Tx, digests: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ sha256: string }>`
    with parts as (
      select part ->> 'sha256' as sha256
      from uploads, jsonb_array_elements(source -> 'parts') as part
      where status in ('pending', 'uploading', 'processing')
    )
    select sha256 from unnest(${digests}::text[]) as blob (sha256)
    where not exists (select from files where files.sha256 = blob.sha256)
      and not exists (select from artefacts where artefacts.sha256 = blob.sha256)
      and not exists (select from exports where exports.sha256 = blob.sha256)
      and not exists (select from parts where parts.sha256 = blob.sha256)`.execute(tx);
  return rows.map(({ sha256 }) => sha256);
}

function firstBytes(digests: readonly string[]): number[] {
  return [...new Set(digests.map(firstByte))];
}

function firstByte(sha256: string): number {
  return Number.parseInt(sha256.slice(0, 2), 16);
}
