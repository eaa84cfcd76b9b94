import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import Type from "typebox";
import type { Deps } from "../../deps.ts";
import { callerOf } from "../../platform/auth/auth.ts";
import { inChange } from "../../platform/http/changes.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { IdParams } from "../../platform/http/wire.ts";
import { confirmGuidelines } from "../confirm.ts";
import { getOwnTask } from "./get-own-task.ts";

/** `PUT /v1/tasks/:id/guidelines/confirmation` */
export const confirmTaskGuidelinesRoute: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  const { db, now } = deps;
  app.put(
    "/tasks/:id/guidelines/confirmation",
    {
      config: { scope: "annotations:write" },
      schema: {
        operationId: "confirmTaskGuidelines",
        summary: "Confirm that the task's member has read its guidelines",
        tags: ["tasks"],
        params: IdParams,
        response: { 204: Type.Null(), ...errorResponses(401, 403, 404, 409, 429) },
      },
    },
    async (request, reply) => {
      const { task, project } = await getOwnTask(db, callerOf(request), request.params.id);
      await inChange(deps, request, (tx) => confirmGuidelines(tx, task, project.id, now()));
      return reply.code(204).send(null);
    },
  );
};
