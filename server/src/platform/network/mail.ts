export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Hands a mail over for delivery; rejects if that failed, so that the job tries again. */
export type SendMail = (mail: Mail) => Promise<void>;

const DEFAULT_FROM = "assay@localhost";
/** A mail server that does not respond would block the other jobs. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

/**
 * Sends by SMTP if a URL is set, otherwise passes the mail to `write` as a log line. The URL includes the
 * sender: `smtp://user:password@host:587?from=assay@acme.test`.
 */
export function createSendMail(smtpUrl: string | undefined, write: (line: string) => void): SendMail {
  if (smtpUrl === undefined) {
    return async ({ to, subject, text }) => write(`mail to ${to}: ${subject}\n${text}`);
  }
  const url = new URL(smtpUrl);
  const from = url.searchParams.get("from") ?? DEFAULT_FROM;
  // Loaded with the first mail: it would take 5 MB in each thread, of which most send none.
  const open = async () => (await import("nodemailer")).createTransport({ url: url.href, ...TIMEOUTS });
  let transport: ReturnType<typeof open> | undefined;
  return async (mail) => {
    transport ??= open();
    await (await transport).sendMail({ from, ...mail });
  };
}
