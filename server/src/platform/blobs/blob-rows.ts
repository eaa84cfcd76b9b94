import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import type { ClientBase } from "pg";
import type { Deps } from "../../deps.ts";
import type { Db, Tx } from "../database/db.ts";
import type { Blobs, StagedBlob } from "./blobs.ts";

/** The first key of the advisory locks on blobs; the second is the first byte of the digest. */
const LOCK_CLASS = 0x626c6f62;
const BLOBS_AT_ONCE = 1_000;
/** Of the oldest files, and of the newest, those of which a start looks for one in the store. */
const SOME = 5;

/**
 * Keeps staged blobs in the transaction that inserts the rows naming them. Until it ends, no blob whose
 * digest begins with the same byte is removed, so that a removal that does not yet see those rows cannot
 * delete the bytes. If the transaction fails, call `removeUnusedBlobs`.
 */
export async function keepBlobs(
  { blobs }: Deps,
  tx: Tx,
  staged: readonly StagedBlob[],
  isFrozen = false,
): Promise<void> {
  const bytes = firstBytes(staged.map(({ sha256 }) => sha256));
  await sql`
    select pg_advisory_xact_lock_shared(${LOCK_CLASS}, byte) from unnest(${bytes}::int[]) as byte`.execute(
    tx,
  );
  await blobs.keep(staged);
  if (isFrozen) await blobs.lock(staged.map(({ sha256 }) => sha256));
}

/** What a statement that removes rows returns of each for `removeUnusedBlobs`. */
export interface Named {
  readonly sha256: string;
}

/** What an erasure needs. */
export type Erasing = Pick<Deps, "db" | "blobs" | "log">;

/**
 * Removes those of the blobs that no committed row names. Call it after the commit that removed the rows.
 * Blobs that another transaction may be about to name stay for now, and locked ones until their lock ends; the sweep
 * tries again.
 */
export async function removeUnusedBlobs(
  { db, blobs, log }: Erasing,
  digests: readonly string[],
): Promise<void> {
  for (let start = 0; start < digests.length; start += BLOBS_AT_ONCE) {
    const some = digests.slice(start, start + BLOBS_AT_ONCE);
    await db.transaction().execute(async (tx) => {
      const locked = await tryLock(tx, firstBytes(some));
      const removable = some.filter((sha256) => locked.has(firstByte(sha256)));
      const kept = await blobs.remove(await selectUnused(tx, removable));
      if (kept.length > 0) log.warn({ blobs: kept }, "deleted files stay in the store until their lock ends");
    });
  }
}

/** How long a request waits for the removal of what it deleted. */
const PATIENCE_MS = 5_000;

/** The last removal of each store's requests. */
const lastTurns = new WeakMap<Blobs, Promise<void>>();

/**
 * Removes what a request has deleted, once that is committed: unused blobs. Requests of a
 * process take turns, because each removal holds a connection to the database while the store answers: a store that does not
 * answer would keep all of them. Never rejects, and returns after 5 s although the removal goes on. What it does not remove, the
 * sweep does.
 */
export async function removeAfterRequest(deps: Deps, digests: readonly string[]): Promise<void> {
  const { blobs, log } = deps;
  const turn = (lastTurns.get(blobs) ?? Promise.resolve())
    .then(() => removeUnusedBlobs(deps, digests))
    .catch((fault: unknown) =>
      log.warn({ err: fault }, "removing deleted bytes failed; the sweep repeats it"),
    );
  lastTurns.set(blobs, turn);
  await Promise.race([turn, sleep(PATIENCE_MS, undefined, { ref: false })]);
}

async function tryLock(tx: Tx, bytes: readonly number[]): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ byte: number; locked: boolean }>`
    select byte, pg_try_advisory_xact_lock(${LOCK_CLASS}, byte) as locked
    from unnest(${bytes}::int[]) as byte`.execute(tx);
  return new Set(rows.filter(({ locked }) => locked).map(({ byte }) => byte));
}

/** A blob that rows name. */
export interface NamedBlob {
  readonly sha256: string;
  /** Whether it is a file of a certified dataset. */
  readonly is_frozen: boolean;
}

const IS_FROZEN = "exists (select from artefacts where artefacts.sha256 = named.sha256) as is_frozen";

/**
 * Add every table that names blobs here or to `NAMED_LATER`. The parts of an upload are
 * named by its `source`, and what its jobs have unpacked and fetched by their steps, until they are files.
 */
