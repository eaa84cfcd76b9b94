import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { Deps } from "../../deps.ts";
import { callerOf, personOf } from "../../platform/auth/auth.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { idempotent } from "../../platform/http/idempotency.ts";
import { IdParams } from "../../platform/http/wire.ts";
import { askRun } from "../ask-run.ts";
import { PredictBatch, Run, toRun } from "../run-schemas.ts";

/** `POST /v1/batches/{id}/predict` */
export const predictBatchRoute: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  app.post(
    "/batches/:id/predict",
    {
      config: { scope: "batches:write" },
      schema: {
        operationId: "predictBatch",
        summary: "Ask a model for predictions for the items of a batch",
        description:
          "A job asks the model; `GET /v1/batches/{id}/runs/{run_id}` shows its progress. No item is asked for again once it has an " +
          "answer, also after a crash.",
        tags: ["models"],
        params: IdParams,
        body: PredictBatch,
        response: { 202: Run, ...errorResponses(400, 401, 403, 404, 409, 415, 422, 429) },
      },
    },
    async (request, reply) =>
      idempotent(deps, { request, reply }, async (tx) => {
        const caller = callerOf(request);
        const owner = { account_id: caller.account_id, member_id: personOf(caller) };
        const run = await askRun(deps, tx, owner, request.params.id, request.body);
        return { status: 202, body: toRun(run), location: `/v1/batches/${run.batch_id}/runs/${run.id}` };
      }),
  );
};
