import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { Deps } from "../deps.ts";
import { callerOf } from "../platform/auth/auth.ts";
import { errorResponses } from "../platform/http/error-handler.ts";
import { IdParams } from "../platform/http/wire.ts";
import { reportModels } from "./report.ts";
import { ModelReport, ModelsQuery } from "./schemas.ts";

/** The route of the report on the models of a batch. */
export const judgeRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, { db }) => {
  app.get(
    "/batches/:id/models",
    {
      config: { scope: "batches:read" },
      schema: {
        operationId: "getModelReport",
        summary: "Judge the models that predicted items of a batch",
        description:
          "Compares each model, or version of it, with the delivered labels of the items that audits and checks drew at random: accuracy " +
          "with exact intervals, rates and confusion of labels, calibration, slices, and an order that says which models cannot be told apart.",
        tags: ["quality"],
        params: IdParams,
        querystring: ModelsQuery,
        response: { 200: ModelReport, ...errorResponses(400, 401, 403, 404, 429) },
      },
    },
    async (request) => reportModels(db, callerOf(request).account_id, request.params.id, request.query),
  );
};
