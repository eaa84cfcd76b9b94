import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { Deps } from "../../deps.ts";
import { callerOf } from "../../platform/auth/auth.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { idempotent } from "../../platform/http/idempotency.ts";
import { createExport } from "../create.ts";
import { CreateExport, Export, toExport } from "../schemas.ts";

/** `POST /v1/exports` */
export const createExportRoute: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  const { now } = deps;
  app.post(
    "/exports",
    {
      config: { scope: "datasets:read" },
      schema: {
        operationId: "createExport",
        summary: "Export a batch or a project as it is now, uncertified",
        tags: ["exports"],
        body: CreateExport,
        response: { 202: Export, ...errorResponses(400, 401, 403, 404, 409, 415, 422, 429) },
      },
    },
    async (request, reply) =>
      idempotent(deps, { request, reply }, async (tx) => {
        const created = await createExport(tx, callerOf(request), now(), request.body);
        return { status: 202, body: toExport(deps.config, created), location: `/v1/exports/${created.id}` };
      }),
  );
};
