import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { Deps } from "../deps.ts";
import { callerOf } from "../platform/auth.ts";
import { errorResponses } from "../platform/error-handler.ts";
import { IdParams } from "../platform/wire.ts";
import { reportQuality } from "./report.ts";
import { Quality } from "./schemas.ts";

/** What is known of a batch's quality. */
export const qualityRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, { db, config }) => {
  app.get(
    "/batches/:id/quality",
    {
      config: { scope: "batches:read" },
      schema: {
        operationId: "getBatchQuality",
        summary: "Score, looks, agreement, labels, annotators, and what the verdict still needs",
        tags: ["quality"],
        params: IdParams,
        response: { 200: Quality, ...errorResponses(401, 403, 404, 429) },
      },
    },
    async (request) => reportQuality(db, config, callerOf(request).account_id, request.params.id),
  );
};
