import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { Deps } from "../../deps.ts";
import { callerOf } from "../../platform/auth/auth.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { idempotent } from "../../platform/http/idempotency.ts";
import { createKey } from "../keys.ts";
import { CreateApiKey, NewApiKey, toApiKey } from "../schemas.ts";

/** `POST /v1/api-keys` */
export const createApiKeyRoute: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  const { now } = deps;
  app.post(
    "/api-keys",
    {
      config: { scope: "keys:write" },
      schema: {
        operationId: "createApiKey",
        summary: "Create an API key",
        tags: ["api keys"],
        body: CreateApiKey,
        response: { 201: NewApiKey, ...errorResponses(400, 401, 403, 409, 415, 422, 429) },
      },
    },
    async (request, reply) =>
      idempotent(deps, { request, reply }, async (tx) => {
        const { row, key } = await createKey(tx, callerOf(request), now(), request.body);
        return { status: 201, body: { ...toApiKey(row), key }, location: `/v1/api-keys/${row.id}` };
      }),
  );
};
