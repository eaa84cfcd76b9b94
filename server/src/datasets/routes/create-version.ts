import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { Deps } from "../../deps.ts";
import { callerOf } from "../../platform/auth/auth.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { idempotent } from "../../platform/http/idempotency.ts";
import { IdParams } from "../../platform/http/wire.ts";
import { createVersion } from "../create.ts";
import { DatasetVersion, toDatasetVersion } from "../schemas.ts";

/** `POST /v1/datasets/:id/versions` */
export const createDatasetVersionRoute: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  app.post(
    "/datasets/:id/versions",
    {
      config: { scope: "batches:write" },
      schema: {
        operationId: "createDatasetVersion",
        summary: "Freeze what a dataset's query finds now as its next version; a job builds it",
        tags: ["datasets"],
        params: IdParams,
        response: { 202: DatasetVersion, ...errorResponses(400, 401, 403, 404, 409, 422, 429) },
      },
    },
    async (request, reply) =>
      idempotent(deps, { request, reply }, async (tx) => {
        const { id } = request.params;
        const made = await createVersion(tx, callerOf(request), deps.now(), id);
        return {
          status: 202,
          body: toDatasetVersion(made),
          location: `/v1/datasets/${id}/versions/${made.version}`,
        };
      }),
  );
};
