import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { ServiceError } from "@assay/domain/errors.ts";
import type { Config, Entrance } from "../config.ts";
import type { Deps } from "../deps.ts";
import { acceptInvitation, tokenIn } from "../members/invitations.ts";
import { inviteOwner } from "../members/invite-owner.ts";

/** The credentials for a sign-in. */
export interface Credentials {
  readonly email: string;
  readonly password: string;
}

/**
 * The link by which the only person of a local service signs in, at the service's address; `to` is a path of
 * it.
 */
export function entranceLink(
  { baseUrl, entrance }: Config & { readonly entrance: Entrance },
  to: string,
): string {
  return `${baseUrl}/auth/enter/${entrance.token}?to=${encodeURIComponent(to)}`;
}

/**
 * Signs in the owner of the oldest account by an unused token: `signIn` gets a new random password that
 * nobody is told. The token is used up only if everything succeeds. Token and its use exist only in this
 * process. Throws `forbidden` for any other token.
 */
export function createEntrance({ db, config, now }: Deps, { token, name }: Entrance) {
  let isUsed = false;
  return async (sent: string, signIn: (credentials: Credentials) => Promise<void>): Promise<void> => {
    if (isUsed || !timingSafeEqual(digestOf(sent), digestOf(token))) {
      throw new ServiceError(
        "forbidden",
        "this sign-in link was used or has expired; start signing in again",
      );
    }
    isUsed = true; // first, so that only one of two concurrent requests gets in
    try {
      await signIn(await makePassword());
    } catch (fault) {
      isUsed = false;
      throw fault;
    }
  };

  async function makePassword(): Promise<Credentials> {
    const password = randomBytes(32).toString("base64url");
    const email = await db.transaction().execute(async (tx) => {
      const account = await tx
        .selectFrom("accounts")
        .select("id")
        .orderBy("created_at")
        .executeTakeFirstOrThrow();
      const { url } = await inviteOwner(tx, config, account.id, now());
      return acceptInvitation(tx, tokenIn(url), now(), { name, password });
    });
    return { email, password };
  }
}

function digestOf(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
