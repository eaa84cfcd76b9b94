import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { Deps } from "../../deps.ts";
import { callerOf } from "../../platform/auth/auth.ts";
import { inChange } from "../../platform/http/changes.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { assertIfMatch } from "../../platform/http/etag.ts";
import { IdParams } from "../../platform/http/wire.ts";
import { changeWebhook } from "../change.ts";
import { ChangeWebhook, toWebhook, Webhook } from "../schemas.ts";
import { lockWebhook } from "../store/webhooks.ts";

/** `PATCH /v1/webhooks/{id}` */
export const changeWebhookRoute: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  app.patch(
    "/webhooks/:id",
    {
      config: { scope: "webhooks:write" },
      schema: {
        operationId: "changeWebhook",
        summary: "Change, disable or enable a webhook",
        tags: ["webhooks"],
        params: IdParams,
        body: ChangeWebhook,
        response: { 200: Webhook, ...errorResponses(400, 401, 403, 404, 409, 412, 415, 429) },
      },
    },
    async (request) =>
      inChange(deps, request, async (tx) => {
        const before = await lockWebhook(tx, callerOf(request).account_id, request.params.id);
        assertIfMatch(request, toWebhook(before));
        return toWebhook(await changeWebhook(deps, tx, before, request.body));
      }),
  );
};
