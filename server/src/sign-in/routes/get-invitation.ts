import { ROLES } from "@assay/domain/member.ts";
import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import Type from "typebox";
import { getInvitation } from "../../members/open-invitation.ts";
import { nullable } from "../../platform/http/wire.ts";
import type { SignInDeps } from "../sessions.ts";
import { TokenParams } from "./schemas.ts";

const Invited = Type.Object({
  account_name: Type.String(),
  name: Type.String(),
  email: nullable(Type.String()),
  role: Type.Enum([...ROLES]),
});

/** `GET /auth/invitations/{token}` */
export const getInvitationRoute: FastifyPluginAsyncTypebox<SignInDeps> = async (app, deps) => {
  const { db, now } = deps;
  app.get(
    "/invitations/:token",
    { schema: { params: TokenParams, response: { 200: Invited } } },
    async (request) => getInvitation(db, request.params.token, now()),
  );
};
