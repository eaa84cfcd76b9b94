import { ServiceError } from "@assay/domain/errors.ts";
import type { Deps } from "../deps.ts";
import type { Tx } from "../platform/database/db.ts";
import { addJob } from "../platform/jobs/jobs.ts";
import { invite, tokenIn } from "./invitations.ts";
import { getInvitation } from "./open-invitation.ts";
import { presentMember } from "./present.ts";
import { type NewMember, type ShownInvitation, toInvitation } from "./schemas.ts";
import type { MemberRow } from "./store.ts";

/** Makes a member's link and mails it once `tx` commits; the job stores the link encrypted. */
export async function inviteByMail(
  tx: Tx,
  { config, secrets, now }: Pick<Deps, "config" | "secrets" | "now">,
  member: MemberRow,
): Promise<ShownInvitation> {
  const signsIn = member.person_id !== null;
  const { url, expires_at } = await invite(tx, config, member, now(), { proves_address: signsIn });
  const sealed = secrets.encrypt(url).toString("base64");
  if (member.email !== null)
    await addJob(tx, member.account_id, "send_invitation", { member_id: member.id, sealed });
  return { url: signsIn ? null : url, expires_at };
}

/** Invites a new member who has an e-mail address; returns the member for a response. */
export async function inviteNewMember(tx: Tx, deps: Deps, member: MemberRow): Promise<NewMember> {
  const invitation = member.email === null ? null : toInvitation(await inviteByMail(tx, deps, member));
  return { ...(await presentMember(tx, member, deps.now())), invitation };
}

/** Mails a link that is still valid. Rejects if the mail server refuses it, so that the job tries again. */
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
    subject: isReset
      ? `Set a new password for ${account_name} on Assay`
      : `${account_name} invites you to Assay`,
    text: `${isReset ? "Set a new password" : `Join ${account_name} as ${role}`} with this link, which works once, for a week:\n\n${url}\n`,
  });
}
