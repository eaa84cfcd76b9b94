import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { Deps } from "../../deps.ts";
import { callerOf } from "../../platform/auth/auth.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { idempotent } from "../../platform/http/idempotency.ts";
import { createMember } from "../change.ts";
import { inviteNewMember } from "../mail-invitation.ts";
import { CreateMember, NewMember } from "../schemas.ts";

/** `POST /v1/members` */
export const createMemberRoute: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  const { now } = deps;
  app.post(
    "/members",
    {
      config: { scope: "members:write" },
      schema: {
        operationId: "createMember",
        summary: "Add a member; invites a member with an e-mail address",
        tags: ["members"],
        body: CreateMember,
        response: { 201: NewMember, ...errorResponses(400, 401, 403, 404, 409, 415, 422, 429) },
      },
    },
    async (request, reply) =>
      idempotent(deps, { request, reply }, async (tx) => {
        const member = await createMember(tx, callerOf(request), now(), request.body);
        return {
          status: 201,
          body: await inviteNewMember(tx, deps, member),
          location: `/v1/members/${member.id}`,
        };
      }),
  );
};
