import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import Type from "typebox";
import type { Deps } from "../../deps.ts";
import { callerOf } from "../../platform/auth/auth.ts";
import { inChange } from "../../platform/http/changes.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { assertIfMatch } from "../../platform/http/etag.ts";
import { IdParams } from "../../platform/http/wire.ts";
import { deleteMember } from "../change.ts";
import { presentMember } from "../present.ts";
import { lockMember } from "../store.ts";

/** `DELETE /v1/members/{id}` */
export const deleteMemberRoute: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  const { now } = deps;
  app.delete(
    "/members/:id",
    {
      config: { scope: "members:write" },
      schema: {
        operationId: "deleteMember",
        summary: "Delete a member; their answers stay under a pseudonym",
        tags: ["members"],
        params: IdParams,
        response: { 204: Type.Null(), ...errorResponses(401, 403, 404, 409, 412, 429) },
      },
    },
    async (request, reply) => {
      await inChange(deps, request, async (tx) => {
        const caller = callerOf(request);
        const before = await lockMember(tx, caller.account_id, request.params.id);
        assertIfMatch(request, await presentMember(tx, before, now()));
        await deleteMember(tx, caller, before, now());
      });
      return reply.code(204).send(null);
    },
  );
};
