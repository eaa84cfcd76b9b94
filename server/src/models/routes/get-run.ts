import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { getBatch } from "../../batches/store.ts";
import type { Deps } from "../../deps.ts";
import { callerOf } from "../../platform/auth/auth.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { Run, RunParams, toRun } from "../run-schemas.ts";
import { getRun } from "../run-store.ts";

/** `GET /v1/batches/{id}/runs/{run_id}` */
export const getRunRoute: FastifyPluginAsyncTypebox<Deps> = async (app, { db }) => {
  app.get(
    "/batches/:id/runs/:run_id",
    {
      config: { scope: "batches:read" },
      schema: {
        operationId: "getModelRun",
        summary: "Read the progress of a model's run over a batch",
        tags: ["models"],
        params: RunParams,
        response: { 200: Run, ...errorResponses(401, 403, 404, 429) },
      },
    },
    async (request) => {
      const { id, run_id } = request.params;
      const batch = await getBatch(db, callerOf(request).account_id, id);
      return toRun(await getRun(db, batch.account_id, batch.id, run_id));
    },
  );
};
