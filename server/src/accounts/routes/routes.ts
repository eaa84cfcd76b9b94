import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { Deps } from "../../deps.ts";
import { changeAccountRoute } from "./change-account.ts";
import { changeApiKeyRoute } from "./change-api-key.ts";
import { createApiKeyRoute } from "./create-api-key.ts";
import { getAccountRoute } from "./get-account.ts";
import { getApiKeyRoute } from "./get-api-key.ts";
import { listApiKeysRoute } from "./list-api-keys.ts";
import { revokeApiKeyRoute } from "./revoke-api-key.ts";

/** The caller's account and its API keys. */
export const accountRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  for (const route of [
    getAccountRoute,
    changeAccountRoute,
    listApiKeysRoute,
    getApiKeyRoute,
    createApiKeyRoute,
    changeApiKeyRoute,
    revokeApiKeyRoute,
  ])
    await app.register(route, deps);
};
