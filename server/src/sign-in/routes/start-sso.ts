import { ServiceError } from "@assay/domain/errors.ts";
import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { SSO } from "../../people/sign-ins.ts";
import { type SignInDeps, sendCookies } from "../sessions.ts";
import { NextQuery } from "./schemas.ts";

/** `GET /auth/sso`: redirects to the identity provider */
export const startSsoRoute: FastifyPluginAsyncTypebox<SignInDeps> = async (app, deps) => {
  const { config, signIns, throughProvider } = deps;
  app.get("/sso", { schema: { querystring: NextQuery } }, async (request, reply) => {
    if (config.oidc === undefined) throw new ServiceError("not_found", "no identity provider is configured");
    const { api } = await signIns();
    const body = {
      provider: SSO,
      callbackURL: `${config.baseUrl}${request.query.to}`,
      errorCallbackURL: `${config.baseUrl}/sign-in`,
      disableRedirect: true,
    };
    const { headers, response } = await throughProvider(() =>
      api.signInSocial({ body, returnHeaders: true }),
    );
    sendCookies(reply, headers);
    return reply.redirect(response.url ?? "/sign-in");
  });
};
