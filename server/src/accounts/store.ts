import { ServiceError } from "@assay/domain/errors.ts";
import type { Db } from "../platform/db.ts";
import { newId } from "../platform/ids.ts";
import { hashApiKey } from "../platform/keys.ts";
import type { NewRow, Row } from "../platform/tables.ts";

export type AccountRow = Row<"accounts">;

/** The caller's account. */
export async function getAccount(db: Db, id: string): Promise<AccountRow> {
  const row = await db.selectFrom("accounts").selectAll().where("id", "=", id).executeTakeFirst();
  if (row === undefined) throw new ServiceError("not_found", `there is no account ${id}`);
  return row;
}

export async function insertAccount(db: Db, row: NewRow<"accounts">): Promise<AccountRow> {
  return db.insertInto("accounts").values(row).returningAll().executeTakeFirstOrThrow();
}

/** Stores the hash of `key` and what is shown of it, never the key. */
export async function insertKey(
  db: Db,
  { key, ...row }: Omit<NewRow<"api_keys">, "id" | "hash" | "prefix" | "last4"> & { readonly key: string },
): Promise<Row<"api_keys">> {
  const shown = { prefix: key.slice(0, 14), last4: key.slice(-4) };
  return db
    .insertInto("api_keys")
    .values({ ...row, ...shown, id: newId("key"), hash: hashApiKey(key) })
    .returningAll()
    .executeTakeFirstOrThrow();
}
