import { ServiceError } from "@assay/domain/errors.ts";
import type { Deps } from "../deps.ts";
import type { MemberRow } from "../members/store.ts";
import type { Tx } from "../platform/db.ts";
import { addJob } from "../platform/jobs.ts";
import { getInvitation, type Invitation, invite, tokenIn } from "./invitations.ts";

/** Makes a member's link and has it mailed to them, where `tx` commits; the job knows the link encrypted only. */
export async function inviteByMail(
  tx: Tx,
  { config, secrets, now }: Pick<Deps, "config" | "secrets" | "now">,
  member: MemberRow,
): Promise<Invitation> {
  const invitation = await invite(tx, config, member, now());
  const sealed = secrets.encrypt(invitation.url).toString("base64");
  if (member.email !== null) await addJob(tx, "send_invitation", { member_id: member.id, sealed });
  return invitation;
}

/** Mails a link that still holds. Rejects where the mail was not taken, so that the job tries again. */
export async function sendInvitation(
  { db, now, secrets, sendMail }: Deps,
  { sealed }: { readonly sealed: string },
): Promise<void> {
  const url = secrets.decrypt(Buffer.from(sealed, "base64"));
  const found = await getInvitation(db, tokenIn(url), now()).catch((fault: unknown) => {
    if (fault instanceof ServiceError && fault.code === "not_found") return undefined;
    throw fault;
  });
  if (found === undefined || found.email === null) return;
  const { account_name, email, role } = found;
  const isReset = found.person_id !== null;
  await sendMail({
    to: email,
    subject: isReset ? `A new password for ${account_name} on Assay` : `${account_name} invites you to Assay`,
    text: `${isReset ? "Set a new password" : `Join ${account_name} as ${role}`} here, once and within a week:\n\n${url}\n`,
  });
}
