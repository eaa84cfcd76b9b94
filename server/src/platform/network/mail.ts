export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The address that ends such mails, by a link in a browser and by a POST of a mail program (RFC 8058). */
  readonly unsubscribe?: string;
}

/** Hands a mail over for delivery; rejects if that failed, so that the job tries again. */
export type SendMail = (mail: Mail) => Promise<void>;

const DEFAULT_FROM = "assay@localhost";
/** A mail server that does not respond would block the other jobs. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };
type Timeouts = typeof TIMEOUTS;

/**
 * Sends by SMTP if a URL is set, otherwise passes the mail to `write` as a log line. The URL includes the
 * sender: `smtp://user:password@host:587?from=assay@acme.test`.
 */
export function createSendMail(
  smtpUrl: string | undefined,
  write: (line: string) => void,
  timeouts: Timeouts = TIMEOUTS,
): SendMail {
  if (smtpUrl === undefined) {
    return async ({ to, subject, text }) => write(`mail to ${to}: ${subject}\n${text}`);
  }
  const url = new URL(smtpUrl);
  const from = url.searchParams.get("from") ?? DEFAULT_FROM;
  // Loaded with the first mail: it would take 5 MB in each thread, of which most send none.
  const open = async () => (await import("nodemailer")).createTransport({ url: url.href, ...timeouts });
  let transport: ReturnType<typeof open> | undefined;
  return async ({ unsubscribe, ...mail }) => {
    transport ??= open();
    await (await transport).sendMail({ from, ...mail, headers: unsubscribeHeaders(unsubscribe) });
  };
}

/** Mail programs offer one click only for https (RFC 8058, section 3.1). */
function unsubscribeHeaders(url: string | undefined): Record<string, string> {
  if (url === undefined) return {};
  const oneClick = { "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" };
  return { "List-Unsubscribe": `<${url}>`, ...(url.startsWith("https:") && oneClick) };
}

/** The time-outs of nodemailer that end a connection before a mail is sent over it; SOCKET_TIMEOUT may come at any time. */
const BEFORE_THE_MAIL: ReadonlySet<unknown> = new Set(["CONNECT_TIMEOUT", "GREETING_TIMEOUT"]);

/**
 * Whether a failure to send says that the mail server certainly has not taken the mail: it refused, could not be reached, or did not
 * greet in time. A connection that ends or falls silent later says nothing, because the server may have had all of the mail by then.
 */
export function isRefused(fault: unknown): boolean {
  if (!(fault instanceof Error)) return false;
  const isUnknownHost = "code" in fault && fault.code === "EDNS";
  const isTooSlow = "timeoutType" in fault && BEFORE_THE_MAIL.has(fault.timeoutType);
  const isUnconnected = "syscall" in fault && fault.syscall === "connect";
  return "responseCode" in fault || isUnknownHost || isTooSlow || isUnconnected;
}
