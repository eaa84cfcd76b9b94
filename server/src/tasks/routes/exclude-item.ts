import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { Deps } from "../../deps.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { IdParams } from "../../platform/http/wire.ts";
import { excludeItem } from "../adjudicate.ts";
import { SkipTask, Task } from "../schemas.ts";
import { changeOwnTask } from "./change-own-task.ts";

/** `POST /v1/tasks/:id/exclude` */
export const excludeItemRoute: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  const { now } = deps;
  app.post(
    "/tasks/:id/exclude",
    {
      config: { scope: "annotations:write" },
      schema: {
        operationId: "excludeItem",
        summary: "Exclude the item of an adjudication task, with a reason",
        tags: ["tasks"],
        params: IdParams,
        body: SkipTask,
        response: { 200: Task, ...errorResponses(400, 401, 403, 404, 409, 415, 422, 429) },
      },
    },
    async (request, reply) => {
      const { annotator, reason } = request.body;
      const own = { id: request.params.id, annotator, mayClose: true };
      return changeOwnTask(deps, { request, reply }, own, (tx, work) => excludeItem(tx, work, reason, now()));
    },
  );
};
