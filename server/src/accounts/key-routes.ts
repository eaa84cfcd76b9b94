import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import Type from "typebox";
import type { Deps } from "../deps.ts";
import { callerOf } from "../platform/auth/auth.ts";
import { inChange } from "../platform/http/changes.ts";
import { errorResponses } from "../platform/http/error-handler.ts";
import { assertIfMatch } from "../platform/http/etag.ts";
import { idempotent } from "../platform/http/idempotency.ts";
import { CreatedPageQuery, listPage, sendPage } from "../platform/http/paging.ts";
import { IdParams, page } from "../platform/http/wire.ts";
import { changeKey, createKey, lockKey, revokeKey } from "./keys.ts";
import { ApiKey, ChangeApiKey, CreateApiKey, NewApiKey, toApiKey } from "./schemas.ts";
import { getKey, selectKeys } from "./store.ts";

const tags = ["api keys"];
const read = { scope: "keys:read" } as const;
const write = { scope: "keys:write" } as const;

/** The account's API keys. */
export const apiKeyRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  await app.register(reading, deps);
  await app.register(writing, deps);
};

const reading: FastifyPluginAsyncTypebox<Deps> = async (app, { db, config }) => {
  app.get(
    "/api-keys",
    {
      config: read,
      schema: {
        operationId: "listApiKeys",
        summary: "List the account's API keys",
        tags,
        querystring: CreatedPageQuery,
        response: { 200: page(ApiKey), ...errorResponses(400, 401, 403, 429) },
      },
    },
    async (request, reply) => {
      const keys = await listPage(selectKeys(db, callerOf(request).account_id), "api_keys", request.query);
      return sendPage(config, request, reply, { ...keys, data: keys.data.map(toApiKey) });
    },
  );

  app.get(
    "/api-keys/:id",
    {
      config: read,
      schema: {
        operationId: "getApiKey",
        summary: "Read an API key",
        tags,
        params: IdParams,
        response: { 200: ApiKey, ...errorResponses(401, 403, 404, 429) },
      },
    },
    async (request) => toApiKey(await getKey(db, callerOf(request).account_id, request.params.id)),
  );
};

const writing: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  const { now } = deps;

  app.post(
    "/api-keys",
    {
      config: write,
      schema: {
        operationId: "createApiKey",
        summary: "Create an API key",
        tags,
        body: CreateApiKey,
        response: { 201: NewApiKey, ...errorResponses(400, 401, 403, 409, 415, 422, 429) },
      },
    },
    async (request, reply) =>
      idempotent(deps, { request, reply }, async (tx) => {
        const { row, key } = await createKey(tx, callerOf(request), now(), request.body);
        return { status: 201, body: { ...toApiKey(row), key }, location: `/v1/api-keys/${row.id}` };
      }),
  );

  app.patch("/api-keys/:id", { config: write, schema: changeSchema }, async (request) =>
    inChange(deps, request, async (tx) => {
      const caller = callerOf(request);
      const before = await lockKey(tx, caller.account_id, request.params.id);
      assertIfMatch(request, toApiKey(before));
      return toApiKey(await changeKey(tx, caller, now(), before, request.body));
    }),
  );

  app.delete("/api-keys/:id", { config: write, schema: revokeSchema }, async (request, reply) => {
    await inChange(deps, request, async (tx) => {
      const before = await lockKey(tx, callerOf(request).account_id, request.params.id);
      assertIfMatch(request, toApiKey(before));
      await revokeKey(tx, before, now());
    });
    return reply.code(204).send(null);
  });
};

const changeSchema = {
  operationId: "changeApiKey",
  summary: "Rename an API key, reduce its scopes or change its expiry",
  tags,
  params: IdParams,
  body: ChangeApiKey,
  response: { 200: ApiKey, ...errorResponses(400, 401, 403, 404, 409, 412, 415, 429) },
};

const revokeSchema = {
  operationId: "revokeApiKey",
  summary: "Revoke an API key immediately and permanently",
  tags,
  params: IdParams,
  response: { 204: Type.Null(), ...errorResponses(401, 403, 404, 409, 412, 429) },
};
