import { createHash, randomBytes } from "node:crypto";
import { ServiceError } from "@assay/domain/errors.ts";
import type { Role } from "@assay/domain/member.ts";
import { sql } from "kysely";
import type { Config } from "../config.ts";
import { refuseTaken } from "../members/change.ts";
import { updateMember } from "../members/store.ts";
import type { Db, Tx } from "../platform/db.ts";
import { newId } from "../platform/ids.ts";
import { listMemberships } from "./memberships.ts";

const LASTS_MS = 7 * 24 * 3_600_000;

/** A link that makes whoever opens it a member, once; the token in it is stored nowhere. */
export interface Invitation {
  readonly url: string;
  readonly expires_at: Date;
}

/** Makes a member's link; one that was made before counts no more. */
export async function invite(
  db: Db,
  { baseUrl }: Pick<Config, "baseUrl">,
  member: { readonly id: string; readonly account_id: string },
  now: Date,
): Promise<Invitation> {
  const token = randomBytes(32).toString("base64url");
  const row = { hash: hashOf(token), created_at: now, expires_at: new Date(now.getTime() + LASTS_MS) };
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
}

/** Throws `not_found` for a link that is unknown, over or used: nothing tells these apart. */
export async function getInvitation(db: Db, token: string, now: Date): Promise<OpenInvitation> {
  const row = await db
    .selectFrom("invitations")
    .innerJoin("members", "members.id", "invitations.member_id")
    .innerJoin("accounts", "accounts.id", "members.account_id")
    .select(["accounts.name as account_name", "members.id as member_id", "person_id", "email", "role"])
    .where("hash", "=", hashOf(token))
    .where("invitations.expires_at", ">", now)
    .where("members.active", "=", true)
    .executeTakeFirst();
  if (row !== undefined) return row;
  throw new ServiceError("not_found", "this link was used, is over or never was; ask for a new one");
}

/** Who accepts. */
export interface Acceptance {
  readonly name: string;
  readonly password: string;
  readonly email?: string | undefined;
}

/**
 * Uses a link up: its member gets a sign-in, or, where it had one, a new password. Gives the e-mail address to sign in
 * with. Whoever signs in to another account already proves it with their password.
 *
 * Throws as `getInvitation` does, `invalid_request` where no address is known, `conflict` where a colleague has it,
 * `forbidden` where the address is somebody's and the password is not theirs.
 */
export async function acceptInvitation(tx: Tx, token: string, now: Date, sent: Acceptance): Promise<string> {
  const hash = hashOf(token);
  await tx.selectFrom("invitations").select("member_id").where("hash", "=", hash).forUpdate().execute();
  const { member_id, email: known, person_id } = await getInvitation(tx, token, now);
  await tx.deleteFrom("invitations").where("hash", "=", hash).execute();
  const email = (known ?? sent.email)?.toLowerCase();
  if (email === undefined) throw new ServiceError("invalid_request", "Missing required field: email");
  if (person_id !== null) {
    await resetPassword(tx, person_id, sent.password, now);
    return email;
  }
  const person =
    (await findPerson(tx, email, sent.password)) ?? (await makePerson(tx, { ...sent, email }, now));
  await updateMember(tx, member_id, { person_id: person, name: sent.name, email, updated_at: now }).catch(
    refuseTaken,
  );
  return email;
}

/** Throws `conflict` where the person works for another account too: its people have no say in their password. */
async function resetPassword(tx: Tx, person_id: string, password: string, now: Date): Promise<void> {
  const { hashPassword } = await import("better-auth/crypto");
  const elsewhere = await listMemberships(tx, person_id);
  if (elsewhere.length > 1) {
    throw new ServiceError(
      "conflict",
      "this person works for another account too: sign in with their password",
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

/** The person who has that address, proved by their password; undefined where nobody has it. */
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
  throw new ServiceError("forbidden", `${email} signs in here already: join with the password that it has`);
}

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
    .values({ id, name, email, email_verified: true, ...times })
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
