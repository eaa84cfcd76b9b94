import type { Db } from "../platform/database/db.ts";
import { listInvitedUntil } from "./invitations.ts";
import { listPauses } from "./pauses.ts";
import { type Member, toMember } from "./schemas.ts";
import type { MemberRow } from "./store.ts";

/** Members with their pauses and open links, for responses, in the same order. */
export async function presentMembers(db: Db, rows: readonly MemberRow[], now: Date): Promise<Member[]> {
  const ids = rows.map(({ id }) => id);
  const pauses = await listPauses(db, ids);
  const invited = await listInvitedUntil(db, ids, now);
  return rows.map((row) =>
    toMember(
      row,
      pauses.filter(({ member_id }) => member_id === row.id),
      invited.get(row.id),
    ),
  );
}

/** The same for one member. */
export async function presentMember(db: Db, row: MemberRow, now: Date): Promise<Member> {
  const invited = await listInvitedUntil(db, [row.id], now);
  return toMember(row, await listPauses(db, [row.id]), invited.get(row.id));
}
