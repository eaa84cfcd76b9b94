import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { Deps } from "../../deps.ts";
import { callerOf } from "../../platform/auth/auth.ts";
import { inChange } from "../../platform/http/changes.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { assertIfMatch } from "../../platform/http/etag.ts";
import { Account, ChangeAccount, toAccount } from "../schemas.ts";
import { lockAccount, updateAccount } from "../store.ts";

/** `PATCH /v1/account` */
export const changeAccountRoute: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  const { now } = deps;
  app.patch(
    "/account",
    {
      config: { scope: "account:write" },
      schema: {
        operationId: "changeAccount",
        summary: "Change the account's name, its owner's e-mail address or strict_annotators",
        tags: ["account"],
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
};
