import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { Deps } from "../../deps.ts";
import { callerOf } from "../../platform/auth/auth.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { idempotent } from "../../platform/http/idempotency.ts";
import { createProject } from "../create.ts";
import { CreateProject, Project, toProject } from "../schemas.ts";
import { assertBeacon } from "../settings.ts";

/** `POST /v1/projects` */
export const createProjectRoute: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  const { config, now } = deps;
  app.post(
    "/projects",
    {
      config: { scope: "projects:write" },
      schema: {
        operationId: "createProject",
        summary: "Create a project",
        tags: ["projects"],
        body: CreateProject,
        response: { 201: Project, ...errorResponses(400, 401, 403, 409, 415, 422, 429) },
      },
    },
    async (request, reply) =>
      idempotent(deps, { request, reply }, async (tx) => {
        assertBeacon(config, request.body.quality_policy);
        const project = await createProject(tx, callerOf(request).account_id, now(), request.body);
        return { status: 201, body: toProject(project), location: `/v1/projects/${project.id}` };
      }),
  );
};
