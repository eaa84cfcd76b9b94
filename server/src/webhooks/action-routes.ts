import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { Deps } from "../deps.ts";
import { callerOf } from "../platform/auth/auth.ts";
import { errorResponses } from "../platform/http/error-handler.ts";
import { idempotent, idempotentAfter } from "../platform/http/idempotency.ts";
import { IdParams } from "../platform/http/wire.ts";
import {
  Delivery,
  DeliveryParams,
  DeliveryWithAttempts,
  ReplayDeliveries,
  Replayed,
  TestWebhook,
  toDelivery,
  toDeliveryWithAttempts,
} from "./delivery-schemas.ts";
import { replayDeliveries, retryDelivery } from "./resend.ts";
import { rotateSecret } from "./rotate.ts";
import { NewWebhook, RotateSecret, toWebhook } from "./schemas.ts";
import { getWebhook, lockWebhook } from "./store.ts";
import { recordTest, tryWebhook } from "./try-webhook.ts";

const tags = ["webhooks"];
const write = { scope: "webhooks:write" } as const;

/** What can be done with a webhook beside changing it. */
export const webhookActionRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  await app.register(resendRoutes, deps);

  app.post(
    "/webhooks/:id/test",
    {
      config: write,
      schema: {
        operationId: "testWebhook",
        summary: "Send a sample event once and return the result",
        tags,
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

  app.post(
    "/webhooks/:id/rotate-secret",
    {
      config: write,
      schema: {
        operationId: "rotateWebhookSecret",
        summary: "Replace a webhook's secret; only this response shows it",
        tags,
        params: IdParams,
        body: RotateSecret,
        response: { 200: NewWebhook, ...errorResponses(400, 401, 403, 404, 409, 415, 422, 429) },
      },
    },
    async (request, reply) =>
      idempotent(deps, { request, reply }, async (tx) => {
        const before = await lockWebhook(tx, callerOf(request).account_id, request.params.id);
        const { webhook, secret } = await rotateSecret(deps, tx, before, request.body);
        return { status: 200, body: { ...toWebhook(webhook), secret } };
      }),
  );
};

const resendRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  app.post(
    "/webhooks/:id/deliveries/:delivery_id/retry",
    {
      config: write,
      schema: {
        operationId: "retryDelivery",
        summary: "Retry a delivery now, in addition to its schedule",
        tags,
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

  app.post(
    "/webhooks/:id/replay",
    {
      config: write,
      schema: {
        operationId: "replayDeliveries",
        summary: "Resend the skipped or failed deliveries of a time range",
        tags,
        params: IdParams,
        body: ReplayDeliveries,
        response: { 202: Replayed, ...errorResponses(400, 401, 403, 404, 409, 415, 422, 429) },
      },
    },
    async (request, reply) =>
      idempotent(deps, { request, reply }, async (tx) => {
        const webhook = await lockWebhook(tx, callerOf(request).account_id, request.params.id);
        return { status: 202, body: await replayDeliveries(tx, webhook, request.body, deps.now()) };
      }),
  );
};
