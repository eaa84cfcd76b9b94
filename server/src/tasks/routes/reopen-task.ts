import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { Deps } from "../../deps.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { IdParams } from "../../platform/http/wire.ts";
import { reopenTask } from "../hand-back.ts";
import { HandBack, Task } from "../schemas.ts";
import { changeOwnTask } from "./change-own-task.ts";

/** `POST /v1/tasks/:id/reopen` */
export const reopenTaskRoute: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  const { now } = deps;
  app.post(
    "/tasks/:id/reopen",
    {
      config: { scope: "annotations:write", isLogged: false },
      schema: {
        operationId: "reopenTask",
        summary: "Reopen one of the member's last ten answers",
        tags: ["tasks"],
        params: IdParams,
        body: HandBack,
        response: { 200: Task, ...errorResponses(400, 401, 403, 404, 409, 415, 422, 429) },
      },
    },
    async (request, reply) => {
      const { annotator } = request.body;
      const own = { id: request.params.id, annotator };
      return changeOwnTask(deps, { request, reply }, own, (tx, work) => reopenTask(tx, work, now()));
    },
  );
};
