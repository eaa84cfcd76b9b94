import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { Deps } from "../../deps.ts";
import { callerOf } from "../../platform/auth/auth.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { IdParams } from "../../platform/http/wire.ts";
import { toWebhook, Webhook } from "../schemas.ts";
import { getWebhook } from "../store/webhooks.ts";

/** `GET /v1/webhooks/{id}` */
export const getWebhookRoute: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  const { db } = deps;
  app.get(
    "/webhooks/:id",
    {
      config: { scope: "webhooks:read" },
      schema: {
        operationId: "getWebhook",
        summary: "Read a webhook",
        tags: ["webhooks"],
        params: IdParams,
        response: { 200: Webhook, ...errorResponses(401, 403, 404, 429) },
      },
    },
    async (request) => toWebhook(await getWebhook(db, callerOf(request).account_id, request.params.id)),
  );
};
