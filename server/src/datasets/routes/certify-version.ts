import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { readBatch } from "../../batches/read-batch.ts";
import { Batch } from "../../batches/schemas.ts";
import type { Deps } from "../../deps.ts";
import { callerOf } from "../../platform/auth/auth.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { idempotent } from "../../platform/http/idempotency.ts";
import { certifyVersion } from "../certify.ts";
import { CertifyVersion, VersionParams } from "../schemas.ts";

/** `POST /v1/datasets/:id/versions/:version/certification` */
export const certifyDatasetVersionRoute: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  app.post(
    "/datasets/:id/versions/:version/certification",
    {
      config: { scope: "batches:write" },
      schema: {
        operationId: "certifyDatasetVersion",
        summary: "Create the batch that certifies a version of a dataset by one sample of all its items",
        tags: ["datasets"],
        params: VersionParams,
        body: CertifyVersion,
        response: { 201: Batch, ...errorResponses(400, 401, 403, 404, 409, 410, 415, 422, 429) },
      },
    },
    async (request, reply) =>
      idempotent(deps, { request, reply }, async (tx) => {
        const caller = callerOf(request);
        const { id: dataset_id, version } = request.params;
        const key = { account_id: caller.account_id, dataset_id, version };
        const id = await certifyVersion(deps, tx, key, request.body);
        return {
          status: 201,
          body: await readBatch(tx, deps.config, caller, id),
          location: `/v1/batches/${id}`,
        };
      }),
  );
};
