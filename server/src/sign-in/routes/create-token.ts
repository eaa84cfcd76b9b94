import { ServiceError } from "@assay/domain/errors.ts";
import { ROLES } from "@assay/domain/member.ts";
import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import Type from "typebox";
import { listMemberships } from "../../people/memberships.ts";
import { newPersonToken } from "../../platform/auth/person-token.ts";
import { Timestamp } from "../../platform/http/wire.ts";
import { cookiesOf, NO_MEMBER, type SignInDeps, sendCookies } from "../sessions.ts";

/** How long a bearer token for `/v1` is valid. */
const TOKEN_MS = 10 * 60_000;

/** The account for the token; if absent, the one that the person joined first. */
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

/** `POST /auth/token`: gives a signed-in person a bearer token for `/v1` */
export const createTokenRoute: FastifyPluginAsyncTypebox<SignInDeps> = async (app, deps) => {
  const { db, now, secrets, signIns } = deps;
  app.post(
    "/token",
    { config: { scope: null }, schema: { querystring: TokenQuery, response: { 200: PersonToken } } },
    async (request, reply) => {
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
    },
  );
};
