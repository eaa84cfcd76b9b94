import { SCOPES } from "@assay/domain/member.ts";
import { type AccountRow, insertAccount, insertKey } from "../accounts/store.ts";
import { insertMember } from "../members/store.ts";
import { newApiKey } from "../platform/auth/keys.ts";
import type { Tx } from "../platform/database/db.ts";
import type { AccountsTable } from "../platform/database/tables.ts";
import { newId } from "../platform/ids.ts";

/** Requests a minute by plan; an enterprise account may have another number. */
export const PLAN_RATES: Readonly<Record<AccountsTable["plan"], number>> = {
  starter: 60,
  growth: 300,
  enterprise: 6_000,
};

interface NewAccount {
  readonly name: string;
  readonly email: string | null;
  readonly plan: AccountsTable["plan"];
  /** If undefined, a random key is created. */
  readonly key?: string | undefined;
}

/** Creates an account with its owner and a key with every scope; no later response contains the key. */
export async function createAccount(
  tx: Tx,
  now: Date,
  { name, email, plan, key = newApiKey() }: NewAccount,
): Promise<{ readonly account: AccountRow; readonly key: string }> {
  const times = { created_at: now, updated_at: now };
  const account = await insertAccount(tx, {
    id: newId("account"),
    name,
    owner_email: email,
    plan,
    rate_limit_per_minute: PLAN_RATES[plan],
    ...times,
  });
  const account_id = account.id;
  const owner = { name, email, role: "owner", origin: "account", ...times } as const;
  await insertMember(tx, { id: newId("member"), account_id, ...owner });
  await insertKey(tx, { key, account_id, name: "first key", scopes: [...SCOPES], created_at: now });
  return { account, key };
}
