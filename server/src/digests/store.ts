import type { Db, Tx } from "../platform/database/db.ts";
import type { Change, Row } from "../platform/database/tables.ts";

const DAY_MS = 24 * 3_600_000;

/** Identifies the digest of a member. */
export type DigestKey = Pick<Row<"digests">, "account_id" | "member_id">;

/** Whether a member gets a daily mail. */
export async function hasDigest(db: Db, { account_id, member_id }: DigestKey): Promise<boolean> {
  const row = await db
    .selectFrom("digests")
    .select("member_id")
    .where("account_id", "=", account_id)
    .where("member_id", "=", member_id)
    .executeTakeFirst();
  return row !== undefined;
}

/** Where the mails of a member go, and of which account they are; undefined for a member who cannot sign in. */
export async function findAddress(
  db: Db,
  { account_id, member_id }: DigestKey,
): Promise<{ readonly email: string; readonly account_name: string } | undefined> {
  return db
    .selectFrom("members")
    .innerJoin("people", "people.id", "members.person_id")
    .innerJoin("accounts", "accounts.id", "members.account_id")
    .select(["people.email", "accounts.name as account_name"])
    .where("members.account_id", "=", account_id)
    .where("members.id", "=", member_id)
    .executeTakeFirst();
}

/**
 * Turns the daily mail on. The first one is due in a day, so that turning it off and on gives no second one within a day. It
 * tells all that waits then, and the outcomes of batches from now on. Turned on already, nothing changes.
 */
export async function turnOn(tx: Tx, { account_id, member_id }: DigestKey, now: Date): Promise<void> {
  const due_at = new Date(now.getTime() + DAY_MS);
  await tx
    .insertInto("digests")
    .values({ account_id, member_id, due_at, checked_at: now, told: "{}" })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Turns the daily mail off. */
export async function turnOff(db: Db, { account_id, member_id }: DigestKey): Promise<void> {
  await db
    .deleteFrom("digests")
    .where("account_id", "=", account_id)
    .where("member_id", "=", member_id)
    .execute();
}

/** The digest of a member if it is due, locked until `tx` ends. */
export async function lockDue(
  tx: Tx,
  { account_id, member_id }: DigestKey,
  now: Date,
): Promise<Row<"digests"> | undefined> {
  return tx
    .selectFrom("digests")
    .selectAll()
    .where("account_id", "=", account_id)
    .where("member_id", "=", member_id)
    .where("due_at", "<=", now)
    .forUpdate()
    .executeTakeFirst();
}

/** Changes a digest. With `ifDueAt` only if it is still due then: nobody has changed it meanwhile. */
export async function updateDigest(
  db: Db,
  { account_id, member_id }: DigestKey,
  change: Change<"digests">,
  ifDueAt?: Date,
): Promise<void> {
  let query = db
    .updateTable("digests")
    .set(change)
    .where("account_id", "=", account_id)
    .where("member_id", "=", member_id);
  if (ifDueAt !== undefined) query = query.where("due_at", "=", ifDueAt);
  await query.execute();
}
