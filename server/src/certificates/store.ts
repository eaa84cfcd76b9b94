import { sql } from "kysely";
import type { Db, Tx } from "../platform/database/db.ts";
import type { Envelope, NewRow, Row } from "../platform/database/tables.ts";

export type CertificateRow = Row<"certificates">;
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
export async function markKeyRevoked(tx: Tx, id: string, now: Date): Promise<SigningKeyRow | undefined> {
  return tx
    .updateTable("signing_keys")
    .set((key) => ({ revoked_at: key.fn.coalesce("revoked_at", key.val(now)) }))
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();
}

export async function insertCertificate(db: Db, row: NewRow<"certificates">): Promise<void> {
  await db.insertInto("certificates").values(row).execute();
}

/** Every certificate signed with that key. */
export async function listSignedWith(tx: Tx, key_id: string): Promise<CertificateRow[]> {
  return tx
    .selectFrom("certificates")
    .selectAll()
    .where(sql<boolean>`envelope -> 'signatures' -> 0 ->> 'keyid' = ${key_id}`)
    .orderBy("id")
    .forUpdate()
    .execute();
}

export async function updateEnvelope(tx: Tx, id: string, envelope: Envelope): Promise<void> {
  await tx
    .updateTable("certificates")
    .set({ envelope: JSON.stringify(envelope) })
    .where("id", "=", id)
    .execute();
}

/** Records the position of the log's entry for the certificate. */
export async function markLogged(tx: Tx, id: string, logged_at: number): Promise<void> {
  await tx.updateTable("certificates").set({ logged_at }).where("id", "=", id).execute();
}

/** The certificate of a batch's revision, also of a deleted batch. */
export async function findCertificate(
  db: Db,
  batch_id: string,
  revision: number,
): Promise<CertificateRow | undefined> {
  return db
    .selectFrom("certificates")
    .selectAll()
    .where("batch_id", "=", batch_id)
    .where("revision", "=", revision)
    .executeTakeFirst();
}

/** Finds a certificate by its id alone, for everybody who has the id. */
export async function findCertificateById(db: Db, id: string): Promise<CertificateRow | undefined> {
  return db.selectFrom("certificates").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Undefined if there is no such certificate, or if it is revoked already. */
export async function markRevoked(
  db: Db,
  id: string,
  revoked_reason: string | null,
  now: Date,
): Promise<CertificateRow | undefined> {
  return db
    .updateTable("certificates")
    .set({ revoked_at: now, revoked_reason })
    .where("id", "=", id)
    .where("revoked_at", "is", null)
    .returningAll()
    .executeTakeFirst();
}

/** All revoked keys and certificates, oldest revocation first. */
export async function listRevoked(
  db: Db,
): Promise<Pick<CertificateRow, "id" | "revoked_at" | "revoked_reason">[]> {
  return db
    .selectFrom("certificates")
    .select(["id", "revoked_at", "revoked_reason"])
    .where("revoked_at", "is not", null)
    .orderBy("revoked_at")
    .orderBy("id")
    .execute();
}
