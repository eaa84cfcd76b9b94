import { ServiceError } from "@assay/domain/errors.ts";
import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { createEntrance } from "../entrance.ts";
import { cookiesOf, type SignInDeps, signIn, signInWith } from "../sessions.ts";
import { NextQuery, TokenParams } from "./schemas.ts";

/** `GET /auth/enter/{token}`: the sign-in link of the terminal; absent where the installation has none */
export const enterRoute: FastifyPluginAsyncTypebox<SignInDeps> = async (app, deps) => {
  const { config, keys, signIns } = deps;
  if (config.entrance === undefined) return;
  const enter = createEntrance(deps, config.entrance);
  app.get(
    "/enter/:token",
    { config: { scope: null }, schema: { params: TokenParams, querystring: NextQuery } },
    async (request, reply) => {
      const { api } = await signIns();
      const { to } = request.query;
      if ((await api.getSession({ headers: cookiesOf(request) })) !== null) return reply.redirect(to);
      try {
        await enter(request.params.token, async (credentials) => {
          keys.forget();
          await signIn(deps, reply, credentials);
        });
      } catch (fault) {
        if (!(fault instanceof ServiceError)) throw fault;
        return reply.redirect(signInWith(fault.code === "forbidden" ? "used_link" : "no_owner"));
      }
      return reply.redirect(to);
    },
  );
};
