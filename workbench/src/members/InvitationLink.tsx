import { useQuery } from "@tanstack/react-query";
import { strings as all } from "#strings/members.ts";
import { TextToCopy } from "../design/TextToCopy.tsx";
import { readWays } from "../sign-in/requests.ts";

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
        <TextToCopy label={strings.label} text={url} verb={strings.copy} autoFocus={email !== null} />
      )}
    </>
  );
}

function say(email: string, isShown: boolean, isMailed: boolean): string {
  if (isMailed) return strings.mailed(email);
  return isShown ? strings.copyIt(email) : strings.noMail;
}
