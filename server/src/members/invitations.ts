import { createHash, randomBytes } from "node:crypto";
import { ServiceError } from "@assay/domain/errors.ts";
import type { Role } from "@assay/domain/member.ts";
import { sql } from "kysely";
import type { Config } from "../config.ts";
import { listMemberships } from "../people/memberships.ts";
import type { Db, Tx } from "../platform/database/db.ts";
import { newId } from "../platform/ids.ts";
import { refuseTaken } from "./change.ts";
import { updateMember } from "./store.ts";

const LASTS_MS = 7 * 24 * 3_600_000;

/** A link that makes whoever opens it a member, once; Assay does not store the token in it. */
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

/** The token of a link. */
export function tokenIn(url: string): string {
  return url.slice(url.lastIndexOf("/") + 1);
}

/** Until when each of the members that has an open link may use it. */
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

/** What a link is for. */
export interface OpenInvitation {
  readonly account_name: string;
  readonly member_id: string;
  readonly person_id: string | null;
  /** Null: whoever accepts says it. */
  readonly email: string | null;
  readonly role: Role;
  readonly proves_address: boolean;
}

/** Throws the same `not_found` for a link that is unknown, expired or used. */
export async function getInvitation(db: Db, token: string, now: Date): Promise<OpenInvitation> {
  const row = await db
    .selectFrom("invitations")
    .innerJoin("members", "members.id", "invitations.member_id")
    .innerJoin("accounts", "accounts.id", "members.account_id")
    .select(["accounts.name as account_name", "members.id as member_id", "person_id", "email", "role"])
    .select("proves_address")
    .where("hash", "=", hashOf(token))
    .where("invitations.expires_at", ">", now)
    .where("members.active", "=", true)
    .executeTakeFirst();
  if (row !== undefined) return row;
  throw new ServiceError("not_found", "this link is unknown, used or expired: ask for a new one");
}

/** Who accepts. */
export interface Acceptance {
  readonly name: string;
  readonly password: string;
  readonly email?: string | undefined;
}

/**
 * Uses a link up: its member gets a sign-in, or a new password if they have one. Returns the e-mail address to sign in
 * with. A person who already signs in to another account joins with the password that they have there.
 *
 * Throws as `getInvitation` does, `invalid_request` if no address is known, `conflict` if another member of the account
 * has it, `forbidden` if a person has the address and another password.
 */
export async function acceptInvitation(tx: Tx, token: string, now: Date, sent: Acceptance): Promise<string> {
  const hash = hashOf(token);
  await tx.selectFrom("invitations").select("member_id").where("hash", "=", hash).forUpdate().execute();
  const { member_id, email: known, person_id, proves_address } = await getInvitation(tx, token, now);
  await tx.deleteFrom("invitations").where("hash", "=", hash).execute();
  const email = (known ?? sent.email)?.toLowerCase();
  if (email === undefined) throw new ServiceError("invalid_request", "Missing required field: email");
  if (person_id !== null) {
    await resetPassword(tx, { person_id, password: sent.password, proves_address }, now);
    return email;
  }
  const person =
    (await findPerson(tx, email, sent.password)) ?? (await makePerson(tx, { ...sent, email }, now));
  await updateMember(tx, member_id, { person_id: person, name: sent.name, email, updated_at: now }).catch(
    refuseTaken,
  );
  return email;
}

interface NewPassword {
  readonly person_id: string;
  readonly password: string;
  /** Whether only the person's mailbox got the link. */
  readonly proves_address: boolean;
}

/** Throws `conflict` if the link was shown and the person is a member of another account, whose data it would open. */
async function resetPassword(
  tx: Tx,
  { person_id, password, proves_address }: NewPassword,
  now: Date,
): Promise<void> {
  const { hashPassword } = await import("better-auth/crypto");
  if (proves_address) {
    await tx
      .updateTable("people")
      .set({ email_verified: true, updated_at: now })
      .where("id", "=", person_id)
      .execute();
  } else if ((await listMemberships(tx, person_id)).length > 1) {
    throw new ServiceError(
      "conflict",
      "this person is a member of another account too: they set a new password by a link that is mailed to them",
    );
  }
  const hash = { password: await hashPassword(password), updated_at: now };
  const { numUpdatedRows } = await tx
    .updateTable("credentials")
    .set(hash)
    .where("person_id", "=", person_id)
    .where("provider", "=", "credential")
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) await insertPassword(tx, person_id, hash.password, now);
  await tx.deleteFrom("sessions").where("person_id", "=", person_id).execute();
}

/** The person with this address and password; undefined if nobody has the address, `forbidden` for another password. */
async function findPerson(tx: Tx, email: string, password: string): Promise<string | undefined> {
  const { verifyPassword } = await import("better-auth/crypto");
  const row = await tx
    .selectFrom("people")
    .leftJoin("credentials", (join) =>
      join.onRef("person_id", "=", "people.id").on("provider", "=", "credential"),
    )
    .select(["people.id", "password"])
    .where("email", "=", email)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const isTheirs = row.password !== null && (await verifyPassword({ hash: row.password, password }));
  if (isTheirs) return row.id;
  throw new ServiceError("forbidden", `${email} already has a password here: enter that password to join`);
}

/** The inviter saw the link too, so the new person's address is not proven. */
async function makePerson(
  tx: Tx,
  { name, email, password }: Acceptance & { readonly email: string },
  now: Date,
): Promise<string> {
  const { hashPassword } = await import("better-auth/crypto");
  const id = newId("person");
  const times = { created_at: now, updated_at: now };
  await tx
    .insertInto("people")
    .values({ id, name, email, email_verified: false, ...times })
    .execute();
  await insertPassword(tx, id, await hashPassword(password), now);
  return id;
}

async function insertPassword(tx: Tx, person_id: string, password: string, now: Date): Promise<void> {
  const times = { created_at: now, updated_at: now };
  await tx
    .insertInto("credentials")
    .values({
      id: newId("credential"),
      person_id,
      provider: "credential",
      subject: person_id,
      password,
      ...times,
    })
    .execute();
}

function hashOf(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
