import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import Type from "typebox";
import type { Deps } from "../../deps.ts";
import { callerOf } from "../../platform/auth/auth.ts";
import { inChange } from "../../platform/http/changes.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { assertIfMatch } from "../../platform/http/etag.ts";
import { IdParams } from "../../platform/http/wire.ts";
import { removeProject } from "../change.ts";
import { toProject } from "../schemas.ts";
import { lockProject } from "../store.ts";

/** `DELETE /v1/projects/:id` */
export const deleteProjectRoute: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  app.delete(
    "/projects/:id",
    {
      config: { scope: "projects:write" },
      schema: {
        operationId: "deleteProject",
        summary: "Delete a project that has no batch",
        tags: ["projects"],
        params: IdParams,
        response: { 204: Type.Null(), ...errorResponses(401, 403, 404, 409, 412, 429) },
      },
    },
    async (request, reply) => {
      await inChange(deps, request, async (tx) => {
        const project = await lockProject(tx, callerOf(request).account_id, request.params.id);
        assertIfMatch(request, toProject(project));
        await removeProject(tx, project);
      });
      return reply.code(204).send(null);
    },
  );
};
