import { sql } from "kysely";
import type { Db, Tx } from "../platform/database/db.ts";
import type { CertificateRow } from "./store.ts";

// Everybody who has the id of a certificate reads it, and the operator revokes certificates and keys of all accounts.

/** Finds a certificate by its id alone, for everybody who has the id. */
export async function findCertificateById(db: Db, id: string): Promise<CertificateRow | undefined> {
  return await db.selectFrom("certificates").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Undefined if there is no such certificate, or if it is revoked already. */
export async function markRevoked(
  db: Db,
  id: string,
  revoked_reason: string | null,
  now: Date,
): Promise<CertificateRow | undefined> {
  return await db
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
  return await db
    .selectFrom("certificates")
    .select(["id", "revoked_at", "revoked_reason"])
    .where("revoked_at", "is not", null)
    .orderBy("revoked_at")
    .orderBy("id")
    .execute();
}

/** Every certificate signed with that key. */
export async function listSignedWith(tx: Tx, key_id: string): Promise<CertificateRow[]> {
  return await tx
    .selectFrom("certificates")
    .selectAll()
    .where(sql<boolean>`envelope -> 'signatures' -> 0 ->> 'keyid' = ${key_id}`)
    .orderBy("id")
    .forUpdate()
    .execute();
}

/**
 * Deletes every bundle, so that it is built and signed again on the next request; the sweep removes the
 * files.
 */
export async function deleteBundles(tx: Tx): Promise<void> {
  await tx.deleteFrom("artefacts").where("variant", "like", "bundle:%").execute();
}
