import type { Role } from "@assay/domain/member.ts";
import { lockAccount } from "../accounts/store.ts";
import { withdrawWhereRaised } from "../members/change.ts";
import { linkMembersByAddress } from "../members/link-members.ts";
import {
  hasOtherOwner,
  insertMember,
  type MemberRow,
  selectMembers,
  updateMember,
} from "../members/store.ts";
import { listMemberships } from "../people/memberships.ts";
import type { Tx } from "../platform/database/db.ts";
import { newId } from "../platform/ids.ts";
import { releaseLeasesOf } from "../queue/leases.ts";

/** A person whom the identity provider signs in, with a proven address. */
export interface Arrival {
  readonly person_id: string;
  readonly name: string;
  /** In lower case. */
  readonly email: string;
  /** The role that the provider's claim gives; undefined if it gives none. */
  readonly role: Role | undefined;
}

/**
 * Links members who were invited by this address, then applies the claim's role in the oldest account, at
 * each sign-in: a member whose role came from the provider and who gets none any more is deactivated, until
 * the provider gives one again. The last active owner always stays an owner. Returns whether the person is an
 * active member of any account.
 */
export async function admit(tx: Tx, arrival: Arrival, now: Date): Promise<boolean> {
  await linkMembersByAddress(tx, arrival.person_id, arrival.email, now);
  await applyRole(tx, arrival, now);
  return (await listMemberships(tx, arrival.person_id)).length > 0;
}

async function applyRole(tx: Tx, arrival: Arrival, now: Date): Promise<void> {
  const oldest = await tx
    .selectFrom("accounts")
    .select("id")
    .orderBy("created_at")
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
  if (oldest === undefined) return;
  const { id: account_id } = await lockAccount(tx, oldest.id);
  const { person_id, name, email, role } = arrival;
  const known = await selectMembers(tx, account_id).where("person_id", "=", person_id).executeTakeFirst();
  if (known === undefined) {
    if (role === undefined) return;
    const times = { created_at: now, updated_at: now };
    const row = { id: newId("member"), account_id, person_id, name: name || email, email, role, ...times };
    await insertMember(tx, { ...row, origin: "invited", role_from: "provider" });
  } else if (!(await isLastOwner(tx, known))) {
    await changeRole(tx, known, role, now);
  }
}

/**
 * A member deactivated by an owner or manager stays deactivated, and a role they gave stays if the claim
 * gives none.
 */
async function changeRole(tx: Tx, known: MemberRow, role: Role | undefined, now: Date): Promise<void> {
  if (role !== undefined) {
    if (!known.active && known.role_from === "account") return;
    if (known.active && known.role === role && known.role_from === "provider") return;
    await withdrawWhereRaised(tx, known, role);
    const change = { role, role_from: "provider", active: true, deactivated_at: null } as const;
    await updateMember(tx, known, { ...change, updated_at: now });
  } else if (known.active && known.role_from === "provider") {
    await releaseLeasesOf(tx, known, now);
    await updateMember(tx, known, { active: false, deactivated_at: now, updated_at: now });
  }
}

async function isLastOwner(tx: Tx, member: MemberRow): Promise<boolean> {
  return member.role === "owner" && member.active && !(await hasOtherOwner(tx, member));
}
