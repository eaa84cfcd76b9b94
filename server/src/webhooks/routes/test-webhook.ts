import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { Deps } from "../../deps.ts";
import { callerOf } from "../../platform/auth/auth.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { idempotentAfter } from "../../platform/http/idempotency.ts";
import { IdParams } from "../../platform/http/wire.ts";
import { DeliveryWithAttempts, TestWebhook, toDeliveryWithAttempts } from "../delivery-schemas.ts";
import { recordTest } from "../store/outcomes.ts";
import { getWebhook } from "../store/webhooks.ts";
import { tryWebhook } from "../try-webhook.ts";

/** `POST /v1/webhooks/{id}/test` */
export const testWebhookRoute: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  app.post(
    "/webhooks/:id/test",
    {
      config: { scope: "webhooks:write" },
      schema: {
        operationId: "testWebhook",
        summary: "Send a sample event once and return the result",
        tags: ["webhooks"],
        params: IdParams,
        body: TestWebhook,
        response: { 200: DeliveryWithAttempts, ...errorResponses(400, 401, 403, 404, 409, 415, 422, 429) },
      },
    },
    async (request, reply) => {
      const send = async () => {
        const webhook = await getWebhook(deps.db, callerOf(request).account_id, request.params.id);
        return tryWebhook(deps, webhook, request.body.type);
      };
      return idempotentAfter(deps, { request, reply }, send, async (tx, outcome) => {
        const { delivery, attempts } = await recordTest(tx, outcome);
        return { status: 200, body: toDeliveryWithAttempts(delivery, attempts) };
      });
    },
  );
};
