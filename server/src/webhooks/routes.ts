import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import Type from "typebox";
import type { Deps } from "../deps.ts";
import { callerOf } from "../platform/auth/auth.ts";
import { inChange } from "../platform/http/changes.ts";
import { errorResponses } from "../platform/http/error-handler.ts";
import { assertIfMatch } from "../platform/http/etag.ts";
import { idempotent } from "../platform/http/idempotency.ts";
import { listPage, PageQuery, sendPage } from "../platform/http/paging.ts";
import { IdParams, page } from "../platform/http/wire.ts";
import { webhookActionRoutes } from "./action-routes.ts";
import { changeWebhook, deleteWebhook } from "./change.ts";
import { createWebhook } from "./create.ts";
import { deliveryRoutes } from "./delivery-routes.ts";
import { ChangeWebhook, CreateWebhook, NewWebhook, toWebhook, Webhook } from "./schemas.ts";
import { getWebhook, lockWebhook, selectWebhooks } from "./store.ts";

const tags = ["webhooks"];
const read = { scope: "webhooks:read" } as const;
const write = { scope: "webhooks:write" } as const;

/** Webhooks and the log of what was sent to them. */
export const webhookRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  await app.register(collectionRoutes, deps);
  await app.register(singleRoutes, deps);
  await app.register(deliveryRoutes, deps);
  await app.register(webhookActionRoutes, deps);
};

const collectionRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  const { db, config } = deps;

  app.post(
    "/webhooks",
    {
      config: write,
      schema: {
        operationId: "createWebhook",
        summary: "Register a webhook; only this response shows its secret",
        tags,
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

  app.get(
    "/webhooks",
    {
      config: read,
      schema: {
        operationId: "listWebhooks",
        summary: "List webhooks",
        tags,
        querystring: PageQuery,
        response: { 200: page(Webhook), ...errorResponses(400, 401, 403, 429) },
      },
    },
    async (request, reply) => {
      const webhooks = selectWebhooks(db, callerOf(request).account_id);
      const rows = await listPage(webhooks, "webhooks", request.query);
      return sendPage(config, request, reply, { ...rows, data: rows.data.map(toWebhook) });
    },
  );
};

const singleRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  const { db, now } = deps;

  app.get(
    "/webhooks/:id",
    {
      config: read,
      schema: {
        operationId: "getWebhook",
        summary: "Read a webhook",
        tags,
        params: IdParams,
        response: { 200: Webhook, ...errorResponses(401, 403, 404, 429) },
      },
    },
    async (request) => toWebhook(await getWebhook(db, callerOf(request).account_id, request.params.id)),
  );

  app.patch(
    "/webhooks/:id",
    {
      config: write,
      schema: {
        operationId: "changeWebhook",
        summary: "Change, disable or enable a webhook",
        tags,
        params: IdParams,
        body: ChangeWebhook,
        response: { 200: Webhook, ...errorResponses(400, 401, 403, 404, 412, 415, 429) },
      },
    },
    async (request) =>
      inChange(deps, request, async (tx) => {
        const before = await lockWebhook(tx, callerOf(request).account_id, request.params.id);
        assertIfMatch(request, toWebhook(before));
        return toWebhook(await changeWebhook(deps, tx, before, request.body));
      }),
  );

  app.delete(
    "/webhooks/:id",
    {
      config: write,
      schema: {
        operationId: "deleteWebhook",
        summary: "Delete a webhook and cancel its pending deliveries",
        tags,
        params: IdParams,
        response: { 204: Type.Null(), ...errorResponses(401, 403, 404, 412, 429) },
      },
    },
    async (request, reply) => {
      await inChange(deps, request, async (tx) => {
        const webhook = await lockWebhook(tx, callerOf(request).account_id, request.params.id);
        assertIfMatch(request, toWebhook(webhook));
        await deleteWebhook(tx, webhook, now());
      });
      return reply.code(204).send(null);
    },
  );
};
