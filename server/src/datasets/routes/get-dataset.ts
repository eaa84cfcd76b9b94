import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { Deps } from "../../deps.ts";
import { callerOf } from "../../platform/auth/auth.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { IdParams } from "../../platform/http/wire.ts";
import { Dataset, toDataset } from "../schemas.ts";
import { getDataset } from "../store.ts";

/** `GET /v1/datasets/:id` */
export const getDatasetRoute: FastifyPluginAsyncTypebox<Deps> = async (app, { db }) => {
  app.get(
    "/datasets/:id",
    {
      config: { scope: "datasets:read" },
      schema: {
        operationId: "getDataset",
        summary: "Read a dataset",
        tags: ["datasets"],
        params: IdParams,
        response: { 200: Dataset, ...errorResponses(401, 403, 404, 429) },
      },
    },
    async (request) => toDataset(await getDataset(db, callerOf(request).account_id, request.params.id)),
  );
};
