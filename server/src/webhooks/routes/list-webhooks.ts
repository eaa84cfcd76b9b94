import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { Deps } from "../../deps.ts";
import { callerOf } from "../../platform/auth/auth.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { listPage, PageQuery, sendPage } from "../../platform/http/paging.ts";
import { page } from "../../platform/http/wire.ts";
import { toWebhook, Webhook } from "../schemas.ts";
import { selectWebhooks } from "../store/webhooks.ts";

/** `GET /v1/webhooks` */
export const listWebhooksRoute: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  const { db, config } = deps;
  app.get(
    "/webhooks",
    {
      config: { scope: "webhooks:read" },
      schema: {
        operationId: "listWebhooks",
        summary: "List webhooks",
        tags: ["webhooks"],
        querystring: PageQuery,
        response: { 200: page(Webhook), ...errorResponses(400, 401, 403, 429) },
      },
    },
    async (request, reply) => {
      const webhooks = selectWebhooks(db, callerOf(request).account_id);
      const rows = await listPage(request, webhooks, "webhooks");
      return sendPage(config, request, reply, { ...rows, data: rows.data.map(toWebhook) });
    },
  );
};
