import { ServiceError } from "@assay/domain/errors.ts";
import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { FastifyRequest } from "fastify";
import { isLoopback } from "../../platform/network/loopback.ts";
import { openSignIns, type SignInDeps } from "../sessions.ts";
import { acceptInvitationRoute } from "./accept-invitation.ts";
import { createTokenRoute } from "./create-token.ts";
import { enterRoute } from "./enter.ts";
import { finishSsoRoute } from "./finish-sso.ts";
import { getInvitationRoute } from "./get-invitation.ts";
import { listSignInWaysRoute } from "./list-ways.ts";
import { signInByEmailRoute } from "./sign-in-by-email.ts";
import { signOutRoute } from "./sign-out.ts";
import { startSsoRoute } from "./start-sso.ts";

/**
 * Sign-in to the workbench by cookie; outside `/v1` and its document, because only our own pages may use it.
 * Cookies are HttpOnly and SameSite=Lax, and every POST must come from our own origin.
 */
export const signInRoutes: FastifyPluginAsyncTypebox<
  Omit<SignInDeps, "signIns" | "throughProvider">
> = async (app, deps) => {
  app.addHook("onRequest", async (request) => assertOwnOrigin(request, deps.config.baseUrl));
  app.addHook("onRoute", (route) => {
    route.schema = { ...route.schema, hide: true };
  });
  const all = { ...deps, ...openSignIns(deps), prefix: "" }; // `deps` has the prefix that is already in effect
  for (const route of [
    signInByEmailRoute,
    listSignInWaysRoute,
    startSsoRoute,
    finishSsoRoute,
    signOutRoute,
    createTokenRoute,
    getInvitationRoute,
    acceptInvitationRoute,
    enterRoute,
  ])
    await app.register(route, all);
};

/**
 * Guards against other sites' forms (CSRF), in addition to SameSite: browsers send the origin with every
 * POST.
 */
function assertOwnOrigin({ method, headers, protocol, host }: FastifyRequest, baseUrl: string): void {
  if (method !== "POST") return;
  const { origin } = headers;
  if (origin === new URL(baseUrl).origin) return;
  if (origin === `${protocol}://${host}` && isLoopback(new URL(origin).hostname)) return; // another name, or a tunnel
  throw new ServiceError("forbidden", `Origin must be ${baseUrl} to sign in (got ${origin ?? "none"})`);
}
