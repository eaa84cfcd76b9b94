import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { Deps } from "../../deps.ts";
import { callerOf } from "../../platform/auth/auth.ts";
import { inChange } from "../../platform/http/changes.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { assertIfMatch } from "../../platform/http/etag.ts";
import { IdParams } from "../../platform/http/wire.ts";
import { changeProject } from "../change.ts";
import { ChangeProject, Project, toProject } from "../schemas.ts";
import { assertBeacon } from "../settings.ts";
import { lockProject } from "../store.ts";

/** `PATCH /v1/projects/:id` */
export const changeProjectRoute: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  const { config, now } = deps;
  app.patch(
    "/projects/:id",
    {
      config: { scope: "projects:write" },
      schema: {
        operationId: "changeProject",
        summary: "Change a project",
        tags: ["projects"],
        params: IdParams,
        body: ChangeProject,
        response: { 200: Project, ...errorResponses(400, 401, 403, 404, 409, 412, 415, 429) },
      },
    },
    async (request) =>
      inChange(deps, request, async (tx) => {
        assertBeacon(config, request.body.quality_policy);
        const before = await lockProject(tx, callerOf(request).account_id, request.params.id);
        assertIfMatch(request, toProject(before));
        return toProject(await changeProject(tx, before, now(), request.body));
      }),
  );
};
