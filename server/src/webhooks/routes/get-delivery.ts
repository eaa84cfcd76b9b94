import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { Deps } from "../../deps.ts";
import { callerOf } from "../../platform/auth/auth.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { DeliveryParams, DeliveryWithAttempts, toDeliveryWithAttempts } from "../delivery-schemas.ts";
import { getDelivery } from "../store/deliveries.ts";

/** `GET /v1/webhooks/{id}/deliveries/{delivery_id}` */
export const getDeliveryRoute: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  const { db } = deps;
  app.get(
    "/webhooks/:id/deliveries/:delivery_id",
    {
      config: { scope: "webhooks:read" },
      schema: {
        operationId: "getDelivery",
        summary: "Read a delivery with its attempts",
        tags: ["webhooks"],
        params: DeliveryParams,
        response: { 200: DeliveryWithAttempts, ...errorResponses(401, 403, 404, 429) },
      },
    },
    async (request) => {
      const { id, delivery_id } = request.params;
      const found = await getDelivery(db, callerOf(request).account_id, id, delivery_id);
      return toDeliveryWithAttempts(found.delivery, found.attempts);
    },
  );
};
