import { useQuery } from "@tanstack/react-query";
import { strings as all } from "#strings/members.ts";
import { CopyButton } from "../design/CopyButton.tsx";
import { readWays } from "../sign-in/requests.ts";
import styles from "./Members.module.css";

const strings = all.link;

interface InvitationLinkProps {
  /** The member's name; null in a list of links for several members. */
  readonly email: string | null;
  /** Null if only the mail contains the link. */
  readonly url: string | null;
}

/** A link to join, shown only once: the service mailed it, or the user copies it. */
export function InvitationLink({ email, url }: InvitationLinkProps) {
  const { data: ways } = useQuery({ queryKey: ["ways"], queryFn: readWays });
  return (
    <>
      {email !== null && ways !== undefined && <p>{say(email, url !== null, ways.mail)}</p>}
      {url !== null && (
        <div className={styles.link}>
          <code className={styles.url}>{url}</code>
          <CopyButton text={url} label={strings.copy} />
        </div>
      )}
    </>
  );
}

function say(email: string, isShown: boolean, isMailed: boolean): string {
  if (isMailed) return strings.mailed(email);
  return isShown ? strings.copyIt(email) : strings.noMail;
}
