import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { Deps } from "../../deps.ts";
import { callerOf } from "../../platform/auth/auth.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { IdParams } from "../../platform/http/wire.ts";
import { getVersion } from "../../projects/store.ts";
import { isConfirmed } from "../confirm.ts";
import { Guidelines, toGuidelines } from "../schemas.ts";
import { getOwnTask } from "./get-own-task.ts";

/** `GET /v1/tasks/:id/guidelines` */
export const getTaskGuidelinesRoute: FastifyPluginAsyncTypebox<Deps> = async (app, { db }) => {
  app.get(
    "/tasks/:id/guidelines",
    {
      config: { scope: "annotations:read" },
      schema: {
        operationId: "getTaskGuidelines",
        summary: "The labels, instructions and fields of a task",
        tags: ["tasks"],
        params: IdParams,
        response: { 200: Guidelines, ...errorResponses(401, 403, 404, 429) },
      },
    },
    async (request) => {
      const { task, project } = await getOwnTask(db, callerOf(request), request.params.id);
      const version = await getVersion(db, project, task.guideline_version);
      return toGuidelines(project, version, await isConfirmed(db, task, project.id));
    },
  );
};
