import { firstDue, movedDue } from "@assay/domain/digest.ts";
import type { Db, Tx } from "../platform/database/db.ts";
import type { Change, Row } from "../platform/database/tables.ts";

/** Identifies the digest of a member. */
export type DigestKey = Pick<Row<"digests">, "account_id" | "member_id">;

/** The digest of a member; undefined for one who gets none. */
export async function findDigest(
  db: Db,
  { account_id, member_id }: DigestKey,
): Promise<Pick<Row<"digests">, "time_zone" | "due_at"> | undefined> {
  return db
    .selectFrom("digests")
    .select(["time_zone", "due_at"])
    .where("account_id", "=", account_id)
    .where("member_id", "=", member_id)
    .executeTakeFirst();
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
 * Turns the daily mail on. The first one is due 20 hours later or more, so that turning it off and on gives no second one within a day.
 * It tells all that waits then, and the outcomes of batches from now on. Turned on already, it only takes another time zone, and is not
 * due earlier by that. Undefined: the time zone stays, or there is none.
 */
export async function turnOn(
  tx: Tx,
  { account_id, member_id }: DigestKey,
  time_zone: string | undefined,
  now: Date,
): Promise<void> {
  const key = { account_id, member_id };
  const { numInsertedOrUpdatedRows: added } = await tx
    .insertInto("digests")
    .values({
      ...key,
      time_zone: time_zone ?? null,
      due_at: firstDue(time_zone ?? null, now),
      checked_at: now,
      told: "{}",
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (added === 1n || time_zone === undefined) return;
  const digest = await lockDigest(tx, key);
  if (digest === undefined || digest.time_zone === time_zone) return;
  await updateDigest(tx, key, { time_zone, due_at: movedDue(time_zone, digest.due_at) });
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
export async function lockDue(tx: Tx, key: DigestKey, now: Date): Promise<Row<"digests"> | undefined> {
  const digest = await lockDigest(tx, key);
  return digest !== undefined && digest.due_at <= now ? digest : undefined;
}

async function lockDigest(tx: Tx, { account_id, member_id }: DigestKey): Promise<Row<"digests"> | undefined> {
  return tx
    .selectFrom("digests")
    .selectAll()
    .where("account_id", "=", account_id)
    .where("member_id", "=", member_id)
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
