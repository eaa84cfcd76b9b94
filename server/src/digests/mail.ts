import type { Mail } from "../platform/network/mail.ts";
import type { Digest, Outcome } from "./waiting.ts";

/** Lines of a part; a longer one ends with how many more there are. */
const MOST_LINES = 20;

interface Addressed {
  readonly email: string;
  readonly account_name: string;
  readonly baseUrl: string;
  /** Ends the mails. */
  readonly unsubscribe: string;
}

/**
 * The mail of a digest, in plain text. It names batches and counts what waits; neither comments nor labels are in it, because a
 * mail stays readable when the person no longer may read them.
 */
export function digestMail(
  { threads, work, outcomes }: Digest,
  { email, account_name, baseUrl, unsubscribe }: Addressed,
): Mail {
  const asked = Object.keys(threads).length;
  const waiting = (name: "adjudicate" | "audit" | "rework") =>
    work.filter((batch) => batch[name] > 0).map((batch) => `${counted(batch[name])}  ${nameOf(batch)}`);
  const ended = (status: Outcome["status"]) =>
    outcomes
      .filter((outcome) => outcome.status === status)
      .map((outcome) => `${nameOf(outcome)}\n    ${baseUrl}/batches/${outcome.batch_id}`);
  const work_url = `${baseUrl}/work/mine`;
  const parts = [
    part("Questions", asked === 0 ? [] : [sayThreads(asked)], `${baseUrl}/questions`),
    part("Items to adjudicate", waiting("adjudicate"), work_url),
    part("Audits", waiting("audit"), work_url),
    part("Items returned to you", waiting("rework"), work_url),
    part("Certified since the last mail", ended("certified")),
    part("Failed since the last mail", ended("failed")),
  ].filter((text) => text !== "");
  return {
    to: email,
    subject: `[Assay] What waits for you in ${plain(account_name)}`,
    text: `${parts.join("\n")}
You get this mail at most once a day, and only if something is new.
To stop it, open this link:

  ${unsubscribe}
`,
    unsubscribe,
  };
}

function part(title: string, lines: readonly string[], url?: string): string {
  if (lines.length === 0) return "";
  const more = lines.length > MOST_LINES ? [`and ${lines.length - MOST_LINES} more`] : [];
  const shown = [...lines.slice(0, MOST_LINES), ...more, ...(url === undefined ? [] : [url])];
  return `${title}\n${shown.map((line) => `  ${line}\n`).join("")}`;
}

function sayThreads(count: number): string {
  return count === 1 ? "1 thread with unread comments" : `${count} threads with unread comments`;
}

/** Counts of work stop at 100. */
function counted(count: number): string {
  return count >= 100 ? "100 or more" : String(count);
}

function nameOf({ project_name, batch_name }: Pick<Outcome, "project_name" | "batch_name">): string {
  return `${plain(project_name)}: ${plain(batch_name)}`;
}

/** A name on one line. */
function plain(name: string): string {
  return name.replaceAll(/\s+/g, " ");
}
