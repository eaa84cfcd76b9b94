import { ServiceError } from "@assay/domain/errors.ts";
import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { deletePersonWithoutMembers } from "../../people/memberships.ts";
import { endSessions } from "../../people/passwords.ts";
import { arriving, type Said, SSO } from "../../people/sign-ins.ts";
import { KEYS_CHANNEL } from "../../platform/auth/auth.ts";
import { notify } from "../../platform/database/direct.ts";
import { admit } from "../admit.ts";
import { cookiesOf, type SignInDeps, sendCookies, signInWith } from "../sessions.ts";

/** `GET /auth/callback/sso`: the identity provider sends the browser back here */
export const finishSsoRoute: FastifyPluginAsyncTypebox<SignInDeps> = async (app, deps) => {
  const { db, config, now, keys, signIns, throughProvider } = deps;
  app.get(`/callback/${SSO}`, async (request, reply) => {
    if (config.oidc === undefined) throw new ServiceError("not_found", "no identity provider is configured");
    const { api, handler } = await signIns();
    const arrival: Said = { role: undefined };
    const sent = new Request(new URL(request.url, config.baseUrl), { headers: cookiesOf(request) });
    const answer = await throughProvider(() => arriving.run(arrival, () => handler(sent)));
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
};
