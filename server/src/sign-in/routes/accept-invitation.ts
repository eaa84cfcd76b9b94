import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import Type from "typebox";
import { acceptInvitation } from "../../members/invitations.ts";
import { getInvitation } from "../../members/open-invitation.ts";
import { PASSWORD } from "../../people/sign-ins.ts";
import { LIMITS } from "../../platform/limits.ts";
import { countAttempt } from "../attempts.ts";
import { type SignInDeps, signIn } from "../sessions.ts";
import { Email, TokenParams } from "./schemas.ts";

const AcceptBody = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: LIMITS.name_characters }),
    password: Type.String(PASSWORD),
    email: Type.Optional(Email),
  },
  { additionalProperties: false },
);

/** `POST /auth/invitations/{token}` */
export const acceptInvitationRoute: FastifyPluginAsyncTypebox<SignInDeps> = async (app, deps) => {
  const { db, now, keys } = deps;
  app.post(
    "/invitations/:token",
    { schema: { params: TokenParams, body: AcceptBody } },
    async (request, reply) => {
      const { token } = request.params;
      const invited = await getInvitation(db, token, now());
      // A person who signs in elsewhere proves it by their password here, so attempts are limited.
      await countAttempt(deps, request, reply, invited.email ?? request.body.email ?? "");
      const email = await db.transaction().execute((tx) => acceptInvitation(tx, token, now(), request.body));
      keys.forget();
      await signIn(deps, reply, { email, password: request.body.password });
      return reply.code(204).send();
    },
  );
};
