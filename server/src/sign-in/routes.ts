import { ServiceError } from "@assay/domain/errors.ts";
import { ROLES } from "@assay/domain/member.ts";
import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { FastifyReply, FastifyRequest } from "fastify";
import Type from "typebox";
import type { Deps } from "../deps.ts";
import { acceptInvitation, getInvitation } from "../members/invitations.ts";
import { deletePersonWithoutMembers, listMemberships } from "../people/memberships.ts";
import { endSessions } from "../people/passwords.ts";
import { arriving, createSignIns, PASSWORD, type Said, type SignIns, SSO } from "../people/sign-ins.ts";
import { KEYS_CHANNEL, type Keys } from "../platform/auth/auth.ts";
import { newPersonToken } from "../platform/auth/person-token.ts";
import { notify } from "../platform/database/listen.ts";
import { assertAllowed } from "../platform/http/edge.ts";
import { nullable, Timestamp } from "../platform/http/wire.ts";
import { LIMITS } from "../platform/limits.ts";
import { isLoopback } from "../platform/network/loopback.ts";
import { networkOf } from "../platform/rate-limits/allowance.ts";
import type { RateLimiter } from "../platform/rate-limits/rate-limit.ts";
import { admit } from "./admit.ts";
import { createEntrance } from "./entrance.ts";

/** How long a bearer token for `/v1` holds. */
const TOKEN_MS = 10 * 60_000;
/** Attempts a minute to sign in with one address from one network, and from everywhere. */
const ATTEMPTS = 10;
const ATTEMPTS_FROM_EVERYWHERE = 60;

interface PeopleDeps extends Deps {
  readonly limiter: RateLimiter;
  readonly keys: Keys;
}

const free = { scope: null } as const;
const Email = Type.String({ format: "email", maxLength: 254 });
const Password = Type.String(PASSWORD);
const TokenParams = Type.Object({ token: Type.String() });

const SignInBody = Type.Object(
  { email: Email, password: Type.String({ maxLength: PASSWORD.maxLength }) },
  { additionalProperties: false },
);

const AcceptBody = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: LIMITS.name_characters }),
    password: Password,
    email: Type.Optional(Email),
  },
  { additionalProperties: false },
);

/** How people sign in beside e-mail and password, and whether links to join are mailed. */
const Ways = Type.Object({ sso: nullable(Type.String()), mail: Type.Boolean() });

/** Where to go afterwards: a path of ours, never another site's address. */
const NextQuery = Type.Object({
  to: Type.String({ pattern: "^/(?![/\\\\])[!-~]*$", maxLength: 2_000, default: "/" }),
});

const Invited = Type.Object({
  account_name: Type.String(),
  name: Type.String(),
  email: nullable(Type.String()),
  role: Type.Enum([...ROLES]),
});

/** Which of the person's accounts the token is for; absent, the one that they joined first. */
const TokenQuery = Type.Object({ account_id: Type.Optional(Type.String({ maxLength: 40 })) });

const PersonToken = Type.Object({
  token: Type.String(),
  expires_at: Timestamp,
  person: Type.Object({
    member_id: Type.String(),
    account_id: Type.String(),
    account_name: Type.String(),
    name: Type.String(),
    email: Type.String(),
    role: Type.Enum([...ROLES]),
  }),
  accounts: Type.Array(
    Type.Object({ account_id: Type.String(), account_name: Type.String(), role: Type.Enum([...ROLES]) }),
  ),
});

/**
 * How people sign in to the workbench, by cookie; outside `/v1` and its document, since only our own pages may use it.
 * Cookies are HttpOnly and SameSite=Lax, and every POST must come from our own origin.
 */
