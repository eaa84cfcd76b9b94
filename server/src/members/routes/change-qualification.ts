import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { Deps } from "../../deps.ts";
import { actorOf, callerOf } from "../../platform/auth/auth.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { idempotent } from "../../platform/http/idempotency.ts";
import { IdParams } from "../../platform/http/wire.ts";
import { getProject } from "../../projects/store.ts";
import { letPass, startAgain } from "../../qualifications/change.ts";
import { releaseLeasesOfProject } from "../../queue/leases.ts";
import { presentMember } from "../present.ts";
import { ChangeQualification, Member } from "../schemas.ts";
import { lockMember } from "../store.ts";

/** `POST /v1/members/{id}/qualification` */
export const changeQualificationRoute: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  const { now } = deps;
  app.post(
    "/members/:id/qualification",
    {
      config: { scope: "members:write" },
      schema: {
        operationId: "changeQualification",
        summary: "Let a member pass the training of a project, or start again",
        tags: ["members"],
        params: IdParams,
        body: ChangeQualification,
        response: { 200: Member, ...errorResponses(400, 401, 403, 404, 409, 415, 422, 429) },
      },
    },
    async (request, reply) =>
      idempotent(deps, { request, reply }, async (tx) => {
        const caller = callerOf(request);
        const member = await lockMember(tx, caller.account_id, request.params.id);
        const { id: project_id } = await getProject(tx, caller.account_id, request.body.project_id);
        const trainee = { account_id: caller.account_id, member_id: member.id, project_id };
        if (request.body.action === "pass") await letPass(tx, trainee, actorOf(caller), now());
        else {
          await startAgain(tx, trainee);
          await releaseLeasesOfProject(tx, trainee, now());
        }
        return { status: 200, body: await presentMember(tx, member, now()) };
      }),
  );
};
