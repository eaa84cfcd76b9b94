import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { Deps } from "../../deps.ts";
import { callerOf } from "../../platform/auth/auth.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { IdParams } from "../../platform/http/wire.ts";
import { ApiKey, toApiKey } from "../schemas.ts";
import { getKey } from "../store.ts";

/** `GET /v1/api-keys/{id}` */
export const getApiKeyRoute: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  const { db } = deps;
  app.get(
    "/api-keys/:id",
    {
      config: { scope: "keys:read" },
      schema: {
        operationId: "getApiKey",
        summary: "Read an API key",
        tags: ["api keys"],
        params: IdParams,
        response: { 200: ApiKey, ...errorResponses(401, 403, 404, 429) },
      },
    },
    async (request) => toApiKey(await getKey(db, callerOf(request).account_id, request.params.id)),
  );
};