export const peopleRoutes: FastifyPluginAsyncTypebox<PeopleDeps> = async (app, deps) => {
  const { db, config, now, secrets, keys, outbound } = deps;
  let loading: Promise<SignIns> | undefined;
  const signIns = (): Promise<SignIns> => {
    loading ??= kept(() => createSignIns(deps));
    return loading;
  };
  /** The provider's answers name further addresses: these are kept to what may be reached, its own origin is not. */
  const kept = <R>(work: () => Promise<R>): Promise<R> =>
    config.oidc === undefined ? work() : outbound.keep(new URL(config.oidc.issuer).origin, work);

  app.addHook("onRequest", async (request) => assertOwnOrigin(request, config.baseUrl));
  app.addHook("onRoute", (route) => {
    route.schema = { ...route.schema, hide: true };
  });

  app.post("/sign-in/email", { schema: { body: SignInBody } }, async (request, reply) => {
    const { email, password } = request.body;
    await countAttempt(deps, request, reply, email);
    await signIn(await signIns(), reply, { email, password });
    return reply.code(204).send();
  });

  app.get("/ways", { config: free, schema: { response: { 200: Ways } } }, async () => ({
    sso: config.oidc?.name ?? null,
    mail: config.smtpUrl !== undefined,
  }));

  app.get("/sso", { schema: { querystring: NextQuery } }, async (request, reply) => {
    if (config.oidc === undefined) throw new ServiceError("not_found", "no identity provider is configured");
    const { api } = await signIns();
    const body = {
      provider: SSO,
      callbackURL: `${config.baseUrl}${request.query.to}`,
      errorCallbackURL: `${config.baseUrl}/sign-in`,
      disableRedirect: true,
    };
    const { headers, response } = await kept(() => api.signInSocial({ body, returnHeaders: true }));
    sendCookies(reply, headers);
    return reply.redirect(response.url ?? "/sign-in");
  });

  app.get(`/callback/${SSO}`, async (request, reply) => {
    if (config.oidc === undefined) throw new ServiceError("not_found", "no identity provider is configured");
    const { api, handler } = await signIns();
    const arrival: Said = { role: undefined };
    const sent = new Request(new URL(request.url, config.baseUrl), { headers: cookiesOf(request) });
    const answer = await kept(() => arriving.run(arrival, () => handler(sent)));
    const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(";")[0]);
    const found = await api.getSession({ headers: new Headers({ cookie: cookies.join("; ") }) });
    if (found === null)
      return reply.redirect(signInWith(arrival.unproven === undefined ? "failed" : "unproven"));
    const { id: person_id, name, email } = found.user;
    const who = { person_id, name, email, role: arrival.role };
    const isAdmitted =
      found.user.emailVerified && (await db.transaction().execute((tx) => admit(tx, who, now())));
    keys.forget();
    await notify(db, KEYS_CHANNEL);
    if (!isAdmitted) {
      await endSessions(db, person_id);
      await deletePersonWithoutMembers(db, person_id);
      return reply.redirect(signInWith(arrival.unproven === undefined ? "no_member" : "unproven"));
    }
    sendCookies(reply, answer.headers);
    return reply.redirect(answer.headers.get("location") ?? "/");
  });

  app.post("/sign-out", { config: free }, async (request, reply) => {
    const { api } = await signIns();
    const { headers } = await api.signOut({ headers: cookiesOf(request), returnHeaders: true });
    sendCookies(reply, headers);
    keys.forget();
    await notify(db, KEYS_CHANNEL);
    return reply.code(204).send();
  });

  const tokenSchema = { querystring: TokenQuery, response: { 200: PersonToken } };
  app.post("/token", { config: free, schema: tokenSchema }, async (request, reply) => {
    const { api } = await signIns();
    const { headers, response: found } = await api.getSession({
      headers: cookiesOf(request),
      returnHeaders: true,
    });
    sendCookies(reply, headers);
    if (found === null) throw new ServiceError("unauthorized", "not signed in: sign in first");
    const accounts = await listMemberships(db, found.user.id);
    if (accounts.length === 0) throw new ServiceError("unauthorized", NO_MEMBER);
    const { account_id = accounts[0]?.account_id } = request.query;
    const membership = accounts.find((one) => one.account_id === account_id);
    if (membership === undefined)
      throw new ServiceError("not_found", `you are not a member of the account ${account_id}`);
    const { member_id } = membership;
    const expires_at = new Date(now().getTime() + TOKEN_MS);
    const claims = { member_id, session_id: found.session.id, expires_at: expires_at.getTime() };
    return {
      token: newPersonToken(secrets, claims),
      expires_at: expires_at.toISOString(),
      person: { ...membership, email: found.user.email },
      accounts,
    };
  });

  app.get(
    "/invitations/:token",
    { schema: { params: TokenParams, response: { 200: Invited } } },
    async (request) => getInvitation(db, request.params.token, now()),
  );

  app.post(
    "/invitations/:token",
    { schema: { params: TokenParams, body: AcceptBody } },
    async (request, reply) => {
      const { token } = request.params;
      const invited = await getInvitation(db, token, now());
      // Who signs in elsewhere proves it by their password here, which must be no way to guess it.
      await countAttempt(deps, request, reply, invited.email ?? request.body.email ?? "");
      const email = await db.transaction().execute((tx) => acceptInvitation(tx, token, now(), request.body));
      keys.forget();
      await signIn(await signIns(), reply, { email, password: request.body.password });
      return reply.code(204).send();
    },
  );

  if (config.entrance !== undefined) {
    const enter = createEntrance(deps, config.entrance);
    app.get(
      "/enter/:token",
      { config: free, schema: { params: TokenParams, querystring: NextQuery } },
      async (request, reply) => {
        const { api } = await signIns();
        const { to } = request.query;
        if ((await api.getSession({ headers: cookiesOf(request) })) !== null) return reply.redirect(to);
        try {
          await enter(request.params.token, async (credentials) => {
            keys.forget();
            await signIn(await signIns(), reply, credentials);
          });
        } catch (fault) {
          if (!(fault instanceof ServiceError)) throw fault;
          return reply.redirect(signInWith(fault.code === "forbidden" ? "used_link" : "no_owner"));
        }
        return reply.redirect(to);
      },
    );
  }

  async function signIn({ api }: SignIns, reply: FastifyReply, body: { email: string; password: string }) {
    const { headers, response } = await api.signInEmail({ body, returnHeaders: true }).catch(refuse);
    const { user } = response;
    if ((await listMemberships(db, user.id)).length === 0) {
      await endSessions(db, user.id);
      throw new ServiceError("forbidden", NO_MEMBER);
    }
    sendCookies(reply, headers);
  }
};

