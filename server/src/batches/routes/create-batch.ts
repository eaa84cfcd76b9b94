import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { Deps } from "../../deps.ts";
import { commitSeed } from "../../draws/steps.ts";
import { callerOf } from "../../platform/auth/auth.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { idempotent } from "../../platform/http/idempotency.ts";
import { createBatch } from "../create.ts";
import { readBatch } from "../read-batch.ts";
import { Batch, CreateBatch } from "../schemas.ts";
/** `POST /v1/batches` */
export const createBatchRoute: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  const { config, now } = deps;
  app.post(
    "/batches",
    {
      config: { scope: "batches:write" },
      schema: {
        operationId: "createBatch",
        summary: "Create a batch from uploads or files",
        tags: ["batches"],
        body: CreateBatch,
        response: { 201: Batch, ...errorResponses(400, 401, 403, 404, 409, 415, 422, 429) },
      },
    },
    async (request, reply) =>
      idempotent(deps, { request, reply }, async (tx) => {
        const { account_id } = callerOf(request);
        const id = await createBatch(tx, account_id, now(), request.body);
        const body = await readBatch(tx, config, callerOf(request), id);
        await commitSeed(deps, tx, { ...body, account_id });
        return {
          status: 201,
          body,
          location: `/v1/batches/${id}`,
        };
      }),
  );
};
