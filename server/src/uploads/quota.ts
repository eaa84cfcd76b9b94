import { ServiceError } from "@assay/domain/errors.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../platform/database/db.ts";
import { STORAGE_BYTES } from "../platform/limits.ts";

/**
 * Bytes that the account may still upload. Announced uploads count with their whole size, failed and expired
 * ones not at all, nor the upload `without`.
 */
export async function remainingBytes(db: Db, account_id: string, without?: string): Promise<number> {
  const { plan } = await db
    .selectFrom("accounts")
    .select("plan")
    .where("id", "=", account_id)
    .executeTakeFirstOrThrow();
  const allowed = STORAGE_BYTES[plan];
  if (allowed === null) return Number.POSITIVE_INFINITY;
  const { used } = await db
    .selectFrom("uploads")
    .select(sql<string>`coalesce(sum(coalesce(stored_bytes, size_bytes)), 0)`.as("used"))
    .where("account_id", "=", account_id)
    .where("status", "not in", ["failed", "expired"])
    .where(sql<boolean>`id is distinct from ${without ?? null}`)
    .executeTakeFirstOrThrow();
  return Math.max(0, allowed - Number(used));
}

/**
 * Throws `insufficient_storage` if `bytes` more would exceed the storage of the account's plan. Other uploads
 * of the account wait until `tx` ends, so that concurrent ones cannot exceed it together. If `tx` has inserted the upload of these
 * bytes, `inserted` is its id.
 */
export async function assertFits(
  tx: Tx,
  account_id: string,
  bytes: number,
  inserted?: string,
): Promise<void> {
  const lock = `storage of ${account_id}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(tx);
  const remaining = await remainingBytes(tx, account_id, inserted);
  if (bytes > remaining) throw tooMuchStored(bytes, remaining);
}

/** The refusal of `bytes` if the plan has only `remaining` left. */
export function tooMuchStored(bytes: number, remaining: number): ServiceError {
  return new ServiceError(
    "insufficient_storage",
    `the upload has ${bytes} bytes and the account's plan has room for ${remaining}: delete uploads that no batch uses, or ` +
      "ask the operator for a larger plan",
  );
}
