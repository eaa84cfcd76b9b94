import type { Role } from "@assay/domain/member.ts";
import type { Db } from "../platform/database/db.ts";

/** A person's membership in an account. */
export interface Membership {
  readonly member_id: string;
  readonly account_id: string;
  readonly account_name: string;
  readonly name: string;
  readonly role: Role;
}

/** A person's active memberships, oldest first. */
export async function listMemberships(db: Db, person_id: string): Promise<Membership[]> {
  return db
    .selectFrom("members")
    .innerJoin("accounts", "accounts.id", "members.account_id")
    .select([
      "members.id as member_id",
      "account_id",
      "accounts.name as account_name",
      "members.name",
      "role",
    ])
    .where("person_id", "=", person_id)
    .where("active", "=", true)
    .where("deleted_at", "is", null)
    .orderBy("members.created_at")
    .orderBy("members.id")
    .execute();
}

/** Deletes a person without a membership, with their password and sessions. */
export async function deletePersonWithoutMembers(db: Db, id: string): Promise<void> {
  await db
    .deleteFrom("people")
    .where("id", "=", id)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom("members").select("id").where("person_id", "=", id))),
    )
    .execute();
}
