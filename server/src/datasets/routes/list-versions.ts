import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { Deps } from "../../deps.ts";
import { callerOf } from "../../platform/auth/auth.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { listByPosition, PositionQuery, sendPage } from "../../platform/http/paging.ts";
import { IdParams, page } from "../../platform/http/wire.ts";
import { DatasetVersion, toDatasetVersion } from "../schemas.ts";
import { getDataset, listVersions } from "../store.ts";

/** `GET /v1/datasets/:id/versions` */
export const listDatasetVersionsRoute: FastifyPluginAsyncTypebox<Deps> = async (app, { db, config }) => {
  app.get(
    "/datasets/:id/versions",
    {
      config: { scope: "datasets:read" },
      schema: {
        operationId: "listDatasetVersions",
        summary: "List a dataset's versions, newest first",
        tags: ["datasets"],
        params: IdParams,
        querystring: PositionQuery,
        response: { 200: page(DatasetVersion), ...errorResponses(400, 401, 403, 404, 429) },
      },
    },
    async (request, reply) => {
      const dataset = await getDataset(db, callerOf(request).account_id, request.params.id);
      const versions = await listByPosition(
        `versions ${dataset.id}`,
        request.query,
        (after, limit) => listVersions(db, dataset, after < 0 ? undefined : after, limit),
        ({ version }) => version,
      );
      const data = versions.data.map(toDatasetVersion);
      return sendPage(config, request, reply, { ...versions, data });
    },
  );
};
