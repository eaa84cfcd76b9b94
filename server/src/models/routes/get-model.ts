import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { Deps } from "../../deps.ts";
import { callerOf } from "../../platform/auth/auth.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { IdParams } from "../../platform/http/wire.ts";
import { Model, toModel } from "../schemas.ts";
import { getModel } from "../store.ts";

/** `GET /v1/models/{id}` */
export const getModelRoute: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  const { db } = deps;
  app.get(
    "/models/:id",
    {
      config: { scope: "projects:read" },
      schema: {
        operationId: "getModel",
        summary: "Read a model",
        tags: ["models"],
        params: IdParams,
        response: { 200: Model, ...errorResponses(401, 403, 404, 429) },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      return toModel(await getModel(db, caller.account_id, request.params.id), caller);
    },
  );
};
