import { randomBytes } from "node:crypto";
import { ServiceError } from "@assay/domain/errors.ts";
import { sql } from "kysely";
import { setMissingOwnerEmail } from "../accounts/store.ts";
import type { Config } from "../config.ts";
import { findPerson, makePerson, resetPassword } from "../people/passwords.ts";
import type { Db, Tx } from "../platform/database/db.ts";
import { refuseTaken } from "./change.ts";
import { hashOf, lockInvitation } from "./open-invitation.ts";
import { updateMember, withdrawInvitation } from "./store.ts";

const LASTS_MS = 7 * 24 * 3_600_000;

/** A link that works once: the person who opens it becomes a member. Assay stores only a hash of its token. */
export interface Invitation {
  readonly url: string;
  readonly expires_at: Date;
}

/**
 * Makes a member's link, which replaces an earlier one. `proves_address` says that the caller mails the link and shows it
 * to nobody: only then does opening it prove that the person holds the address.
 */
export async function invite(
  db: Db,
  { baseUrl }: Pick<Config, "baseUrl">,
  member: { readonly id: string; readonly account_id: string },
  now: Date,
  { proves_address = false }: { readonly proves_address?: boolean } = {},
): Promise<Invitation> {
  const token = randomBytes(32).toString("base64url");
  const expires_at = new Date(now.getTime() + LASTS_MS);
  const row = { hash: hashOf(token), proves_address, created_at: now, expires_at };
  await db
    .insertInto("invitations")
    .values({ member_id: member.id, account_id: member.account_id, ...row })
    .onConflict((conflict) => conflict.column("member_id").doUpdateSet(row))
    .execute();
  return { url: `${baseUrl}/join/${token}`, expires_at: row.expires_at };
}

/** The token in a link. */
export function tokenIn(url: string): string {
  return url.slice(url.lastIndexOf("/") + 1);
}

/** The expiry of each member's open link. */
export async function listInvitedUntil(
  db: Db,
  account_id: string,
  member_ids: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, Date>> {
  const rows = await db
    .selectFrom("invitations")
    .select(["member_id", "expires_at"])
    .where("account_id", "=", account_id)
    .where(sql<boolean>`member_id = any(${member_ids}::text[])`)
    .where("expires_at", ">", now)
    .execute();
  return new Map(rows.map(({ member_id, expires_at }) => [member_id, expires_at]));
}

/** The person who accepts. */
export interface Acceptance {
  readonly name: string;
  readonly password: string;
  readonly email?: string | undefined;
}

/**
 * Uses a link: the member gets a sign-in, or a new password if they already have one. Returns the e-mail address
 * to sign in with. A person who already signs in to another account joins with the password of that account.
 *
 * Throws like `getInvitation`, `invalid_request` if no address is known or a new password is too common,
 * `conflict` if another member of the account has the address, `forbidden` if a person has the address and
 * another password.
 */
export async function acceptInvitation(tx: Tx, token: string, now: Date, sent: Acceptance): Promise<string> {
  const invited = await lockInvitation(tx, token, now);
  const { email: known, person_id, proves_address } = invited;
  const member = { id: invited.member_id, account_id: invited.account_id };
  await withdrawInvitation(tx, member);
  const email = (known ?? sent.email)?.toLowerCase();
  if (email === undefined) throw new ServiceError("invalid_request", "Missing required field: email");
  if (person_id !== null) {
    const { name, password } = sent;
    await resetPassword(tx, { person_id, name, email, password, proves_address }, now);
    return email;
  }
  const person =
    (await findPerson(tx, email, sent.password)) ?? (await makePerson(tx, { ...sent, email }, now));
  const joined = { person_id: person, name: sent.name, email, updated_at: now };
  const { role } = await updateMember(tx, member, joined).catch(refuseTaken);
  // Nobody else could be told that a webhook was disabled; a local service knows an address that nobody reads.
  if (role === "owner" && known === null) await setMissingOwnerEmail(tx, member.account_id, email);
  return email;
}
