import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { Deps } from "../../deps.ts";
import { callerOf } from "../../platform/auth/auth.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { IdParams } from "../../platform/http/wire.ts";
import { Source, toSource } from "../schemas.ts";
import { getSource } from "../store.ts";

/** `GET /v1/sources/{id}` */
export const getSourceRoute: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  app.get(
    "/sources/:id",
    {
      config: { scope: "uploads:read" },
      schema: {
        operationId: "getSource",
        summary: "Get a source, with the progress of its sync",
        tags: ["sources"],
        params: IdParams,
        response: { 200: Source, ...errorResponses(401, 403, 404, 429) },
      },
    },
    async (request) => toSource(await getSource(deps.db, callerOf(request).account_id, request.params.id)),
  );
};
