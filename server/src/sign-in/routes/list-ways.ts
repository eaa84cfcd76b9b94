import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import Type from "typebox";
import { nullable } from "../../platform/http/wire.ts";
import type { SignInDeps } from "../sessions.ts";

/** The available ways to sign in besides e-mail and password, and whether invitations are mailed. */
const Ways = Type.Object({ sso: nullable(Type.String()), mail: Type.Boolean() });

/** `GET /auth/ways` */
export const listSignInWaysRoute: FastifyPluginAsyncTypebox<SignInDeps> = async (app, deps) => {
  const { config } = deps;
  app.get("/ways", { config: { scope: null }, schema: { response: { 200: Ways } } }, async () => ({
    sso: config.oidc?.name ?? null,
    mail: config.smtpUrl !== undefined,
  }));
};
