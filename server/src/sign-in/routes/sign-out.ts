import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { KEYS_CHANNEL } from "../../platform/auth/auth.ts";
import { notify } from "../../platform/database/direct.ts";
import { cookiesOf, type SignInDeps, sendCookies } from "../sessions.ts";

/** `POST /auth/sign-out` */
export const signOutRoute: FastifyPluginAsyncTypebox<SignInDeps> = async (app, deps) => {
  const { db, keys, signIns } = deps;
  app.post("/sign-out", { config: { scope: null } }, async (request, reply) => {
    const { api } = await signIns();
    const { headers } = await api.signOut({ headers: cookiesOf(request), returnHeaders: true });
    sendCookies(reply, headers);
    keys.forget();
    await notify(db, KEYS_CHANNEL);
    return reply.code(204).send();
  });
};
