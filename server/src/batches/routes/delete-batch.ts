import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import Type from "typebox";
import type { Deps } from "../../deps.ts";
import { callerOf } from "../../platform/auth/auth.ts";
import { removeAfterRequest } from "../../platform/blobs/blob-rows.ts";
import { inChange } from "../../platform/http/changes.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { assertIfMatch } from "../../platform/http/etag.ts";
import { IdParams } from "../../platform/http/wire.ts";
import { assertNotAudited } from "../abandon.ts";
import { deleteBatch, lockCopies } from "../erase.ts";
import { readBatch } from "../read-batch.ts";
import { lockBatch } from "../store.ts";

const DeleteBatchQuery = Type.Object({
  abandon: Type.Optional(
    Type.Boolean({
      description:
        "True deletes the batch even while it is audited. The audit counts as failed: another batch with the same items gets a stricter bound",
    }),
  ),
});

/** `DELETE /v1/batches/:id` */
export const deleteBatchRoute: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  const { config, now } = deps;
  app.delete(
    "/batches/:id",
    {
      config: { scope: "batches:write" },
      schema: {
        operationId: "deleteBatch",
        summary: "Delete a batch with its answers and datasets",
        tags: ["batches"],
        params: IdParams,
        querystring: DeleteBatchQuery,
        response: { 204: Type.Null(), ...errorResponses(400, 401, 403, 404, 409, 412, 429) },
      },
    },
    async (request, reply) => {
      const digests = await inChange(deps, request, async (tx) => {
        const batch = await lockBatch(tx, callerOf(request).account_id, request.params.id);
        assertIfMatch(request, await readBatch(tx, config, callerOf(request), batch.id));
        if (request.query.abandon !== true)
          for (const audited of [batch, ...(await lockCopies(tx, batch))]) assertNotAudited(audited);
        return deleteBatch(tx, batch, now());
      });
      await removeAfterRequest(deps, digests);
      return reply.code(204).send(null);
    },
  );
};
