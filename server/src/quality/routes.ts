import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { Deps } from "../deps.ts";
import { callerOf } from "../platform/auth/auth.ts";
import { errorResponses } from "../platform/http/error-handler.ts";
import { IdParams } from "../platform/http/wire.ts";
import { forecastBatch } from "./forecast.ts";
import { PriceQuery, QualityLevels } from "./price-schemas.ts";
import { listPrices } from "./prices.ts";
import { reportQuality } from "./report.ts";
import { Quality } from "./schemas.ts";
import { BatchForecast, BatchTrends } from "./trend-schemas.ts";
import { reportTrends } from "./trends.ts";

/** Routes of a batch's quality report. */
export const qualityRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, { db, config, now }) => {
  app.get(
    "/quality-levels",
    {
      config: { scope: "batches:read" },
      schema: {
        operationId: "listQualityLevels",
        summary: "Compare the cost of the quality levels for a number of items",
        tags: ["quality"],
        querystring: PriceQuery,
        response: { 200: QualityLevels, ...errorResponses(400, 401, 403, 404, 429) },
      },
    },
    async (request) => listPrices(db, callerOf(request).account_id, request.query),
  );

  app.get(
    "/batches/:id/quality",
    {
      config: { scope: "batches:read" },
      schema: {
        operationId: "getBatchQuality",
        summary:
          "Read a batch's score, audited rounds, agreement, labels and annotators, and what the verdict still needs",
        tags: ["quality"],
        params: IdParams,
        response: { 200: Quality, ...errorResponses(401, 403, 404, 429) },
      },
    },
    async (request) => reportQuality(db, config, callerOf(request).account_id, request.params.id),
  );

  app.get(
    "/batches/:id/trends",
    {
      config: { scope: "batches:read" },
      schema: {
        operationId: "getBatchTrends",
        summary:
          "Read the work and quality of each annotator of a batch by day, and whose quality has dropped",
        tags: ["quality"],
        params: IdParams,
        response: { 200: BatchTrends, ...errorResponses(401, 403, 404, 429) },
      },
    },
    async (request) => reportTrends(db, callerOf(request).account_id, request.params.id, now()),
  );

  app.get(
    "/batches/:id/forecast",
    {
      config: { scope: "batches:read" },
      schema: {
        operationId: "getBatchForecast",
        summary: "Forecast when a batch will be finished, and read the hours that it takes",
        tags: ["quality"],
        params: IdParams,
        response: { 200: BatchForecast, ...errorResponses(401, 403, 404, 429) },
      },
    },
    async (request) => forecastBatch(db, callerOf(request).account_id, request.params.id, now()),
  );
};
