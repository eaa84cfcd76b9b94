import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { Deps } from "../../deps.ts";
import { callerOf } from "../../platform/auth/auth.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { IdParams } from "../../platform/http/wire.ts";
import { readBatch } from "../read-batch.ts";
import { Batch } from "../schemas.ts";

/** `GET /v1/batches/:id` */
export const getBatchRoute: FastifyPluginAsyncTypebox<Deps> = async (app, { db, config }) => {
  app.get(
    "/batches/:id",
    {
      config: { scope: "batches:read" },
      schema: {
        operationId: "getBatch",
        summary: "Read a batch",
        tags: ["batches"],
        params: IdParams,
        response: { 200: Batch, ...errorResponses(401, 403, 404, 429) },
      },
    },
    async (request) => readBatch(db, config, callerOf(request), request.params.id),
  );
};
