import type { Tx } from "../platform/database/db.ts";
import { withdrawInvitation } from "./store.ts";

/** Links the members with this e-mail address (in lower case) to a person; their open invitations end. */
export async function linkMembersByAddress(
  tx: Tx,
  person_id: string,
  email: string,
  now: Date,
): Promise<void> {
  const linked = await tx
    .updateTable("members")
    .set({ person_id, updated_at: now })
    .where((where) => where(where.fn<string>("lower", ["email"]), "=", email))
    .where("person_id", "is", null)
    .where("deleted_at", "is", null)
    .returning(["id", "account_id"])
    .execute();
  for (const member of linked) await withdrawInvitation(tx, member);
}
