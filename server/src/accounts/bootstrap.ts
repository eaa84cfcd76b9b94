import { sql } from "kysely";
import type { Deps } from "../deps.ts";
import { hashApiKey } from "../platform/keys.ts";
import { createAccount } from "./create.ts";

/** Any number that nothing else on the database uses as an advisory lock. */
const LOCK = 7_314_202;

/**
 * Makes the first account where there is none, or where the configured key is not known yet; gives the new
 * key to print, undefined where nothing was made. Processes that start together make one account.
 */
export async function bootstrap({ db, now, config }: Deps): Promise<string | undefined> {
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
    const { key } = await createAccount(tx, now(), { name, email: email ?? null, plan, key: apiKey });
    return key;
  });
}
