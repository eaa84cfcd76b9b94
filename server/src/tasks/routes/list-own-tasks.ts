import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import Type from "typebox";
import type { Deps } from "../../deps.ts";
import { prospectiveMember } from "../../members/acting.ts";
import { callerOf } from "../../platform/auth/auth.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { listOwnTasks } from "../own.ts";
import { presentTasks } from "../present.ts";
import { OwnTasksQuery, Task } from "../schemas.ts";

/** `GET /v1/tasks` */
export const listOwnTasksRoute: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  const { db } = deps;
  app.get(
    "/tasks",
    {
      config: { scope: "annotations:read" },
      schema: {
        operationId: "listOwnTasks",
        summary: "List a member's leased tasks, or their latest answers",
        description: "The newest change first, at most 100. The first ten answers can be reopened.",
        tags: ["tasks"],
        querystring: OwnTasksQuery,
        response: {
          200: Type.Object({ data: Type.Array(Task) }),
          ...errorResponses(400, 401, 403, 404, 429),
        },
      },
    },
    async (request) => {
      const { annotator, status, batch_id, project_id } = request.query;
      const caller = callerOf(request);
      const member = await prospectiveMember(db, caller, annotator);
      const tasks = await listOwnTasks(db, caller, member, { status, batch_id, project_id });
      return { data: await presentTasks(deps, db, tasks) };
    },
  );
};
