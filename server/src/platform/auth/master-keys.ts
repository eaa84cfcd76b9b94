import { ServiceError } from "@assay/domain/errors.ts";
import { sql } from "kysely";
import type { ClientBase } from "pg";
import type { Db, Tx } from "../database/db.ts";
import { findMasterKeys, type KeySettings, keySource, makeMasterKey } from "./master-key-file.ts";
import { createSecrets, type MasterKeys, type Secrets } from "./secrets.ts";

/** Any number that no other advisory lock in the database uses. */
const LOCK = 7_314_203;

/**
 * The master keys of this process. Makes one in the data folder at the first start of an installation. Throws if the
 * database's secrets need another key, with a sentence that says so; then it leaves no file.
 */
export async function openMasterKeys(db: Db, now: Date, settings: KeySettings): Promise<MasterKeys> {
  const configured = await findMasterKeys(settings);
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx);
    const needed = await listFingerprints(tx);
    const keys = configured ?? (await findOrMake(tx, settings, needed));
    const secrets = createSecrets(...keys);
    assertHas(secrets, needed, settings);
    if (needed.length === 0) await assertReads(tx, secrets, settings);
    await addFingerprint(tx, secrets.fingerprints[0], now);
    return keys;
  });
}

/** Not the owner of the embedded PostgreSQL, whose session is "assay PID". */
const SESSION = "assay key ";

/** The name of a process's session in the database, by which a rotation finds out with which key it encrypts. */
export function sessionName({ fingerprints }: Secrets): string {
  return `${SESSION}${fingerprints[0]}`;
}

/** The fingerprints of the keys, other than the newest, with which connected processes encrypt. */
export async function listOtherKeysInUse(db: Db, secrets: Secrets): Promise<string[]> {
  const { rows } = await sql<{ fingerprint: string }>`
    select distinct substring(application_name from ${SESSION.length + 1}::integer) as fingerprint
    from pg_stat_activity
    where datname = current_database() and starts_with(application_name, ${SESSION})
      and application_name <> ${sessionName(secrets)}
    order by fingerprint`.execute(db);
  return rows.map(({ fingerprint }) => fingerprint);
}

/**
 * Admits connections of processes that encrypt with the newest key only. Returns the fingerprints of the other keys that were in
 * use.
 */
export async function retireOlderKeys(
  db: Db,
  now: Date,
  { fingerprints }: Secrets,
): Promise<readonly string[]> {
  return db.transaction().execute(async (tx) => {
    await addFingerprint(tx, fingerprints[0], now); // no process may have started with it
    const older = tx.deleteFrom("master_keys").where("fingerprint", "<>", fingerprints[0]);
    return (await older.returning("fingerprint").execute()).map(({ fingerprint }) => fingerprint);
  });
}

/** Undoes `retireOlderKeys`. */
export async function restoreKeys(db: Db, now: Date, fingerprints: readonly string[]): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const fingerprint of fingerprints) await addFingerprint(tx, fingerprint, now);
  });
}

/**
 * Throws `service_unavailable` on a new connection if the key with which this process encrypts was retired. A process without a connection
 * during a rotation would afterwards store what nobody can read.
 */
export async function assertKeyInUse(client: ClientBase, { fingerprints }: Secrets): Promise<void> {
  const text = "select from master_keys where fingerprint = $1";
  const { rowCount } = await client.query(text, [fingerprints[0]]);
  if (rowCount === 1) return;
  const remedy = "restart this process with the new key";
  throw new ServiceError("service_unavailable", "the service is temporarily unavailable", {
    cause: new Error(`the master key ${fingerprints[0]} was retired by a rotation: ${remedy}`),
  });
}

async function addFingerprint(tx: Tx, fingerprint: string, now: Date): Promise<void> {
  await tx
    .insertInto("master_keys")
    .values({ fingerprint, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function listFingerprints(tx: Tx): Promise<string[]> {
  const rows = await tx.selectFrom("master_keys").select("fingerprint").orderBy("created_at").execute();
  return rows.map(({ fingerprint }) => fingerprint);
}

/** The key that another process made in the same folder meanwhile, or a new one if the database has no secrets. */
async function findOrMake(tx: Tx, settings: KeySettings, needed: readonly string[]): Promise<MasterKeys> {
  const found = await findMasterKeys(settings);
  if (found !== undefined) return found;
  if (needed.length > 0 || (await findSealed(tx)) !== undefined) {
    throw new Error(
      `ASSAY_MASTER_KEY is not set and there is no ${keySource(settings)}, but this database already has a master key: ` +
        "set ASSAY_MASTER_KEY (or ASSAY_MASTER_KEY_COMMAND) to the key that the other processes use",
    );
  }
  await makeMasterKey(settings.dataDir);
  return findOrMake(tx, settings, needed);
}

function assertHas({ fingerprints }: Secrets, needed: readonly string[], settings: KeySettings): void {
  const lacking = needed.filter((fingerprint) => !fingerprints.includes(fingerprint));
  if (lacking.length === 0) return;
  if (lacking.length === needed.length) refuseOther(settings, lacking);
  throw new Error(
    `${keySource(settings)}: lacks the master key with the fingerprint ${lacking.join(" and ")}, with which other processes ` +
      "encrypt: add it, separated by a comma, or complete the rotation first (assay master-key rotate)",
  );
}

/** Of a database that an earlier version filled: it has no fingerprints yet. */
async function assertReads(tx: Tx, secrets: Secrets, settings: KeySettings): Promise<void> {
  const sealed = await findSealed(tx);
  if (sealed === undefined) return;
  try {
    secrets.decrypt(sealed);
  } catch {
    refuseOther(settings, []);
  }
}

function refuseOther(settings: KeySettings, needed: readonly string[]): never {
  const which = needed.length === 0 ? "" : ` (fingerprint ${needed.join(" and ")})`;
  throw new Error(
    `${keySource(settings)}: is not the master key of this database: use the key that the other processes use${which}`,
  );
}

async function findSealed(tx: Tx): Promise<Buffer | undefined> {
  const row = await tx.selectFrom("signing_keys").select("private_key_encrypted").limit(1).executeTakeFirst();
  return row?.private_key_encrypted;
}
