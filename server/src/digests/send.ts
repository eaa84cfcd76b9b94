import { hasNews, isTimeZone, nextDue } from "@assay/domain/digest.ts";
import type { Deps } from "../deps.ts";
import { findMember } from "../members/store.ts";
import type { Tx } from "../platform/database/db.ts";
import type { Row } from "../platform/database/tables.ts";
import { isRefused, type Mail } from "../platform/network/mail.ts";
import { digestMail } from "./mail.ts";
import { type DigestKey, findAddress, lockDue, updateDigest } from "./store.ts";
import { unsubscribeUrl } from "./unsubscribe.ts";
import { readDigest } from "./waiting.ts";

/** A mail server that is away is asked again this soon, at most so often in all for each time that a digest is due. */
const AGAIN_MS = 15 * 60_000;
const MOST_TRIES = 8;

/**
 * The job: mails a member what waits for them, if their digest is due and something is new.
 *
 * At most one mail for each time that it is due: what is told and the next due time are committed before the mail is
 * handed over. A process that dies in between loses that mail, and the next one lists all that still waits. If the server
 * certainly did not take the mail, it is due again in 15 minutes, up to eight times, and then at its next time; a failure that says
 * nothing of that counts as sent.
 */
export async function sendDigest(deps: Deps, key: DigestKey): Promise<void> {
  const { db, now, log, sendMail } = deps;
  const taken = await db.transaction().execute(async (tx) => {
    const digest = await lockDue(tx, key, now());
    return digest && takeDigest(deps, tx, digest);
  });
  if (taken?.mail === undefined) return;
  const { mail, before, due_at } = taken;
  try {
    await sendMail(mail);
  } catch (fault) {
    log.warn({ err: fault, member_id: key.member_id }, "a digest could not be mailed");
    if (!isRefused(fault)) return;
    const tries = before.tries + 1;
    const again = tries < MOST_TRIES ? { due_at: new Date(now().getTime() + AGAIN_MS), tries } : { tries: 0 };
    const untold = { checked_at: before.checked_at, told: JSON.stringify(before.told) };
    await updateDigest(db, key, { ...untold, ...again }, due_at);
  }
}

interface Taken {
  readonly before: Row<"digests">;
  readonly due_at: Date;
  /** Undefined if nothing is new. */
  readonly mail: Mail | undefined;
}

/** Moves a locked digest to its next due time, as if the mail were sent. */
async function takeDigest(deps: Deps, tx: Tx, before: Row<"digests">): Promise<Taken> {
  const now = deps.now();
  const { member_id, time_zone } = before;
  if (time_zone !== null && !isTimeZone(time_zone))
    deps.log.warn(
      { member_id, time_zone },
      "this version of Node does not know a time zone; the digest is due by UTC",
    );
  const due_at = nextDue(before.due_at, now, time_zone);
  const address = await findAddress(tx, before);
  const member = await findMember(tx, before.account_id, { id: before.member_id });
  if (address === undefined || member?.active !== true) {
    await updateDigest(tx, before, { due_at, tries: 0 }); // who is activated again gets it again
    return { before, due_at, mail: undefined };
  }
  const digest = await readDigest(tx, member, before);
  await updateDigest(tx, before, { due_at, tries: 0, checked_at: now, told: JSON.stringify(digest.waiting) });
  if (!hasNews(before.told, digest.waiting)) return { before, due_at, mail: undefined };
  const { baseUrl } = deps.config;
  const unsubscribe = unsubscribeUrl(deps, before);
  return { before, due_at, mail: digestMail(digest, { ...address, baseUrl, unsubscribe }) };
}
