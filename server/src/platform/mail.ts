import { createTransport } from "nodemailer";

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Hands a mail over for delivery; rejects where that failed, so that the job tries again. */
export type SendMail = (mail: Mail) => Promise<void>;

/** By SMTP where a URL is set (`smtp://user:password@host:port`), else `write` gets the mail as a line of log. */
export function createSendMail(smtpUrl: string | undefined, write: (line: string) => void): SendMail {
  if (smtpUrl === undefined) {
    return async ({ to, subject, text }) => write(`mail to ${to}: ${subject}\n${text}`);
  }
  const transport = createTransport(smtpUrl);
  return async (mail) => {
    await transport.sendMail({ from: "assay@localhost", ...mail });
  };
}
