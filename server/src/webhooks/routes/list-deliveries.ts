import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { Deps } from "../../deps.ts";
import { callerOf } from "../../platform/auth/auth.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { listPage, sendPage } from "../../platform/http/paging.ts";
import { IdParams, page } from "../../platform/http/wire.ts";
import { Delivery, DeliveryQuery, toDelivery } from "../delivery-schemas.ts";
import { LAST_ATTEMPT, selectDeliveries } from "../store/deliveries.ts";
import { assertWebhookWasThere } from "../store/webhooks.ts";

/** `GET /v1/webhooks/{id}/deliveries` */
export const listDeliveriesRoute: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  const { db, config } = deps;
  app.get(
    "/webhooks/:id/deliveries",
    {
      config: { scope: "webhooks:read" },
      schema: {
        operationId: "listDeliveries",
        summary: "List a webhook's deliveries",
        tags: ["webhooks"],
        params: IdParams,
        querystring: DeliveryQuery,
        response: { 200: page(Delivery), ...errorResponses(400, 401, 403, 404, 429) },
      },
    },
    async (request, reply) => {
      const { status, event_type } = request.query;
      const { account_id } = callerOf(request);
      await assertWebhookWasThere(db, account_id, request.params.id);
      let query = selectDeliveries(db, account_id, request.params.id).select(LAST_ATTEMPT);
      if (status !== undefined) query = query.where("status", "=", status);
      if (event_type !== undefined) query = query.where("event_type", "=", event_type);
      const rows = await listPage(request, query, "deliveries");
      return sendPage(config, request, reply, { ...rows, data: rows.data.map(toDelivery) });
    },
  );
};
