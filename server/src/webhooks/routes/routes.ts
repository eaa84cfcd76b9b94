import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { Deps } from "../../deps.ts";
import { changeWebhookRoute } from "./change-webhook.ts";
import { createWebhookRoute } from "./create-webhook.ts";
import { deleteWebhookRoute } from "./delete-webhook.ts";
import { getDeliveryRoute } from "./get-delivery.ts";
import { getWebhookRoute } from "./get-webhook.ts";
import { listDeliveriesRoute } from "./list-deliveries.ts";
import { listWebhooksRoute } from "./list-webhooks.ts";
import { replayDeliveriesRoute } from "./replay-deliveries.ts";
import { retryDeliveryRoute } from "./retry-delivery.ts";
import { rotateWebhookSecretRoute } from "./rotate-webhook-secret.ts";
import { testWebhookRoute } from "./test-webhook.ts";

/** Webhooks and the log of their deliveries. */
export const webhookRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  for (const route of [
    createWebhookRoute,
    listWebhooksRoute,
    getWebhookRoute,
    changeWebhookRoute,
    deleteWebhookRoute,
    listDeliveriesRoute,
    getDeliveryRoute,
    retryDeliveryRoute,
    replayDeliveriesRoute,
    testWebhookRoute,
    rotateWebhookSecretRoute,
  ])
    await app.register(route, deps);
};
