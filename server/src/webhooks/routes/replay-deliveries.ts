import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { Deps } from "../../deps.ts";
import { callerOf } from "../../platform/auth/auth.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { idempotent } from "../../platform/http/idempotency.ts";
import { IdParams } from "../../platform/http/wire.ts";
import { ReplayDeliveries, Replayed } from "../delivery-schemas.ts";
import { replayDeliveries } from "../resend.ts";
import { lockWebhook } from "../store/webhooks.ts";

/** `POST /v1/webhooks/{id}/replay` */
export const replayDeliveriesRoute: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  app.post(
    "/webhooks/:id/replay",
    {
      config: { scope: "webhooks:write" },
      schema: {
        operationId: "replayDeliveries",
        summary: "Resend the skipped or failed deliveries of a time range",
        tags: ["webhooks"],
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
