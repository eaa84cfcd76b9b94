import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { Deps } from "../../deps.ts";
import { callerOf } from "../../platform/auth/auth.ts";
import { inChange } from "../../platform/http/changes.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { assertIfMatch } from "../../platform/http/etag.ts";
import { IdParams } from "../../platform/http/wire.ts";
import { changeMember } from "../change.ts";
import { presentMember } from "../present.ts";
import { ChangeMember, Member } from "../schemas.ts";
import { lockMember } from "../store.ts";

/** `PATCH /v1/members/{id}` */
export const changeMemberRoute: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  const { now } = deps;
  app.patch(
    "/members/:id",
    {
      config: { scope: "members:write" },
      schema: {
        operationId: "changeMember",
        summary: "Change a member's name, role, projects or groups; deactivate or reactivate it",
        tags: ["members"],
        params: IdParams,
        body: ChangeMember,
        response: { 200: Member, ...errorResponses(400, 401, 403, 404, 409, 412, 415, 429) },
      },
    },
    async (request) =>
      inChange(deps, request, async (tx) => {
        const caller = callerOf(request);
        const before = await lockMember(tx, caller.account_id, request.params.id);
        assertIfMatch(request, await presentMember(tx, before, now()));
        return presentMember(tx, await changeMember(tx, caller, before, now(), request.body), now());
      }),
  );
};
