import { createTransport } from "nodemailer";

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Hands a mail over for delivery; rejects where that failed, so that the job tries again. */
export type SendMail = (mail: Mail) => Promise<void>;

const DEFAULT_FROM = "assay@localhost";
/** A server that says nothing holds up the other jobs. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

/**
 * By SMTP where a URL is set, else `write` gets the mail as a line of log. The sender stands in the URL:
 * `smtp://user:password@host:587?from=assay@acme.test`.
 */
export function createSendMail(smtpUrl: string | undefined, write: (line: string) => void): SendMail {
  if (smtpUrl === undefined) {
    return async ({ to, subject, text }) => write(`mail to ${to}: ${subject}\n${text}`);
  }
  const url = new URL(smtpUrl);
  const from = url.searchParams.get("from") ?? DEFAULT_FROM;
  const transport = createTransport({ url: url.href, ...TIMEOUTS });
  return async (mail) => {
    await transport.sendMail({ from, ...mail });
  };
}
