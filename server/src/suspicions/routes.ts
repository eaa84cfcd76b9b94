import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import Type from "typebox";
import { getBatch } from "../batches/store.ts";
import type { Deps } from "../deps.ts";
import { callerOf } from "../platform/auth/auth.ts";
import { errorResponses } from "../platform/http/error-handler.ts";
import { idempotent } from "../platform/http/idempotency.ts";
import { IdParams } from "../platform/http/wire.ts";
import { addJob } from "../platform/jobs/jobs.ts";

const Queued = Type.Object({ batch_id: Type.String(), status: Type.Literal("queued") });

/** `POST /v1/batches/:id/suspicions` */
export const suspicionRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  app.post(
    "/batches/:id/suspicions",
    {
      config: { scope: "batches:write" },
      schema: {
        operationId: "computeSuspicions",
        summary: "Compute again how likely each accepted label of a batch is wrong",
        description:
          "Assay does this whenever a batch is completed; ask for it after you have sent predictions or vectors. Read the result by " +
          "`GET /v1/items?batch_id=…&sort=-suspicion`.",
        tags: ["quality"],
        params: IdParams,
        response: { 202: Queued, ...errorResponses(401, 403, 404, 409, 422, 429) },
      },
    },
    async (request, reply) =>
      idempotent(deps, { request, reply }, async (tx) => {
        const { account_id } = callerOf(request);
        const { id: batch_id } = await getBatch(tx, account_id, request.params.id);
        await addJob(tx, account_id, "compute_suspicions", { batch_id });
        return { status: 202, body: { batch_id, status: "queued" } };
      }),
  );
};