const NAMED_AT_FIRST = `
  select sha256 from files where sha256 is not null
  union all select sha256 from artefacts
  union all select sha256 from exports where sha256 is not null
  union all select part ->> 'sha256'
    from uploads, jsonb_array_elements(source -> 'parts') as part
    where status in ('pending', 'uploading', 'processing')`;

/** Tables that the schema of an earlier version lacks. */
const NAMED_LATER = ["upload_steps", "dataset_files", "renditions"];

function namedIn(tables: readonly string[]): string {
  const later = tables.map(
    (table) => `
  union all select sha256 from ${table} where sha256 is not null`,
  );
  return NAMED_AT_FIRST + later.join("");
}

const NAMED = namedIn(NAMED_LATER);

async function selectUnused(tx: Tx, digests: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ sha256: string }>`
    select sha256 from unnest(${digests}::text[]) as blob (sha256)
    where not exists (select from (${sql.raw(NAMED)}) as named where named.sha256 = blob.sha256)`.execute(tx);
  return rows.map(({ sha256 }) => sha256);
}

/**
 * Prevents the removal of any blob until the connection ends. Call it before the statement that takes a
 * snapshot, so that every blob named in the snapshot stays. Removals do not wait; the sweep repeats them
 * later.
 */
export async function holdBlobs(client: ClientBase): Promise<void> {
  await client.query("select pg_advisory_lock_shared($1, byte) from generate_series(0, 255) as byte", [
    LOCK_CLASS,
  ]);
}

/**
 * The distinct blobs that rows name, in order. `client` is in a transaction and must not run other queries
 * meanwhile.
 */
export async function* namedBlobs(client: ClientBase): AsyncGenerator<NamedBlob> {
  // A backup of an earlier version is restored to its schema, without some tables.
  const { rows: there } = await client.query<{ name: string }>(
    "select name from unnest($1::text[]) as name where to_regclass(name) is not null",
    [NAMED_LATER],
  );
  const named = namedIn(NAMED_LATER.filter((table) => there.some(({ name }) => name === table)));
  await client.query(
    `declare named_blobs cursor for
     select sha256, ${IS_FROZEN} from (select distinct sha256 from (${named}) as every) as named order by sha256`,
  );
  for (;;) {
    const { rows } = await client.query<NamedBlob>(`fetch ${BLOBS_AT_ONCE} from named_blobs`);
    if (rows.length === 0) break;
    yield* rows;
  }
  await client.query("close named_blobs");
}

/**
 * Throws, with advice, if the store has none of the oldest and newest files: then it is not the one that other processes use.
 * The newest alone may be missing, as files of one upload that was deleted after the backup of the database was made.
 */
export async function assertRightStore({ db, blobs }: Pick<Deps, "db" | "blobs">): Promise<void> {
  const ready = db
    .selectFrom("files")
    .select("sha256")
    .$narrowType<{ sha256: string }>()
    .where("status", "=", "ready")
    .where("sha256", "is not", null)
    .where("size_bytes", ">", 0)
    .limit(SOME);
  const files = [
    ...(await ready.orderBy("id", "desc").execute()),
    ...(await ready.orderBy("id", "asc").execute()),
  ];
  const there = await Promise.all(files.map(({ sha256 }) => blobs.exists(sha256)));
  if (there.length === 0 || there.includes(true)) return;
  throw new Error(
    `ASSAY_STORAGE_URL: ${blobs.place} has none of the files that the database names (the oldest and the newest were looked for); set it to the ` +
      "store that the other processes use, or move the files there first (assay storage move)",
  );
}

/** Some distinct blobs that rows name, in order, behind `after`; none at the end. */
export async function listNamedBlobs(db: Db, after: string): Promise<NamedBlob[]> {
  const { rows } = await sql<NamedBlob>`
    select sha256, ${sql.raw(IS_FROZEN)}
    from (select distinct sha256 from (${sql.raw(NAMED)}) as every
      where sha256 > ${after} order by sha256 limit ${sql.lit(BLOBS_AT_ONCE)}) as named
    order by sha256`.execute(db);
  return rows;
}

function firstBytes(digests: readonly string[]): number[] {
  return [...new Set(digests.map(firstByte))];
}

function firstByte(sha256: string): number {
  return Number.parseInt(sha256.slice(0, 2), 16);
}
