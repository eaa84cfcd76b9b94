import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import Type from "typebox";
import type { Deps } from "../../deps.ts";
import { callerOf } from "../../platform/auth/auth.ts";
import { removeAfterRequest } from "../../platform/blobs/blob-rows.ts";
import { inChange } from "../../platform/http/changes.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { assertIfMatch } from "../../platform/http/etag.ts";
import { IdParams } from "../../platform/http/wire.ts";
import { addJob } from "../../platform/jobs/jobs.ts";
import { deleteCertifying } from "../certify.ts";
import { toDataset } from "../schemas.ts";
import { lockDataset, updateDataset } from "../store.ts";

/** `DELETE /v1/datasets/:id` */
export const deleteDatasetRoute: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  app.delete(
    "/datasets/:id",
    {
      config: { scope: "batches:write" },
      schema: {
        operationId: "deleteDataset",
        summary:
          "Delete a dataset with its versions and their certificates' batches; the batches that they come from stay",
        tags: ["datasets"],
        params: IdParams,
        response: { 204: Type.Null(), ...errorResponses(401, 403, 404, 409, 412, 429) },
      },
    },
    async (request, reply) => {
      const digests = await inChange(deps, request, async (tx) => {
        const found = await lockDataset(tx, callerOf(request).account_id, request.params.id);
        assertIfMatch(request, toDataset(found));
        await updateDataset(tx, found, { deleted_at: deps.now() });
        await addJob(tx, found.account_id, "erase_dataset", { dataset_id: found.id });
        return deleteCertifying(tx, found, deps.now());
      });
      await removeAfterRequest(deps, digests);
      return reply.code(204).send(null);
    },
  );
};
