import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { Deps } from "../../deps.ts";
import { callerOf } from "../../platform/auth/auth.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { idempotent } from "../../platform/http/idempotency.ts";
import { IdParams } from "../../platform/http/wire.ts";
import { readBatch } from "../read-batch.ts";
import { Batch } from "../schemas.ts";
import { startBatch } from "../start.ts";
import { lockBatch } from "../store.ts";
/** `POST /v1/batches/:id/start` */
export const startBatchRoute: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  const { config, now } = deps;
  app.post(
    "/batches/:id/start",
    {
      config: { scope: "batches:write" },
      schema: {
        operationId: "startBatch",
        summary: "Start a batch before its first answer",
        tags: ["batches"],
        params: IdParams,
        response: { 200: Batch, ...errorResponses(401, 403, 404, 409, 422, 429) },
      },
    },
    async (request, reply) =>
      idempotent(deps, { request, reply }, async (tx) => {
        const batch = await lockBatch(tx, callerOf(request).account_id, request.params.id);
        await startBatch(tx, batch, now());
        return { status: 200, body: await readBatch(tx, config, callerOf(request), batch.id) };
      }),
  );
};
