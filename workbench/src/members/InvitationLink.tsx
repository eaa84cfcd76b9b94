import { useQuery } from "@tanstack/react-query";
import { CopyButton } from "../design/CopyButton.tsx";
import { readWays } from "../session/auth.ts";
import styles from "./Members.module.css";

interface InvitationLinkProps {
  /** Who gets it; null where links for several members stand side by side. */
  readonly email: string | null;
  /** Null where only the mail contains it. */
  readonly url: string | null;
}

/** A link to join, shown only now, and how it reaches the member: by mail, or by whoever copies it. */
export function InvitationLink({ email, url }: InvitationLinkProps) {
  const { data: ways } = useQuery({ queryKey: ["ways"], queryFn: readWays });
  return (
    <>
      {email !== null && ways !== undefined && <p>{say(email, url !== null, ways.mail)}</p>}
      {url !== null && (
        <div className={styles.link}>
          <code className={styles.url}>{url}</code>
          <CopyButton text={url} label="Copy link" />
        </div>
      )}
    </>
  );
}

function say(email: string, isShown: boolean, isMailed: boolean): string {
  if (isMailed) return `The link was mailed to ${email}. It works once, for a week.`;
  return isShown
    ? `Mail is not set up. Copy this link and send it to ${email}. It works once, for a week, and is shown only now.`
    : "Mail is not set up, so the link cannot be sent. Ask the operator to set ASSAY_SMTP_URL.";
}
