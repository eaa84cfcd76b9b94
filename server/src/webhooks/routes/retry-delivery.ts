import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { Deps } from "../../deps.ts";
import { callerOf } from "../../platform/auth/auth.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { idempotent } from "../../platform/http/idempotency.ts";
import { Delivery, DeliveryParams, toDelivery } from "../delivery-schemas.ts";
import { retryDelivery } from "../resend.ts";
import { lockWebhook } from "../store/webhooks.ts";

/** `POST /v1/webhooks/{id}/deliveries/{delivery_id}/retry` */
export const retryDeliveryRoute: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  app.post(
    "/webhooks/:id/deliveries/:delivery_id/retry",
    {
      config: { scope: "webhooks:write" },
      schema: {
        operationId: "retryDelivery",
        summary: "Retry a delivery now, in addition to its schedule",
        tags: ["webhooks"],
        params: DeliveryParams,
        response: { 202: Delivery, ...errorResponses(401, 403, 404, 409, 410, 422, 429) },
      },
    },
    async (request, reply) =>
      idempotent(deps, { request, reply }, async (tx) => {
        const { id, delivery_id } = request.params;
        const webhook = await lockWebhook(tx, callerOf(request).account_id, id);
        return { status: 202, body: toDelivery(await retryDelivery(tx, webhook, delivery_id, deps.now())) };
      }),
  );
};
