import { ServiceError } from "@assay/domain/errors.ts";
import { getAccount } from "../accounts/store.ts";
import type { Config } from "../config.ts";
import type { Tx } from "../platform/database/db.ts";
import { type Invitation, invite } from "./invitations.ts";
import { selectMembers } from "./store.ts";

/**
 * A link with which the oldest active owner of an account sets a password. Throws `not_found` for an unknown
 * account.
 */
export async function inviteOwner(
  tx: Tx,
  config: Pick<Config, "baseUrl">,
  account_id: string,
  now: Date,
): Promise<Invitation> {
  const { id } = await getAccount(tx, account_id);
  const owner = await selectMembers(tx, id)
    .where("role", "=", "owner")
    .where("active", "=", true)
    .orderBy("created_at")
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
  if (owner === undefined) throw new ServiceError("not_found", `the account ${id} has no active owner`);
  return invite(tx, config, owner, now);
}
