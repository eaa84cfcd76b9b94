import { strings } from "#strings/sign-in.ts";
import { messageOf } from "../api/message.ts";
import { reach } from "../api/reach.ts";

/** The details of an invitation; `email` is null if the person who joins enters it. */
interface Invitation {
  readonly account_name: string;
  /** As the inviter entered it. */
  readonly name: string;
  readonly email: string | null;
  readonly role: string;
}

/** Other ways to sign in than the password. */
interface Ways {
  /** The name of the identity provider on its button; null without a provider. */
  readonly sso: string | null;
  /** Whether the service mails invitations. */
  readonly mail: boolean;
}

/** Throws with the API's message if the link does not work. */
export async function readInvitation(token: string): Promise<Invitation> {
  const answer = await reach(`/auth/invitations/${encodeURIComponent(token)}`);
  if (!answer.ok) throw new Error(await faultIn(answer));
  return answer.json();
}

export async function readWays(): Promise<Ways> {
  const answer = await reach("/auth/ways");
  if (!answer.ok) throw new Error(await faultIn(answer));
  return answer.json();
}

/** Posts to a path under `/auth`; returns the error message, or undefined after success. */
export async function sendAuth(path: string, body?: object): Promise<string | undefined> {
  const sent = body && { headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  try {
    const answer = await reach(`/auth/${path}`, { method: "POST", ...sent });
    return answer.ok ? undefined : await faultIn(answer);
  } catch (fault) {
    return messageOf(fault);
  }
}

async function faultIn(answer: Response): Promise<string> {
  const body = await answer.json().catch(() => undefined);
  return typeof body?.message === "string" ? body.message : strings.status(answer.status);
}
