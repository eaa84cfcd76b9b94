import { ServiceError } from "@assay/domain/errors.ts";
import { sql } from "kysely";
import { KEYS_CHANNEL } from "../platform/auth/auth.ts";
import { hashApiKey } from "../platform/auth/keys.ts";
import type { Db, Tx } from "../platform/database/db.ts";
import { notify } from "../platform/database/direct.ts";
import type { Change, NewRow, Row } from "../platform/database/tables.ts";
import { newId } from "../platform/ids.ts";

export type AccountRow = Row<"accounts">;
export type KeyRow = Row<"api_keys">;

/** The caller's account. */
export async function getAccount(db: Db, id: string): Promise<AccountRow> {
  const row = await db.selectFrom("accounts").selectAll().where("id", "=", id).executeTakeFirst();
  if (row === undefined) throw new ServiceError("not_found", `there is no account ${id}`);
  return row;
}

/**
 * The same, locked until `tx` ends, so that changes of an account's keys or owners run one after the other.
 * Other transactions can still insert rows that refer to the account.
 */
export async function lockAccount(tx: Tx, id: string): Promise<AccountRow> {
  const row = await tx
    .selectFrom("accounts")
    .selectAll()
    .where("id", "=", id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (row === undefined) throw new ServiceError("not_found", `there is no account ${id}`);
  return row;
}

export async function insertAccount(db: Db, row: NewRow<"accounts">): Promise<AccountRow> {
  return db.insertInto("accounts").values(row).returningAll().executeTakeFirstOrThrow();
}

export async function updateAccount(db: Db, id: string, change: Change<"accounts">): Promise<AccountRow> {
  return db.updateTable("accounts").set(change).where("id", "=", id).returningAll().executeTakeFirstOrThrow();
}

/** Sets the address of the account's owner where it has none. */
export async function setMissingOwnerEmail(tx: Tx, id: string, owner_email: string): Promise<void> {
  await tx
    .updateTable("accounts")
    .set({ owner_email })
    .where("id", "=", id)
    .where("owner_email", "is", null)
    .execute();
}

/** Every account, oldest first; for the operator. */
export async function listAccounts(db: Db): Promise<AccountRow[]> {
  return db.selectFrom("accounts").selectAll().orderBy("created_at").orderBy("id").execute();
}

/** Stores the hash of `key` and its visible parts, never the key. */
export async function insertKey(
  db: Db,
  { key, ...row }: Omit<NewRow<"api_keys">, "id" | "hash" | "prefix" | "last4"> & { readonly key: string },
): Promise<KeyRow> {
  const shown = { prefix: key.slice(0, 14), last4: key.slice(-4) };
  return db
    .insertInto("api_keys")
    .values({ ...row, ...shown, id: newId("key"), hash: hashApiKey(key) })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** An account's key; throws `not_found`, also if it was revoked. */
export async function getKey(db: Db, account_id: string, id: string): Promise<KeyRow> {
  const row = await selectKeys(db, account_id).where("id", "=", id).executeTakeFirst();
  if (row === undefined) throw new ServiceError("not_found", `there is no API key ${id}`);
  return row;
}

/** The keys of an account that were not revoked. */
export function selectKeys(db: Db, account_id: string) {
  return db
    .selectFrom("api_keys")
    .selectAll()
    .where("account_id", "=", account_id)
    .where("revoked_at", "is", null);
}

/** Every key that an account has ever had, oldest first; for the operator. */
export async function listKeys(db: Db, account_id: string): Promise<KeyRow[]> {
  const keys = db.selectFrom("api_keys").selectAll().where("account_id", "=", account_id);
  return keys.orderBy("created_at").orderBy("id").execute();
}

export async function updateKey(
  tx: Tx,
  { account_id, id }: Pick<KeyRow, "account_id" | "id">,
  change: Change<"api_keys">,
): Promise<KeyRow> {
  await notify(tx, KEYS_CHANNEL);
  return tx
    .updateTable("api_keys")
    .set(change)
    .where("account_id", "=", account_id)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Deletes the keys of an account, which is deleted too; `bootstrap` knows their hashes for ever. Returns how many there were. */
export async function deleteKeys(tx: Tx, account_id: string): Promise<number> {
  const { numAffectedRows } = await sql`
    with deleted as (delete from api_keys where account_id = ${account_id} returning hash)
    insert into former_keys (hash) select hash from deleted on conflict do nothing`.execute(tx);
  return Number(numAffectedRows);
}
