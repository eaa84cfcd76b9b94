import { sql } from "kysely";
import type { Db, Tx } from "../platform/database/db.ts";
import { changeAll } from "../platform/database/small-steps.ts";
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

/** Revokes a certificate whose account was deleted; whether it was not revoked before. */
export async function insertFormerRevocation(
  db: Db,
  certificate_id: string,
  revoked_reason: string | null,
  revoked_at: Date,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("former_revocations")
    .values({ certificate_id, revoked_at, revoked_reason })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** All revoked certificates, oldest revocation first; those revoked before their account was deleted without a reason. */
export async function listRevoked(
  db: Db,
): Promise<Pick<CertificateRow, "id" | "revoked_at" | "revoked_reason">[]> {
  return await db
    .selectFrom("certificates")
    .select(["id", "revoked_at", "revoked_reason"])
    .where("revoked_at", "is not", null)
    .unionAll(
      db.selectFrom("former_revocations").select(["certificate_id as id", "revoked_at", "revoked_reason"]),
    )
    .orderBy("revoked_at")
    .orderBy("id")
    .execute();
}

/** Up to `limit` certificates signed with that key, in the order of ids behind `after`, locked until `tx` ends. */
export async function listSignedWith(
  tx: Tx,
  key_id: string,
  after: string,
  limit: number,
): Promise<CertificateRow[]> {
  return await tx
    .selectFrom("certificates")
    .selectAll()
    .where("id", ">", after)
    .where(sql<boolean>`envelope -> 'signatures' -> 0 ->> 'keyid' = ${key_id}`)
    .orderBy("id")
    .limit(limit)
    .forUpdate()
    .execute();
}

/**
 * Deletes every bundle, so that it is built and signed again on the next request; the sweep removes the
 * files.
 */
export async function deleteBundles(db: Db): Promise<void> {
  await changeAll(db, {
    table: "artefacts",
    condition: sql`variant like 'bundle:%'`,
    change: (chosen) => sql`delete from artefacts where ${chosen}`,
  });
}
