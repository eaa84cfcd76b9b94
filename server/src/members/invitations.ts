import { createHash, randomBytes } from "node:crypto";
import { ServiceError } from "@assay/domain/errors.ts";
import type { Role } from "@assay/domain/member.ts";
import { sql } from "kysely";
import type { Config } from "../config.ts";
import { findPerson, makePerson, resetPassword } from "../people/passwords.ts";
import type { Db, Tx } from "../platform/database/db.ts";
import { refuseTaken } from "./change.ts";
import { updateMember } from "./store.ts";

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
  member_ids: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, Date>> {
  const rows = await db
    .selectFrom("invitations")
    .select(["member_id", "expires_at"])
    .where(sql<boolean>`member_id = any(${member_ids}::text[])`)
    .where("expires_at", ">", now)
    .execute();
  return new Map(rows.map(({ member_id, expires_at }) => [member_id, expires_at]));
}

/** The purpose and state of a link. */
export interface OpenInvitation {
  readonly account_name: string;
  /** As the inviter wrote it; the address if they wrote none. */
  readonly name: string;
  readonly member_id: string;
  readonly person_id: string | null;
  /** Null: the person who accepts enters it. */
  readonly email: string | null;
  readonly role: Role;
  readonly proves_address: boolean;
}

/** Throws the same `not_found` for an unknown, expired or used link. */
export async function getInvitation(db: Db, token: string, now: Date): Promise<OpenInvitation> {
  const row = await db
    .selectFrom("invitations")
    .innerJoin("members", "members.id", "invitations.member_id")
    .innerJoin("accounts", "accounts.id", "members.account_id")
    .select([
      "accounts.name as account_name",
      "members.name",
      "members.id as member_id",
      "person_id",
      "email",
      "role",
    ])
    .select("proves_address")
    .where("hash", "=", hashOf(token))
    .where("invitations.expires_at", ">", now)
    .where("members.active", "=", true)
    .executeTakeFirst();
  if (row !== undefined) return row;
  throw new ServiceError("not_found", "this link is unknown, used or expired: ask for a new one");
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
  const hash = hashOf(token);
  await tx.selectFrom("invitations").select("member_id").where("hash", "=", hash).forUpdate().execute();
  const { member_id, email: known, person_id, proves_address } = await getInvitation(tx, token, now);
  await tx.deleteFrom("invitations").where("hash", "=", hash).execute();
  const email = (known ?? sent.email)?.toLowerCase();
  if (email === undefined) throw new ServiceError("invalid_request", "Missing required field: email");
  if (person_id !== null) {
    const { name, password } = sent;
    await resetPassword(tx, { person_id, name, email, password, proves_address }, now);
    return email;
  }
  const person =
    (await findPerson(tx, email, sent.password)) ?? (await makePerson(tx, { ...sent, email }, now));
  await updateMember(tx, member_id, { person_id: person, name: sent.name, email, updated_at: now }).catch(
    refuseTaken,
  );
  return email;
}

function hashOf(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

/** Links the members with this e-mail address (in lower case) to a person; their open invitations end. */
export async function linkMembersByAddress(
  tx: Tx,
  person_id: string,
  email: string,
  now: Date,
): Promise<void> {
  const linked = await tx
    .updateTable("members")
    .set({ person_id, updated_at: now })
    .where((where) => where(where.fn<string>("lower", ["email"]), "=", email))
    .where("person_id", "is", null)
    .where("deleted_at", "is", null)
    .returning("id")
    .execute();
  for (const { id } of linked) await tx.deleteFrom("invitations").where("member_id", "=", id).execute();
}
