import { KEYS_CHANNEL } from "../platform/auth/auth.ts";
import type { Db } from "../platform/database/db.ts";
import { notify } from "../platform/database/direct.ts";
import type { KeyRow } from "./store.ts";

/** Revokes a key of any account; undefined if there is no unrevoked one with this id. For the operator. */
export async function revokeAnyKey(db: Db, id: string, revoked_at: Date): Promise<KeyRow | undefined> {
  const keys = db.updateTable("api_keys").set({ revoked_at }).where("id", "=", id);
  const row = await keys.where("revoked_at", "is", null).returningAll().executeTakeFirst();
  if (row !== undefined) await notify(db, KEYS_CHANNEL);
  return row;
}
