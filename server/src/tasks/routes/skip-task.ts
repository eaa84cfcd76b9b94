import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { Deps } from "../../deps.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { IdParams } from "../../platform/http/wire.ts";
import { skipTask } from "../hand-back.ts";
import { SkipTask, Task } from "../schemas.ts";
import { changeOwnTask } from "./change-own-task.ts";

/** `POST /v1/tasks/:id/skip` */
export const skipTaskRoute: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  const { now } = deps;
  app.post(
    "/tasks/:id/skip",
    {
      config: { scope: "annotations:write", isLogged: false },
      schema: {
        operationId: "skipTask",
        summary: "Skip a task, with a reason",
        tags: ["tasks"],
        params: IdParams,
        body: SkipTask,
        response: { 200: Task, ...errorResponses(400, 401, 403, 404, 409, 415, 422, 429) },
      },
    },
    async (request, reply) => {
      const { annotator, reason } = request.body;
      const own = { id: request.params.id, annotator, mayClose: true };
      return changeOwnTask(deps, { request, reply }, own, (tx, work) => skipTask(tx, work, reason, now()));
    },
  );
};
