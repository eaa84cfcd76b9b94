import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { Deps } from "../../deps.ts";
import { callerOf } from "../../platform/auth/auth.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { Account, toAccount } from "../schemas.ts";
import { getAccount } from "../store.ts";

/** `GET /v1/account` */
export const getAccountRoute: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  const { db } = deps;
  app.get(
    "/account",
    {
      config: { scope: "account:read" },
      schema: {
        operationId: "getAccount",
        summary: "Read the account, its plan and its limits",
        tags: ["account"],
        response: { 200: Account, ...errorResponses(401, 403, 429) },
      },
    },
    async (request) => toAccount(await getAccount(db, callerOf(request).account_id)),
  );
};
