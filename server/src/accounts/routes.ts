import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { Deps } from "../deps.ts";
import { callerOf } from "../platform/auth/auth.ts";
import { inChange } from "../platform/http/changes.ts";
import { errorResponses } from "../platform/http/error-handler.ts";
import { assertIfMatch } from "../platform/http/etag.ts";
import { apiKeyRoutes } from "./key-routes.ts";
import { Account, ChangeAccount, toAccount } from "./schemas.ts";
import { getAccount, lockAccount, updateAccount } from "./store.ts";

const tags = ["account"];

/** The caller's account and its API keys. */
export const accountRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  const { db, now } = deps;

  app.get(
    "/account",
    {
      config: { scope: "account:read" },
      schema: {
        operationId: "getAccount",
        summary: "Read the account, its plan and its limits",
        tags,
        response: { 200: Account, ...errorResponses(401, 403, 429) },
      },
    },
    async (request) => toAccount(await getAccount(db, callerOf(request).account_id)),
  );

  app.patch(
    "/account",
    {
      config: { scope: "account:write" },
      schema: {
        operationId: "changeAccount",
        summary: "Change the account's name or its owner's e-mail address",
        tags,
        body: ChangeAccount,
        response: { 200: Account, ...errorResponses(400, 401, 403, 412, 415, 429) },
      },
    },
    async (request) =>
      inChange(deps, request, async (tx) => {
        const before = await lockAccount(tx, callerOf(request).account_id);
        assertIfMatch(request, toAccount(before));
        return toAccount(await updateAccount(tx, before.id, { ...request.body, updated_at: now() }));
      }),
  );

  await app.register(apiKeyRoutes, deps);
};
