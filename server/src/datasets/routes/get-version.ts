import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { Deps } from "../../deps.ts";
import { callerOf } from "../../platform/auth/auth.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { DatasetVersion, toDatasetVersion, VersionParams } from "../schemas.ts";
import { getVersion } from "../store.ts";

/** `GET /v1/datasets/:id/versions/:version` */
export const getDatasetVersionRoute: FastifyPluginAsyncTypebox<Deps> = async (app, { db }) => {
  app.get(
    "/datasets/:id/versions/:version",
    {
      config: { scope: "datasets:read" },
      schema: {
        operationId: "getDatasetVersion",
        summary: "Read a version of a dataset",
        tags: ["datasets"],
        params: VersionParams,
        response: { 200: DatasetVersion, ...errorResponses(401, 403, 404, 429) },
      },
    },
    async (request) => {
      const { id, version } = request.params;
      return toDatasetVersion(await getVersion(db, callerOf(request).account_id, id, version));
    },
  );
};
