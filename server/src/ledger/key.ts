import { randomBytes } from "node:crypto";
import type { Secrets } from "../platform/auth/secrets.ts";
import type { Tx } from "../platform/database/db.ts";

const KEY_BYTES = 32;

/**
 * The account's key for digests of contents, made at the first use. It is stored, encrypted, because a key
 * derived from the master key would change with it, and all that the ledger holds would be forgotten. The
 * caller holds the account's lock on the ledger.
 */
export async function ledgerKey(tx: Tx, secrets: Secrets, account_id: string): Promise<Buffer> {
  const row = await tx
    .selectFrom("ledger_keys")
    .select("key_encrypted")
    .where("account_id", "=", account_id)
    .executeTakeFirst();
  if (row !== undefined) return Buffer.from(secrets.decrypt(row.key_encrypted), "base64");
  const key = randomBytes(KEY_BYTES);
  const key_encrypted = secrets.encrypt(key.toString("base64"));
  await tx.insertInto("ledger_keys").values({ account_id, key_encrypted }).execute();
  return key;
}
