import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { Deps } from "../../deps.ts";
import { callerOf } from "../../platform/auth/auth.ts";
import { inChange } from "../../platform/http/changes.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { assertIfMatch } from "../../platform/http/etag.ts";
import { IdParams } from "../../platform/http/wire.ts";
import { orderAgain } from "../order-job.ts";
import { readBatch } from "../read-batch.ts";
import { Batch, ChangeBatch } from "../schemas.ts";
import { lockBatch, updateBatch } from "../store.ts";
/** `PATCH /v1/batches/:id` */
export const changeBatchRoute: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  const { config, now } = deps;
  app.patch(
    "/batches/:id",
    {
      config: { scope: "batches:write" },
      schema: {
        operationId: "changeBatch",
        summary: "Change a batch's name, priority, order, hold or metadata",
        tags: ["batches"],
        params: IdParams,
        body: ChangeBatch,
        response: { 200: Batch, ...errorResponses(400, 401, 403, 404, 412, 415, 429) },
      },
    },
    async (request) =>
      inChange(deps, request, async (tx) => {
        const batch = await lockBatch(tx, callerOf(request).account_id, request.params.id);
        assertIfMatch(request, await readBatch(tx, config, callerOf(request), batch.id));
        const { metadata, ...change } = request.body;
        const kept = metadata === undefined ? {} : { metadata: JSON.stringify(metadata) };
        await updateBatch(tx, batch, { ...change, ...kept, updated_at: now() });
        if ((change.queue_order ?? batch.queue_order) !== batch.queue_order) await orderAgain(tx, batch);
        return readBatch(tx, config, callerOf(request), batch.id);
      }),
  );
};
