import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { Deps } from "../../deps.ts";
import { callerOf } from "../../platform/auth/auth.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { idempotent } from "../../platform/http/idempotency.ts";
import { IdParams } from "../../platform/http/wire.ts";
import { addFiles } from "../add-files.ts";
import { readBatch } from "../read-batch.ts";
import { AddFiles, Batch } from "../schemas.ts";
import { lockBatch } from "../store.ts";
/** `POST /v1/batches/:id/files` */
export const addBatchFilesRoute: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  const { config, now } = deps;
  app.post(
    "/batches/:id/files",
    {
      config: { scope: "batches:write" },
      schema: {
        operationId: "addBatchFiles",
        summary: "Add files to a batch that has not started",
        tags: ["batches"],
        params: IdParams,
        body: AddFiles,
        response: { 200: Batch, ...errorResponses(400, 401, 403, 404, 409, 415, 422, 429) },
      },
    },
    async (request, reply) =>
      idempotent(deps, { request, reply }, async (tx) => {
        const batch = await lockBatch(tx, callerOf(request).account_id, request.params.id);
        await addFiles(tx, batch, now(), request.body);
        return { status: 200, body: await readBatch(tx, config, callerOf(request), batch.id) };
      }),
  );
};
