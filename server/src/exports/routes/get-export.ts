import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { Deps } from "../../deps.ts";
import { callerOf } from "../../platform/auth/auth.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { IdParams } from "../../platform/http/wire.ts";
import { Export, toExport } from "../schemas.ts";
import { getExport } from "../store.ts";

/** `GET /v1/exports/:id` */
export const getExportRoute: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  const { db } = deps;
  app.get(
    "/exports/:id",
    {
      config: { scope: "datasets:read" },
      schema: {
        operationId: "getExport",
        summary: "Read an export",
        tags: ["exports"],
        params: IdParams,
        response: { 200: Export, ...errorResponses(401, 403, 404, 429) },
      },
    },
    async (request) =>
      toExport(deps.config, await getExport(db, callerOf(request).account_id, request.params.id)),
  );
};
