import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import Type from "typebox";
import type { Deps } from "../../deps.ts";
import { callerOf } from "../../platform/auth/auth.ts";
import { inChange } from "../../platform/http/changes.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { assertIfMatch } from "../../platform/http/etag.ts";
import { IdParams } from "../../platform/http/wire.ts";
import { deleteWebhook } from "../change.ts";
import { toWebhook } from "../schemas.ts";
import { lockWebhook } from "../store/webhooks.ts";

/** `DELETE /v1/webhooks/{id}` */
export const deleteWebhookRoute: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  const { now } = deps;
  app.delete(
    "/webhooks/:id",
    {
      config: { scope: "webhooks:write" },
      schema: {
        operationId: "deleteWebhook",
        summary: "Delete a webhook and cancel its pending deliveries",
        tags: ["webhooks"],
        params: IdParams,
        response: { 204: Type.Null(), ...errorResponses(401, 403, 404, 412, 429) },
      },
    },
    async (request, reply) => {
      await inChange(deps, request, async (tx) => {
        const webhook = await lockWebhook(tx, callerOf(request).account_id, request.params.id);
        assertIfMatch(request, toWebhook(webhook));
        await deleteWebhook(tx, webhook, now());
      });
      return reply.code(204).send(null);
    },
  );
};
