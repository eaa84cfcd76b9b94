import { createHash } from "node:crypto";
import { ServiceError } from "@assay/domain/errors.ts";
import type { Role } from "@assay/domain/member.ts";
import type { Db, Tx } from "../platform/database/db.ts";

/** The purpose and state of a link. */
export interface OpenInvitation {
  readonly account_id: string;
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
      "accounts.id as account_id",
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

/** The same, locked until `tx` ends. */
export async function lockInvitation(tx: Tx, token: string, now: Date): Promise<OpenInvitation> {
  const hash = hashOf(token);
  await tx.selectFrom("invitations").select("member_id").where("hash", "=", hash).forUpdate().execute();
  return getInvitation(tx, token, now);
}

/** What is stored of the token in a link. */
export function hashOf(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
