import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { Deps } from "../deps.ts";
import { callerOf } from "../platform/auth/auth.ts";
import { errorResponses } from "../platform/http/error-handler.ts";
import { listPage, sendPage } from "../platform/http/paging.ts";
import { IdParams, page } from "../platform/http/wire.ts";
import {
  Delivery,
  DeliveryParams,
  DeliveryQuery,
  DeliveryWithAttempts,
  toDelivery,
  toDeliveryWithAttempts,
} from "./delivery-schemas.ts";
import { assertWebhookWasThere, getDelivery, selectDeliveries } from "./store.ts";

const tags = ["webhooks"];
const read = { scope: "webhooks:read" } as const;

/** What was sent to a webhook, attempt by attempt. */
export const deliveryRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, { db, config }) => {
  app.get(
    "/webhooks/:id/deliveries",
    {
      config: read,
      schema: {
        operationId: "listDeliveries",
        summary: "List a webhook's deliveries",
        tags,
        params: IdParams,
        querystring: DeliveryQuery,
        response: { 200: page(Delivery), ...errorResponses(400, 401, 403, 404, 429) },
      },
    },
    async (request, reply) => {
      const { status, event_type, ...paging } = request.query;
      const { account_id } = callerOf(request);
      await assertWebhookWasThere(db, account_id, request.params.id);
      let query = selectDeliveries(db, account_id, request.params.id);
      if (status !== undefined) query = query.where("status", "=", status);
      if (event_type !== undefined) query = query.where("event_type", "=", event_type);
      const rows = await listPage(query, "deliveries", paging);
      return sendPage(config, request, reply, { ...rows, data: rows.data.map(toDelivery) });
    },
  );

  app.get(
    "/webhooks/:id/deliveries/:delivery_id",
    {
      config: read,
      schema: {
        operationId: "getDelivery",
        summary: "Read a delivery with its attempts",
        tags,
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
