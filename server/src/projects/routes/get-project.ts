import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { Deps } from "../../deps.ts";
import { callerOf } from "../../platform/auth/auth.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { IdParams } from "../../platform/http/wire.ts";
import { Project, toProject } from "../schemas.ts";
import { getProject } from "../store.ts";

import { Include, progressWhere } from "./include-progress.ts";

/** `GET /v1/projects/:id` */
export const getProjectRoute: FastifyPluginAsyncTypebox<Deps> = async (app, { db }) => {
  app.get(
    "/projects/:id",
    {
      config: { scope: "projects:read" },
      schema: {
        operationId: "getProject",
        summary: "Read a project",
        tags: ["projects"],
        params: IdParams,
        querystring: Include,
        response: { 200: Project, ...errorResponses(400, 401, 403, 404, 429) },
      },
    },
    async (request) => {
      const row = await getProject(db, callerOf(request).account_id, request.params.id);
      const progress = await progressWhere(db, row.account_id, request.query.include, [row]);
      return toProject(row, progress?.(row.id));
    },
  );
};
