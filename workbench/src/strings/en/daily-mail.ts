/** The dialog for the daily mail. */
export const strings = {
  title: "Daily mail",
  about:
    "It lists what waits for you: unread questions, ties, audits, returned items, and batches that were certified or failed. The first one comes tomorrow or the day after. On days without news you get none.",
  noMail: "Mail is not set up on this service, so none is sent. Your operator can set it up.",
  label: (email: string) => `Mails to ${email}`,
  none: "None",
  daily: "One mail a day",
  timeZone: "Time zone",
  timeZoneHelp: "Mails come at 8:00 there. A name such as Europe/Berlin.",
};
