import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { Deps } from "../../deps.ts";
import { actorOf, callerOf } from "../../platform/auth/auth.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { idempotent } from "../../platform/http/idempotency.ts";
import { IdParams } from "../../platform/http/wire.ts";
import { getProject } from "../../projects/store.ts";
import { resumeMember } from "../pauses.ts";
import { presentMember } from "../present.ts";
import { Member, ResumeMember } from "../schemas.ts";
import { lockMember } from "../store.ts";

/** `POST /v1/members/{id}/resume` */
export const resumeMemberRoute: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  const { now } = deps;
  app.post(
    "/members/:id/resume",
    {
      config: { scope: "members:write" },
      schema: {
        operationId: "resumeMember",
        summary: "Resume a member who is paused in a project for wrong gold answers",
        tags: ["members"],
        params: IdParams,
        body: ResumeMember,
        response: { 200: Member, ...errorResponses(400, 401, 403, 404, 409, 415, 422, 429) },
      },
    },
    async (request, reply) =>
      idempotent(deps, { request, reply }, async (tx) => {
        const caller = callerOf(request);
        const member = await lockMember(tx, caller.account_id, request.params.id);
        const { id: project_id } = await getProject(tx, caller.account_id, request.body.project_id);
        await resumeMember(
          tx,
          { account_id: caller.account_id, member_id: member.id, project_id },
          actorOf(caller),
          now(),
        );
        return { status: 200, body: await presentMember(tx, member, now()) };
      }),
  );
};
