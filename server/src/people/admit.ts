import { ServiceError } from "@assay/domain/errors.ts";
import type { Role } from "@assay/domain/member.ts";
import { lockAccount } from "../accounts/store.ts";
import { withdrawWhereRaised } from "../members/change.ts";
import {
  hasOtherOwner,
  insertMember,
  type MemberRow,
  selectMembers,
  updateMember,
} from "../members/store.ts";
import type { Tx } from "../platform/db.ts";
import { newId } from "../platform/ids.ts";
import { listMemberships } from "./memberships.ts";

/** Who comes from the identity provider. */
export interface Arrival {
  readonly person_id: string;
  readonly name: string;
  /** In lower case. */
  readonly email: string;
  /** What the provider's claim says of them; undefined where it says nothing, or no claim is set. */
  readonly role: Role | undefined;
}

/**
 * Lets in who comes from the identity provider: members whom an account knows by their address, and whom the claim gives
 * a role, in the oldest account. The claim's role counts at each sign-in, except that the last active owner stays one.
 * Throws `forbidden` for anybody else, and for who is deactivated.
 */
export async function admit(tx: Tx, { person_id, name, email, role }: Arrival, now: Date): Promise<void> {
  await linkByAddress(tx, person_id, email, now);
  if (role !== undefined) await giveRole(tx, { person_id, name, email, role }, now);
  if ((await listMemberships(tx, person_id)).length > 0) return;
  throw new ServiceError(
    "forbidden",
    `${email} is not a member of any account now: ask an owner for an invitation`,
  );
}

async function linkByAddress(tx: Tx, person_id: string, email: string, now: Date): Promise<void> {
  const linked = await tx
    .updateTable("members")
    .set({ person_id, updated_at: now })
    .where((where) => where(where.fn<string>("lower", ["email"]), "=", email))
    .where("person_id", "is", null)
    .where("deleted_at", "is", null)
    .returning("id")
    .execute();
  for (const { id } of linked) await tx.deleteFrom("invitations").where("member_id", "=", id).execute();
}

async function giveRole(tx: Tx, arrival: Arrival & { readonly role: Role }, now: Date): Promise<void> {
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
    const times = { created_at: now, updated_at: now };
    const row = { id: newId("member"), account_id, person_id, name: name || email, email, role, ...times };
    await insertMember(tx, { ...row, origin: "invited" });
  } else if (known.role !== role && !(await isLastOwner(tx, known))) {
    await withdrawWhereRaised(tx, known, role);
    await updateMember(tx, known.id, { role, updated_at: now });
  }
}

async function isLastOwner(tx: Tx, member: MemberRow): Promise<boolean> {
  return member.role === "owner" && member.active && !(await hasOtherOwner(tx, member));
}
