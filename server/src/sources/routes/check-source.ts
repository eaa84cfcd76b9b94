import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { Deps } from "../../deps.ts";
import { callerOf } from "../../platform/auth/auth.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { idempotentAfter } from "../../platform/http/idempotency.ts";
import { IdParams } from "../../platform/http/wire.ts";
import { checkSource } from "../check.ts";
import { SourceCheck } from "../schemas.ts";
import { getSource } from "../store.ts";

/** `POST /v1/sources/{id}/check` */
export const checkSourceRoute: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  app.post(
    "/sources/:id/check",
    {
      config: { scope: "uploads:write" },
      schema: {
        operationId: "checkSource",
        summary: "Try what a sync needs, and name what is missing",
        tags: ["sources"],
        params: IdParams,
        response: { 200: SourceCheck, ...errorResponses(401, 403, 404, 409, 422, 429) },
      },
    },
    async (request, reply) => {
      const check = async () =>
        checkSource(deps, await getSource(deps.db, callerOf(request).account_id, request.params.id));
      return idempotentAfter(deps, { request, reply }, check, async (_tx, body) => ({ status: 200, body }));
    },
  );
};
