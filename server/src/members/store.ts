import { ServiceError } from "@assay/domain/errors.ts";
import { sql } from "kysely";
import { lockAccount } from "../accounts/store.ts";
import type { Db, Tx } from "../platform/database/db.ts";
import type { Change, NewRow, Row } from "../platform/database/tables.ts";
import { isId } from "../platform/ids.ts";

export type MemberRow = Row<"members">;

/** Identifies a member within its account. */
export type MemberKey =
  | { readonly id: string }
  | { readonly external_id: string }
  | { readonly key_id: string };

/** The member named by `annotator`: by its id, or by its external id. */
export function keyOfAnnotator(
  annotator: string,
): { readonly id: string } | { readonly external_id: string } {
  return isId("member", annotator) ? { id: annotator } : { external_id: annotator };
}

/** The member of that key; excludes deleted ones. */
export async function findMember(db: Db, account_id: string, key: MemberKey): Promise<MemberRow | undefined> {
  return selectMembers(db, account_id)
    .where((where) => where.and(key))
    .executeTakeFirst();
}

/** The account's member; throws `not_found`, also if it was deleted. */
export async function getMember(db: Db, account_id: string, id: string): Promise<MemberRow> {
  return (await findMember(db, account_id, { id })) ?? missing(id);
}

/**
 * The same, locked until `tx` ends, after its account, so that two owners cannot each rely on the other to
 * stay.
 */
export async function lockMember(tx: Tx, account_id: string, id: string): Promise<MemberRow> {
  await lockAccount(tx, account_id);
  const row = await selectMembers(tx, account_id).where("id", "=", id).forUpdate().executeTakeFirst();
  return row ?? missing(id);
}

/** At most 500 external ids of members whose lengths lie between two, the last active first. */
export async function listExternalIds(
  db: Db,
  account_id: string,
  [shortest, longest]: readonly [number, number],
): Promise<string[]> {
  const { rows } = await sql<{ external_id: string }>`
    select external_id from members
    where account_id = ${account_id} and deleted_at is null
      and char_length(external_id) between ${shortest}::integer and ${longest}::integer
    order by last_active_at desc nulls last, id limit 500`.execute(db);
  return rows.map(({ external_id }) => external_id);
}

/** The external ids by which annotators are named, by member; absent for members without one. */
export async function readExternalIds(
  db: Db,
  account_id: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; external_id: string }>`
    select id, external_id from members
    where account_id = ${account_id} and id = any(${ids}) and external_id is not null`.execute(db);
  return new Map(rows.map(({ id, external_id }) => [id, external_id]));
}

/** The account's members except deleted ones. */
export function selectMembers(db: Db, account_id: string) {
  return db
    .selectFrom("members")
    .selectAll()
    .where("account_id", "=", account_id)
    .where("deleted_at", "is", null);
}

/**
 * Whether nobody else of the account could check this member's work. Others count if they are active people who may
 * answer; the account's original owner counts only after their first activity.
 */
export async function isAlone(db: Db, account_id: string, member_id: string): Promise<boolean> {
  const other = await selectMembers(db, account_id)
    .where("id", "!=", member_id)
    .where("active", "=", true)
    .where("role", "!=", "viewer")
    .where("is_model", "=", false)
    .where((where) => where.or([where("origin", "!=", "account"), where("last_active_at", "is not", null)]))
    .limit(1)
    .executeTakeFirst();
  return other === undefined;
}

/** Whether the account has an active owner besides `member`. */
export async function hasOtherOwner(db: Db, { account_id, id }: MemberRow): Promise<boolean> {
  const other = await selectMembers(db, account_id)
    .where("id", "!=", id)
    .where("role", "=", "owner")
    .where("active", "=", true)
    .executeTakeFirst();
  return other !== undefined;
}

export async function insertMember(db: Db, row: NewRow<"members">): Promise<MemberRow> {
  return db.insertInto("members").values(row).returningAll().executeTakeFirstOrThrow();
}

/** Undefined if the account already has a member with this key or external id. */
export async function insertMemberOnce(db: Db, row: NewRow<"members">): Promise<MemberRow | undefined> {
  return db
    .insertInto("members")
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
}

export async function updateMember(
  db: Db,
  { id, account_id }: Pick<MemberRow, "id" | "account_id">,
  change: Change<"members">,
): Promise<MemberRow> {
  return db
    .updateTable("members")
    .set(change)
    .where("account_id", "=", account_id)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Makes a member's open link unusable. */
export async function withdrawInvitation(
  tx: Tx,
  { id, account_id }: Pick<MemberRow, "id" | "account_id">,
): Promise<void> {
  await tx
    .deleteFrom("invitations")
    .where("account_id", "=", account_id)
    .where("member_id", "=", id)
    .execute();
}

function missing(id: string): never {
  throw new ServiceError("not_found", `there is no member ${id}`);
}
