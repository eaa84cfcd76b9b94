import { isDay } from "@assay/domain/day.ts";
import { ServiceError } from "@assay/domain/errors.ts";
import { isCurrency, sayRate } from "@assay/domain/pay.ts";
import { sql } from "kysely";
import { assertMayGive } from "../members/may-give.ts";
import { getMember, lockMember, type MemberRow } from "../members/store.ts";
import { actorOf, type Caller } from "../platform/auth/auth.ts";
import type { Db, Tx } from "../platform/database/db.ts";
import type { RateChange } from "../platform/database/pay-tables.ts";
import type { Row } from "../platform/database/tables.ts";
import { iso } from "../platform/http/wire.ts";
import { LIMITS } from "../platform/limits.ts";
import type { Rate, SetRate } from "./schemas.ts";

/** Which rate of which member. */
interface Wanted {
  readonly id: string;
  readonly starts_on: string;
}

/** All rates of a member, the newest first. Throws `not_found`. */
export async function listRates(db: Db, account_id: string, member_id: string): Promise<Rate[]> {
  await getMember(db, account_id, member_id);
  const rows = await selectRates(db, account_id, member_id).orderBy("pay_rates.starts_on", "desc").execute();
  return rows.map(toRate);
}

/**
 * Sets the rate that counts from a day on, until the member's next one begins; replaces one that begins on the same day.
 * Gives what changed. Throws `not_found`, `forbidden` for one's own rate unless one is an owner, and for a member with more permissions,
 * `invalid_request` for a day or a currency that does not exist, `conflict` above the limit.
 */
export async function setRate(
  tx: Tx,
  caller: Caller,
  { id, starts_on }: Wanted,
  sent: SetRate,
  now: Date,
): Promise<{ readonly rate: Rate; readonly change: RateChange }> {
  const member = await lockPaid(tx, caller, id);
  assertDay(starts_on);
  if (!isCurrency(sent.currency)) {
    throw new ServiceError(
      "invalid_request",
      `currency: ${sent.currency} is not a currency of ISO 4217, such as EUR`,
    );
  }
  await assertRoom(tx, member, starts_on);
  const before = await findRate(tx, member, starts_on);
  const change = { ...sent, set_by: actorOf(caller), set_at: now };
  await tx
    .insertInto("pay_rates")
    .values({ account_id: member.account_id, member_id: id, starts_on, ...change })
    .onConflict((conflict) => conflict.columns(["account_id", "member_id", "starts_on"]).doUpdateSet(change))
    .execute();
  const rate = toRate(
    await selectRates(tx, member.account_id, id).where("starts_on", "=", starts_on).executeTakeFirstOrThrow(),
  );
  return { rate, change: { starts_on, before, after: loggedRate(rate) } };
}

/** Removes a rate: the one before it then counts longer. Gives what changed. Throws like `setRate`, and `not_found` without such a rate. */
export async function deleteRate(tx: Tx, caller: Caller, { id, starts_on }: Wanted): Promise<RateChange> {
  const member = await lockPaid(tx, caller, id);
  assertDay(starts_on);
  const before = await findRate(tx, member, starts_on);
  if (before === null)
    throw new ServiceError("not_found", `the member has no rate that begins on ${starts_on}`);
  await tx
    .deleteFrom("pay_rates")
    .where("account_id", "=", member.account_id)
    .where("member_id", "=", id)
    .where("starts_on", "=", starts_on)
    .execute();
  return { starts_on, before, after: null };
}

/** The rate of a member that begins on the day, as the audit log names it. */
async function findRate(
  tx: Tx,
  { account_id, id }: MemberRow,
  starts_on: string,
): Promise<RateChange["before"]> {
  const row = await selectRates(tx, account_id, id).where("starts_on", "=", starts_on).executeTakeFirst();
  return row === undefined ? null : loggedRate(toRate(row));
}

function loggedRate({ unit, amount, currency }: Rate): RateChange["after"] {
  return { unit, amount, currency };
}

/** The member, locked until `tx` ends, if the caller may decide what they earn. */
async function lockPaid(tx: Tx, caller: Caller, id: string): Promise<MemberRow> {
  const member = await lockMember(tx, caller.account_id, id);
  assertMayGive(caller, member.role);
  if (caller.kind === "person" && caller.member_id === id && caller.role !== "owner")
    throw new ServiceError("forbidden", "an owner or another manager sets your rate");
  return member;
}

function assertDay(starts_on: string): void {
  if (isDay(starts_on) && starts_on >= "2000-01-01" && starts_on < "2100-01-01") return;
  throw new ServiceError(
    "invalid_request",
    "starts_on must be a day from 2000-01-01 to 2099-12-31, such as 2026-11-21",
  );
}

async function assertRoom(tx: Tx, { account_id, id }: MemberRow, starts_on: string): Promise<void> {
  const { others } = await tx
    .selectFrom("pay_rates")
    .select(sql<number>`count(*)::integer`.as("others"))
    .where("account_id", "=", account_id)
    .where("member_id", "=", id)
    .where("starts_on", "!=", starts_on)
    .executeTakeFirstOrThrow();
  if (others < LIMITS.member_rates) return;
  throw new ServiceError(
    "conflict",
    `a member has at most ${LIMITS.member_rates} rates; delete one that no longer matters`,
  );
}

function selectRates(db: Db, account_id: string, member_id: string) {
  return db
    .selectFrom("pay_rates")
    .select(["member_id", "unit", "amount", "currency", "set_by", "set_at"])
    .select(sql<string>`to_char(starts_on, 'YYYY-MM-DD')`.as("starts_on"))
    .where("account_id", "=", account_id)
    .where("member_id", "=", member_id);
}

function toRate({ set_at, ...row }: Omit<Row<"pay_rates">, "account_id">): Rate {
  return { ...row, amount: sayRate(row), set_at: iso(set_at) };
}
