import { ServiceError } from "@assay/domain/errors.ts";
import type { Scope } from "@assay/domain/member.ts";
import type { Caller } from "../platform/auth/auth.ts";
import { newApiKey } from "../platform/auth/keys.ts";
import type { Tx } from "../platform/database/db.ts";
import { LIMITS } from "../platform/limits.ts";
import type { ChangeApiKey, CreateApiKey } from "./schemas.ts";
import { getKey, insertKey, type KeyRow, lockAccount, selectKeys, updateKey } from "./store.ts";

/** The caller that creates or changes a key; an operator has no key. */
type Maker = Pick<Caller, "account_id" | "scopes"> & { readonly key_id?: string };

/**
 * Makes a key with the caller's scopes and `expires_at` as defaults; no other response contains the secret. Throws
 * `forbidden` for a scope that the caller lacks and for a key that outlives the caller's, `limit_exceeded` if the account
 * has 100 keys.
 */
export async function createKey(
  tx: Tx,
  caller: Maker,
  now: Date,
  { name, scopes = [...caller.scopes], expires_at }: CreateApiKey,
): Promise<{ readonly row: KeyRow; readonly key: string }> {
  const { account_id } = caller;
  assertHas(caller, scopes);
  await lockAccount(tx, account_id);
  const known = await selectKeys(tx, account_id).execute();
  if (known.length >= LIMITS.api_keys) {
    throw new ServiceError(
      "limit_exceeded",
      `an account has at most ${LIMITS.api_keys} API keys; delete one first`,
    );
  }
  const key = newApiKey();
  const row = await insertKey(tx, {
    key,
    account_id,
    name,
    scopes,
    expires_at: await expiry(tx, caller, expires_at, now),
    created_at: now,
  });
  return { row, key };
}

/** Changes a key of a locked account, by the rules for a new one; throws `conflict` like `revokeKey`. */
export async function changeKey(
  tx: Tx,
  caller: Caller,
  now: Date,
  before: KeyRow,
  sent: ChangeApiKey,
): Promise<KeyRow> {
  const { name = before.name, scopes = before.scopes, expires_at } = sent;
  if (sent.scopes !== undefined) assertHas(caller, sent.scopes);
  if (!scopes.includes("keys:write")) await assertAnotherWriter(tx, before, now);
  const expires = expires_at === undefined ? before.expires_at : await expiry(tx, caller, expires_at, now);
  return updateKey(tx, before, { name, scopes, expires_at: expires });
}

/** Revokes a key of a locked account. Throws `conflict` if no remaining key could create others. */
export async function revokeKey(tx: Tx, before: KeyRow, now: Date): Promise<void> {
  await assertAnotherWriter(tx, before, now);
  await updateKey(tx, before, { revoked_at: now });
}

/** A key, with its account locked so that two concurrent changes cannot each rely on the other's key. */
export async function lockKey(tx: Tx, account_id: string, id: string): Promise<KeyRow> {
  await lockAccount(tx, account_id);
  return getKey(tx, account_id, id);
}

function assertHas(caller: Maker, scopes: readonly Scope[]): void {
  const lacking = scopes.filter((scope) => !caller.scopes.has(scope));
  if (lacking.length > 0) {
    throw new ServiceError(
      "forbidden",
      `a key cannot give scopes that it does not have: ${lacking.join(", ")}`,
    );
  }
}

async function expiry(
  tx: Tx,
  { account_id, key_id }: Maker,
  sent: string | null | undefined,
  now: Date,
): Promise<Date | null> {
  const limit = key_id === undefined ? null : (await getKey(tx, account_id, key_id)).expires_at;
  if (sent === undefined) return limit;
  const time = sent === null ? null : new Date(sent);
  if (time !== null && time <= now) {
    throw new ServiceError("invalid_request", "expires_at must be in the future");
  }
  if (limit !== null && (time === null || time > limit)) {
    throw new ServiceError(
      "forbidden",
      `expires_at: must be at most ${limit.toISOString()}, when the calling key expires`,
    );
  }
  return time;
}

async function assertAnotherWriter(tx: Tx, key: KeyRow, now: Date): Promise<void> {
  if (!key.scopes.includes("keys:write")) return;
  const keys = await selectKeys(tx, key.account_id).execute();
  const isWriter = (other: KeyRow): boolean =>
    other.scopes.includes("keys:write") && (other.expires_at === null || other.expires_at > now);
  if (!keys.some((other) => other.id !== key.id && isWriter(other))) {
    throw new ServiceError("conflict", "this is the account's last key with the scope keys:write");
  }
}
