import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { Deps } from "../../deps.ts";
import { callerOf } from "../../platform/auth/auth.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { listByPosition, PositionQuery, sendPage } from "../../platform/http/paging.ts";
import { IdParams, page } from "../../platform/http/wire.ts";
import { ProjectVersion, toProjectVersion } from "../schemas.ts";
import { getProject, listVersions } from "../store.ts";

/** `GET /v1/projects/:id/versions` */
export const listProjectVersionsRoute: FastifyPluginAsyncTypebox<Deps> = async (app, { db, config }) => {
  app.get(
    "/projects/:id/versions",
    {
      config: { scope: "projects:read" },
      schema: {
        operationId: "listProjectVersions",
        summary: "List a project's guideline versions, newest first",
        tags: ["projects"],
        params: IdParams,
        querystring: PositionQuery,
        response: { 200: page(ProjectVersion), ...errorResponses(400, 401, 403, 404, 429) },
      },
    },
    async (request, reply) => {
      const project = await getProject(db, callerOf(request).account_id, request.params.id);
      const versions = await listByPosition(
        project.id,
        request.query,
        (after, limit) => listVersions(db, project, after < 0 ? undefined : after, limit),
        ({ version }) => version,
      );
      const data = versions.data.map(toProjectVersion);
      return sendPage(config, request, reply, { ...versions, data });
    },
  );
};
