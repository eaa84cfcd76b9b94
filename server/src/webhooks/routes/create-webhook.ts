import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { Deps } from "../../deps.ts";
import { callerOf } from "../../platform/auth/auth.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { idempotent } from "../../platform/http/idempotency.ts";
import { createWebhook } from "../create.ts";
import { CreateWebhook, NewWebhook, toWebhook } from "../schemas.ts";

/** `POST /v1/webhooks` */
export const createWebhookRoute: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  app.post(
    "/webhooks",
    {
      config: { scope: "webhooks:write" },
      schema: {
        operationId: "createWebhook",
        summary: "Register a webhook; only this response shows its secret",
        tags: ["webhooks"],
        body: CreateWebhook,
        response: { 201: NewWebhook, ...errorResponses(400, 401, 403, 409, 415, 422, 429) },
      },
    },
    async (request, reply) =>
      idempotent(deps, { request, reply }, async (tx) => {
        const { account_id } = callerOf(request);
        const { webhook, secret } = await createWebhook(deps, tx, account_id, request.body);
        return {
          status: 201,
          body: { ...toWebhook(webhook), secret },
          location: `/v1/webhooks/${webhook.id}`,
        };
      }),
  );
};
