import { strings } from "#strings/session.ts";

/** What a link to join is for; `email` is null where whoever joins says it. */
interface Invitation {
  readonly account_name: string;
  /** As the inviter has written it. */
  readonly name: string;
  readonly email: string | null;
  readonly role: string;
}

/** Ways to sign in beside the password. */
interface Ways {
  /** What the identity provider is called on its button; null where there is none. */
  readonly sso: string | null;
  /** Whether links to join are mailed. */
  readonly mail: boolean;
}

/** Throws in the API's words where the link does not work. */
export async function readInvitation(token: string): Promise<Invitation> {
  const answer = await fetch(`/auth/invitations/${encodeURIComponent(token)}`);
  if (!answer.ok) throw new Error(await faultIn(answer));
  return answer.json();
}

export async function readWays(): Promise<Ways> {
  const answer = await fetch("/auth/ways");
  if (!answer.ok) throw new Error(await faultIn(answer));
  return answer.json();
}

/** Posts to a path under `/auth`; gives why it was refused, in the API's words. */
export async function sendAuth(path: string, body?: object): Promise<string | undefined> {
  const sent = body && { headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  try {
    const answer = await fetch(`/auth/${path}`, { method: "POST", ...sent });
    return answer.ok ? undefined : await faultIn(answer);
  } catch {
    return strings.unreached;
  }
}

async function faultIn(answer: Response): Promise<string> {
  const body = await answer.json().catch(() => undefined);
  return typeof body?.message === "string" ? body.message : strings.status(answer.status);
}
