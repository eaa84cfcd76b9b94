import type { Db } from "../platform/database/db.ts";
import { listQualifications } from "../qualifications/store.ts";
import { listInvitedUntil } from "./invitations.ts";
import { listPauses } from "./pauses.ts";
import { type Member, toMember } from "./schemas.ts";
import type { MemberRow } from "./store.ts";

/** Members of the account with their pauses, trainings and open links, for responses, in the same order. */
export async function presentMembers(
  db: Db,
  account_id: string,
  rows: readonly MemberRow[],
  now: Date,
): Promise<Member[]> {
  const ids = rows.map(({ id }) => id);
  const pauses = await listPauses(db, account_id, ids);
  const trainings = await listQualifications(db, account_id, ids);
  const invited = await listInvitedUntil(db, account_id, ids, now);
  return rows.map((row) =>
    toMember(row, {
      pauses: pauses.filter(({ member_id }) => member_id === row.id),
      trainings: trainings.filter(({ member_id }) => member_id === row.id),
      invited_until: invited.get(row.id),
    }),
  );
}

/** The same for one member. */
export async function presentMember(db: Db, row: MemberRow, now: Date): Promise<Member> {
  const invited = await listInvitedUntil(db, row.account_id, [row.id], now);
  return toMember(row, {
    pauses: await listPauses(db, row.account_id, [row.id]),
    trainings: await listQualifications(db, row.account_id, [row.id]),
    invited_until: invited.get(row.id),
  });
}
