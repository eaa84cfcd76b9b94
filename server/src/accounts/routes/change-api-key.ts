import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { Deps } from "../../deps.ts";
import { callerOf } from "../../platform/auth/auth.ts";
import { inChange } from "../../platform/http/changes.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { assertIfMatch } from "../../platform/http/etag.ts";
import { IdParams } from "../../platform/http/wire.ts";
import { changeKey, lockKey } from "../keys.ts";
import { ApiKey, ChangeApiKey, toApiKey } from "../schemas.ts";

/** `PATCH /v1/api-keys/{id}` */
export const changeApiKeyRoute: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  const { now } = deps;
  app.patch(
    "/api-keys/:id",
    {
      config: { scope: "keys:write" },
      schema: {
        operationId: "changeApiKey",
        summary: "Rename an API key, reduce its scopes or change its expiry",
        tags: ["api keys"],
        params: IdParams,
        body: ChangeApiKey,
        response: { 200: ApiKey, ...errorResponses(400, 401, 403, 404, 409, 412, 415, 429) },
      },
    },
    async (request) =>
      inChange(deps, request, async (tx) => {
        const caller = callerOf(request);
        const before = await lockKey(tx, caller.account_id, request.params.id);
        assertIfMatch(request, toApiKey(before));
        return toApiKey(await changeKey(tx, caller, now(), before, request.body));
      }),
  );
};
