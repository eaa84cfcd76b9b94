import { ServiceError } from "@assay/domain/errors.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Deps } from "../deps.ts";
import { listMemberships } from "../people/memberships.ts";
import { endSessions } from "../people/passwords.ts";
import { createSignIns, type SignIns } from "../people/sign-ins.ts";
import type { Keys } from "../platform/auth/auth.ts";
import type { RateLimiter } from "../platform/rate-limits/rate-limit.ts";

/** The dependencies of this slice's routes. */
export interface SignInDeps extends Deps {
  readonly limiter: RateLimiter;
  readonly keys: Keys;
  /** better-auth, created at the first use. */
  readonly signIns: () => Promise<SignIns>;
  /**
   * Runs `work`, which calls the identity provider; it may reach the provider's own origin, wherever that is.
   */
  readonly throughProvider: <R>(work: () => Promise<R>) => Promise<R>;
}

/** The refusal of a person without an active member. */
export const NO_MEMBER = "you are not a member of any account: ask an owner for an invitation";

/** The parts of `SignInDeps` that belong to this process. */
export function openSignIns(deps: Deps): Pick<SignInDeps, "signIns" | "throughProvider"> {
  const { config, outbound } = deps;
  // The provider's responses name further addresses: these are guarded, its own origin is not.
  const throughProvider = <R>(work: () => Promise<R>): Promise<R> =>
    config.oidc === undefined ? work() : outbound.keep(new URL(config.oidc.issuer).origin, work);
  let loading: Promise<SignIns> | undefined;
  const signIns = (): Promise<SignIns> => {
    loading ??= throughProvider(() => createSignIns(deps));
    return loading;
  };
  return { signIns, throughProvider };
}

/** Signs a person in by cookie. Throws `unauthorized` for a wrong password, `forbidden` for a person without a member. */
export async function signIn(
  { db, signIns }: Pick<SignInDeps, "db" | "signIns">,
  reply: FastifyReply,
  body: { readonly email: string; readonly password: string },
): Promise<void> {
  const { api } = await signIns();
  const { headers, response } = await api.signInEmail({ body, returnHeaders: true }).catch(refuse);
  const { user } = response;
  if ((await listMemberships(db, user.id)).length === 0) {
    await endSessions(db, user.id);
    throw new ServiceError("forbidden", NO_MEMBER);
  }
  sendCookies(reply, headers);
}

/** The cookies of a request, in better-auth's form. */
export function cookiesOf({ headers: { cookie } }: FastifyRequest): Headers {
  return new Headers(cookie === undefined ? {} : { cookie });
}

/** The sign-in page with an error code; the page has the texts, so that no link can show others. */
export function signInWith(fault: "failed" | "no_member" | "no_owner" | "unproven" | "used_link"): string {
  return `/sign-in?fault=${fault}`;
}

/** Gives every refused password the same error; anything but a refusal is our own fault. */
function refuse(fault: unknown): never {
  const isRefusal = fault instanceof Error && "statusCode" in fault && Number(fault.statusCode) < 500;
  if (!isRefusal) throw fault;
  throw new ServiceError("unauthorized", "the e-mail address or the password is wrong");
}

/** Passes on the cookies that better-auth sets. */
export function sendCookies(reply: FastifyReply, headers: Headers): void {
  const cookies = headers.getSetCookie();
  if (cookies.length > 0) reply.header("set-cookie", cookies);
}
