import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import Type from "typebox";
import type { Deps } from "../../deps.ts";
import { callerOf } from "../../platform/auth/auth.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { idempotent } from "../../platform/http/idempotency.ts";
import { LIMITS } from "../../platform/limits.ts";
import { importMembers } from "../import.ts";
import { inviteNewMember } from "../mail-invitation.ts";
import { ImportMembers, NewMember } from "../schemas.ts";

/** `POST /v1/members/import` */
export const importMembersRoute: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  const { now } = deps;
  app.post(
    "/members/import",
    {
      bodyLimit: 2 * LIMITS.json_body_bytes, // a character of a full file may be escaped to 12 bytes
      config: { scope: "members:write" },
      schema: {
        operationId: "importMembers",
        summary: "Add members from a CSV file, all or none; invites those with an e-mail address",
        tags: ["members"],
        body: ImportMembers,
        response: {
          200: Type.Object({ data: Type.Array(NewMember) }),
          ...errorResponses(400, 401, 403, 404, 409, 415, 422, 429),
        },
      },
    },
    async (request, reply) =>
      idempotent(deps, { request, reply }, async (tx) => {
        const members = await importMembers(tx, callerOf(request), now(), request.body.csv);
        const data: NewMember[] = [];
        for (const member of members) data.push(await inviteNewMember(tx, deps, member));
        return { status: 200, body: { data } };
      }),
  );
};