const NO_MEMBER = "you are not a member of any account: ask an owner for an invitation";

/** Guards against other sites' forms (CSRF), beside SameSite: browsers say with every POST where it comes from. */
function assertOwnOrigin({ method, headers, protocol, host }: FastifyRequest, baseUrl: string): void {
  if (method !== "POST") return;
  const { origin } = headers;
  if (origin === new URL(baseUrl).origin) return;
  if (origin === `${protocol}://${host}` && isLoopback(new URL(origin).hostname)) return; // another name, or a tunnel
  throw new ServiceError("forbidden", `Origin must be ${baseUrl} to sign in (got ${origin ?? "none"})`);
}

async function countAttempt(
  { limiter, now }: PeopleDeps,
  { ip }: FastifyRequest,
  reply: FastifyReply,
  address: string,
): Promise<void> {
  const email = address.toLowerCase();
  const limits = [
    [`sign-in:${networkOf(ip)}:${email}`, ATTEMPTS],
    [`sign-in:${email}`, ATTEMPTS_FROM_EVERYWHERE],
  ] as const;
  for (const [payer, limit] of limits) {
    const allowance = await limiter.take(payer, "sign-in", limit, now().getTime());
    if (!allowance.allowed) assertAllowed(allowance, reply, now());
  }
}

function cookiesOf({ headers: { cookie } }: FastifyRequest): Headers {
  return new Headers(cookie === undefined ? {} : { cookie });
}

/** The sign-in page with the code of what went wrong; the page has the words, so that no link can show others. */
function signInWith(fault: "failed" | "no_member" | "no_owner" | "unproven" | "used_link"): string {
  return `/sign-in?fault=${fault}`;
}

/** Says of every refused password the same; what is not a refusal is a fault of ours. */
function refuse(fault: unknown): never {
  const isRefusal = fault instanceof Error && "statusCode" in fault && Number(fault.statusCode) < 500;
  if (!isRefusal) throw fault;
  throw new ServiceError("unauthorized", "the e-mail address or the password is wrong");
}

function sendCookies(reply: FastifyReply, headers: Headers): void {
  const cookies = headers.getSetCookie();
  if (cookies.length > 0) reply.header("set-cookie", cookies);
}
