import { ServiceError } from "@assay/domain/errors.ts";
import type { Db } from "../platform/db.ts";
import type { Change, NewRow, Row } from "../platform/tables.ts";

export type MemberRow = Row<"members">;

/** What names a member within its account. */
export type MemberKey =
  | { readonly id: string }
  | { readonly external_id: string }
  | { readonly key_id: string };

/** The member of that key; a deleted one is no longer found. */
export async function findMember(db: Db, account_id: string, key: MemberKey): Promise<MemberRow | undefined> {
  return db
    .selectFrom("members")
    .selectAll()
    .where("account_id", "=", account_id)
    .where("deleted_at", "is", null)
    .where((where) => where.and(key))
    .executeTakeFirst();
}

export async function getMember(db: Db, account_id: string, id: string): Promise<MemberRow> {
  const row = await findMember(db, account_id, { id });
  if (row === undefined) throw new ServiceError("not_found", `there is no member ${id}`);
  return row;
}

/** Undefined where the account already has a member with this key or external id. */
export async function insertMemberOnce(db: Db, row: NewRow<"members">): Promise<MemberRow | undefined> {
  return db
    .insertInto("members")
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
}

export async function updateMember(db: Db, id: string, change: Change<"members">): Promise<MemberRow> {
  return db.updateTable("members").set(change).where("id", "=", id).returningAll().executeTakeFirstOrThrow();
}
