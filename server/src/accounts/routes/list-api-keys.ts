import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { Deps } from "../../deps.ts";
import { callerOf } from "../../platform/auth/auth.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { CreatedPageQuery, listPage, sendPage } from "../../platform/http/paging.ts";
import { page } from "../../platform/http/wire.ts";
import { ApiKey, toApiKey } from "../schemas.ts";
import { selectKeys } from "../store.ts";

/** `GET /v1/api-keys` */
export const listApiKeysRoute: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  const { db, config } = deps;
  app.get(
    "/api-keys",
    {
      config: { scope: "keys:read" },
      schema: {
        operationId: "listApiKeys",
        summary: "List the account's API keys",
        tags: ["api keys"],
        querystring: CreatedPageQuery,
        response: { 200: page(ApiKey), ...errorResponses(400, 401, 403, 429) },
      },
    },
    async (request, reply) => {
      const keys = await listPage(request, selectKeys(db, callerOf(request).account_id), "api_keys");
      return sendPage(config, request, reply, { ...keys, data: keys.data.map(toApiKey) });
    },
  );
};
