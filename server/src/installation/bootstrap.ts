import { sql } from "kysely";
import type { Deps } from "../deps.ts";
import { inviteOwner } from "../members/invite-owner.ts";
import { hashApiKey } from "../platform/auth/keys.ts";
import { createAccount } from "./create-account.ts";

/** Any number that nothing else on the database uses as an advisory lock. */
const LOCK = 7_314_202;

/** What opens a new account, each shown once: its key, and the link by which its owner gets a password. */
export interface FirstAccess {
  readonly key: string;
  readonly link: string;
}

/**
 * Makes the first account where there is none, or where the configured key is not known yet; gives what to print,
 * undefined where nothing was made. Processes that start together make one account.
 */
export async function bootstrap({ db, now, config }: Deps): Promise<FirstAccess | undefined> {
  const { apiKey, email, plan } = config.bootstrap;
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx);
    const known = tx.selectFrom("api_keys").select("id").limit(1);
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
