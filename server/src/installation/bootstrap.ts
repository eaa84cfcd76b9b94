import { sql } from "kysely";
import type { Deps } from "../deps.ts";
import { inviteOwner } from "../members/invite-owner.ts";
import { hashApiKey } from "../platform/auth/keys.ts";
import { createAccount } from "./create-account.ts";

/** Any number that no other advisory lock in the database uses. */
const LOCK = 7_314_202;

/**
 * The credentials of a new account, each shown once: its key, and the link by which its owner sets a
 * password.
 */
export interface FirstAccess {
  readonly key: string;
  readonly link: string;
}

/**
 * Creates the first account if there has never been one, or one for the configured key if that is new; returns what to print,
 * undefined if nothing was created. The key of a deleted account is not new. Processes that start together create one account.
 */
export async function bootstrap({ db, now, config }: Deps): Promise<FirstAccess | undefined> {
  const { apiKey, email, plan } = config.bootstrap;
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx);
    const keys = tx
      .selectFrom("api_keys")
      .select("hash")
      .unionAll(tx.selectFrom("former_keys").select("hash"))
      .as("keys");
    const known = tx.selectFrom(keys).select("hash").limit(1);
    const found = await (apiKey === undefined
      ? known
      : known.where("hash", "=", hashApiKey(apiKey))
    ).executeTakeFirst();
    if (found !== undefined) return undefined;
    const name = email?.split("@")[1] ?? "First account";
    const made = await createAccount(tx, now(), { name, email: email ?? null, plan, key: apiKey });
    return { key: made.key, link: (await inviteOwner(tx, config, made.account.id, now())).url };
  });
}
