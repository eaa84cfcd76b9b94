import { mayAnnotate, mayAudit } from "@assay/domain/member.ts";
import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import Type from "typebox";
import type { Deps } from "../../deps.ts";
import { prospectiveMember } from "../../members/acting.ts";
import { callerOf } from "../../platform/auth/auth.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { TrainingWork } from "../../qualifications/schemas.ts";
import { listWaiting } from "../own.ts";
import { MOST_WAITING, WaitingQuery, WaitingWork } from "../schemas.ts";
import { waitingTraining } from "../training.ts";

/** `GET /v1/tasks/waiting` */
export const listWaitingWorkRoute: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  const { db } = deps;
  app.get(
    "/tasks/waiting",
    {
      config: { scope: "annotations:read" },
      schema: {
        operationId: "listWaitingWork",
        summary: "List the batches with tasks for a member, in the order of claims",
        tags: ["tasks"],
        querystring: WaitingQuery,
        response: {
          200: Type.Object({
            data: Type.Array(WaitingWork),
            training: Type.Array(TrainingWork, {
              description:
                "Projects that give the member no real work before they pass the training; at most 100",
            }),
          }),
          ...errorResponses(400, 401, 403, 404, 429),
        },
      },
    },
    async (request) => {
      const { annotator, batch_id, project_id, limit = MOST_WAITING } = request.query;
      const member = await prospectiveMember(db, callerOf(request), annotator);
      const { role, is_model, may_annotate } = member;
      const wanted = { audits: mayAudit(role) && !is_model, batch_id, project_id, limit };
      if (!mayAnnotate(role) || !may_annotate) return { data: [], training: [] };
      return {
        data: await listWaiting(db, member, wanted),
        training: await waitingTraining(db, member, wanted),
      };
    },
  );
};
