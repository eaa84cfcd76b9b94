import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { Deps } from "../deps.ts";
import { callerOf } from "../platform/auth/auth.ts";
import { errorResponses } from "../platform/http/error-handler.ts";
import { IdParams } from "../platform/http/wire.ts";
import { reportProjectConfusion } from "./project-confusion.ts";
import { ProjectConfusion } from "./project-confusion-schema.ts";

/** Reports over all batches of a project. */
export const projectQualityRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, { db }) => {
  app.get(
    "/projects/:id/confusion",
    {
      config: { scope: "projects:read" },
      schema: {
        operationId: "getProjectConfusion",
        summary: "Read which labels annotators confuse, over the batches of a project",
        tags: ["quality"],
        params: IdParams,
        response: { 200: ProjectConfusion, ...errorResponses(401, 403, 404, 429) },
      },
    },
    async (request) => reportProjectConfusion(db, callerOf(request).account_id, request.params.id),
  );
};
