import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import Type from "typebox";
import type { Deps } from "../../deps.ts";
import { callerOf } from "../../platform/auth/auth.ts";
import { inChange } from "../../platform/http/changes.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { assertIfMatch } from "../../platform/http/etag.ts";
import { IdParams } from "../../platform/http/wire.ts";
import { lockKey, revokeKey } from "../keys.ts";
import { toApiKey } from "../schemas.ts";

/** `DELETE /v1/api-keys/{id}` */
export const revokeApiKeyRoute: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  const { now } = deps;
  app.delete(
    "/api-keys/:id",
    {
      config: { scope: "keys:write" },
      schema: {
        operationId: "revokeApiKey",
        summary: "Revoke an API key immediately and permanently",
        tags: ["api keys"],
        params: IdParams,
        response: { 204: Type.Null(), ...errorResponses(401, 403, 404, 409, 412, 429) },
      },
    },
    async (request, reply) => {
      await inChange(deps, request, async (tx) => {
        const before = await lockKey(tx, callerOf(request).account_id, request.params.id);
        assertIfMatch(request, toApiKey(before));
        await revokeKey(tx, before, now());
      });
      return reply.code(204).send(null);
    },
  );
};
