import type { Secrets } from "./secrets.ts";

/** The claims of a person's token, valid until `expires_at` (ms since 1970). */
export interface PersonTokenClaims {
  readonly member_id: string;
  readonly session_id: string;
  readonly expires_at: number;
}

const PREFIX = "assay_person_";
const PURPOSE = "person token";
const FORM = /^assay_person_([\w-]+)\.([\w-]+)$/;

/** A bearer token for `/v1`, signed with the master key. */
export function newPersonToken(secrets: Secrets, claims: PersonTokenClaims): string {
  const { member_id, session_id, expires_at } = claims;
  const body = Buffer.from(JSON.stringify([member_id, session_id, expires_at])).toString("base64url");
  return `${PREFIX}${body}.${secrets.sign(PURPOSE, body)}`;
}

/** The claims of `token`; undefined if the signature is wrong or the token has expired. */
export function readPersonToken(secrets: Secrets, token: string, now: Date): PersonTokenClaims | undefined {
  const [, body = "", signature = ""] = FORM.exec(token) ?? [];
  if (!secrets.isSigned(PURPOSE, body, signature)) return undefined;
  const [member_id, session_id, expires_at]: [string, string, number] = JSON.parse(
    Buffer.from(body, "base64url").toString("utf8"),
  );
  return expires_at > now.getTime() ? { member_id, session_id, expires_at } : undefined;
}

/** Whether a bearer token is a person's rather than a key. */
export function isPersonToken(token: string): boolean {
  return token.startsWith(PREFIX);
}
