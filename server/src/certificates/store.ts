import { sql } from "kysely";
import type { Db, Tx } from "../platform/database/db.ts";
import type { Envelope, NewRow, Row } from "../platform/database/tables.ts";

export type CertificateRow = Row<"certificates">;
type CertificateKey = Pick<CertificateRow, "account_id" | "id">;
export type SigningKeyRow = Row<"signing_keys">;

/** The signing key; undefined before the first start has created it. */
export async function findCurrentKey(db: Db): Promise<SigningKeyRow | undefined> {
  return db.selectFrom("signing_keys").selectAll().where("retired_at", "is", null).executeTakeFirst();
}

/** Every key ever created, oldest first. */
export async function listSigningKeys(db: Db): Promise<SigningKeyRow[]> {
  return db.selectFrom("signing_keys").selectAll().orderBy("created_at").orderBy("id").execute();
}

/** Does nothing if another key signs. */
export async function insertSigningKey(db: Db, row: NewRow<"signing_keys">): Promise<void> {
  await db
    .insertInto("signing_keys")
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Ends the signing of the current key, if there is one. */
export async function retireCurrentKey(tx: Tx, now: Date): Promise<void> {
  await tx.updateTable("signing_keys").set({ retired_at: now }).where("retired_at", "is", null).execute();
}

/** Undefined if there is no such key. */
export async function markKeyRevoked(db: Db, id: string, now: Date): Promise<SigningKeyRow | undefined> {
  return db
    .updateTable("signing_keys")
    .set((key) => ({ revoked_at: key.fn.coalesce("revoked_at", key.val(now)) }))
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();
}

export async function insertCertificate(db: Db, row: NewRow<"certificates">): Promise<void> {
  await db.insertInto("certificates").values(row).execute();
}

export async function updateEnvelope(
  tx: Tx,
  { account_id, id }: CertificateKey,
  envelope: Envelope,
): Promise<void> {
  await tx
    .updateTable("certificates")
    .set({ envelope: JSON.stringify(envelope) })
    .where("account_id", "=", account_id)
    .where("id", "=", id)
    .execute();
}

/** Records the position of the log's entry for the certificate. */
export async function markLogged(
  tx: Tx,
  { account_id, id }: CertificateKey,
  logged_at: number,
): Promise<void> {
  await tx
    .updateTable("certificates")
    .set({ logged_at })
    .where("account_id", "=", account_id)
    .where("id", "=", id)
    .execute();
}

/** The certificate of a batch's revision, also of a deleted batch. */
export async function findCertificate(
  db: Db,
  key: Pick<CertificateRow, "account_id" | "batch_id">,
  revision: number,
): Promise<CertificateRow | undefined> {
  return certificatesOf(db, key).where("revision", "=", revision).executeTakeFirst();
}

/** The certificate of the newest revision of a batch. */
export async function findLatestCertificate(
  db: Db,
  key: Pick<CertificateRow, "account_id" | "batch_id">,
): Promise<CertificateRow | undefined> {
  return certificatesOf(db, key).orderBy("revision", "desc").limit(1).executeTakeFirst();
}

function certificatesOf(db: Db, { account_id, batch_id }: Pick<CertificateRow, "account_id" | "batch_id">) {
  return db
    .selectFrom("certificates")
    .selectAll()
    .where("account_id", "=", account_id)
    .where("batch_id", "=", batch_id);
}

/**
 * Deletes the certificates of a batch whose account is deleted, and keeps their revocations, in one statement: one that commits
 * meanwhile is kept too. Returns how many there were.
 */
export async function deleteCertificates(db: Db, account_id: string, batch_id: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with gone as (
      delete from certificates where account_id = ${account_id} and batch_id = ${batch_id} returning id, revoked_at
    ), kept as (
      insert into former_revocations (certificate_id, revoked_at)
      select id, revoked_at from gone where revoked_at is not null
      on conflict do nothing
    )
    select count(*)::integer from gone`.execute(db);
  return rows[0]?.count ?? 0;
}
