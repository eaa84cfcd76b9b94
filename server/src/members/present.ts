import { listPauses } from "../gold/pause.ts";
import type { Db } from "../platform/db.ts";
import { type Member, toMember } from "./schemas.ts";
import type { MemberRow } from "./store.ts";

/** Members with their pauses, for the wire, in the same order. */
export async function presentMembers(db: Db, rows: readonly MemberRow[]): Promise<Member[]> {
  const pauses = await listPauses(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) =>
    toMember(
      row,
      pauses.filter(({ member_id }) => member_id === row.id),
    ),
  );
}

/** The same for one member. */
export async function presentMember(db: Db, row: MemberRow): Promise<Member> {
  return toMember(row, await listPauses(db, [row.id]));
}
