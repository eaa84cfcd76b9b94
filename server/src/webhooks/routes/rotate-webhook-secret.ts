import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { Deps } from "../../deps.ts";
import { callerOf } from "../../platform/auth/auth.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { idempotent } from "../../platform/http/idempotency.ts";
import { IdParams } from "../../platform/http/wire.ts";
import { rotateSecret } from "../rotate.ts";
import { NewWebhook, RotateSecret, toWebhook } from "../schemas.ts";
import { lockWebhook } from "../store/webhooks.ts";

/** `POST /v1/webhooks/{id}/rotate-secret` */
export const rotateWebhookSecretRoute: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  app.post(
    "/webhooks/:id/rotate-secret",
    {
      config: { scope: "webhooks:write" },
      schema: {
        operationId: "rotateWebhookSecret",
        summary: "Replace a webhook's secret; only this response shows it",
        tags: ["webhooks"],
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
