import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { ServiceError } from "@assay/domain/errors.ts";
import type { Config, Entrance } from "../config.ts";
import type { Deps } from "../deps.ts";
import { acceptInvitation, tokenIn } from "../members/invitations.ts";
import { inviteOwner } from "../members/invite-owner.ts";

/** What somebody signs in with. */
export interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** The link by which the one person of a service gets in, at the service's address; `to` is a path of it. */
export function entranceLink(
  { baseUrl, entrance }: Config & { readonly entrance: Entrance },
  to: string,
): string {
  return `${baseUrl}/auth/enter/${entrance.token}?to=${encodeURIComponent(to)}`;
}

/**
 * Lets the owner of the oldest account in for a token that was not used yet: `signIn` gets a password that was made for
 * this and that nobody is told. Only where all of it succeeds is the token used. It is of this process alone, and so is
 * the memory of its use. Throws `forbidden` for any other token.
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
    isUsed = true; // before all else, so that of two at once one gets in
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
