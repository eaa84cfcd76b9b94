import type { Deps } from "../deps.ts";
import type { Tx } from "../platform/database/db.ts";
import { newId } from "../platform/ids.ts";
import { addJob } from "../platform/jobs/jobs.ts";

interface NewNotification {
  readonly account_id: string;
  readonly subject: string;
  /** Plain text. */
  readonly body: string;
  readonly created_at: Date;
}

/** Notifies the account's owner when `tx` commits: stores a notification, and a job mails it. */
export async function notifyOwner(tx: Tx, notification: NewNotification): Promise<void> {
  const { owner_email } = await tx
    .selectFrom("accounts")
    .select("owner_email")
    .where("id", "=", notification.account_id)
    .executeTakeFirstOrThrow();
  const id = newId("notification");
  await tx
    .insertInto("notifications")
    .values({ ...notification, id, recipient: owner_email })
    .execute();
  await addJob(tx, notification.account_id, "send_mail", { notification_id: id });
}

/**
 * Mails a notification that was not mailed yet. Rejects if the mail server refuses it, so that the job tries
 * again.
 */
export async function sendNotification(
  { db, now, log, sendMail }: Deps,
  { account_id, notification_id }: { account_id: string; notification_id: string },
): Promise<void> {
  const notification = await db
    .selectFrom("notifications")
    .selectAll()
    .where("account_id", "=", account_id)
    .where("id", "=", notification_id)
    .where("sent_at", "is", null)
    .executeTakeFirst();
  if (notification === undefined) return;
  const { id, recipient, subject, body } = notification;
  if (recipient === null) {
    log.warn({ notification_id: id }, `the account has no e-mail address for: ${subject}\n${body}`);
    return;
  }
  await sendMail({ to: recipient, subject, text: body });
  await db
    .updateTable("notifications")
    .set({ sent_at: now() })
    .where("account_id", "=", account_id)
    .where("id", "=", id)
    .execute();
}
