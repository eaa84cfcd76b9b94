import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { Deps } from "../../deps.ts";
import { callerOf } from "../../platform/auth/auth.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { idempotent } from "../../platform/http/idempotency.ts";
import { requestPush } from "../push.ts";
import { PushVersion } from "../push-schemas.ts";
import { DatasetVersion, toDatasetVersion, VersionParams } from "../schemas.ts";

/** `POST /v1/datasets/:id/versions/:version/push` */
export const pushDatasetVersionRoute: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  app.post(
    "/datasets/:id/versions/:version/push",
    {
      config: { scope: "batches:write" },
      schema: {
        operationId: "pushDatasetVersion",
        summary: "Push a version of a dataset to a repository of the Hugging Face Hub",
        description:
          "A job pushes the bundle of the format `hf_dataset` by one commit; `push` of the version shows its progress. A branch that has " +
          "the files already gets no commit.",
        tags: ["datasets"],
        params: VersionParams,
        body: PushVersion,
        response: { 202: DatasetVersion, ...errorResponses(400, 401, 403, 404, 409, 410, 415, 422, 429) },
      },
    },
    async (request, reply) =>
      idempotent(deps, { request, reply }, async (tx) => {
        const { id: dataset_id, version } = request.params;
        const named = { dataset_id, version };
        const found = await requestPush(deps, tx, callerOf(request), named, request.body);
        return {
          status: 202,
          body: toDatasetVersion(found),
          location: `/v1/datasets/${dataset_id}/versions/${found.version}`,
        };
      }),
  );
};
