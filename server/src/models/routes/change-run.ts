import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { getBatch } from "../../batches/store.ts";
import type { Deps } from "../../deps.ts";
import { callerOf } from "../../platform/auth/auth.ts";
import { inChange } from "../../platform/http/changes.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { changeRun } from "../ask-run.ts";
import { ChangeRun, Run, RunParams, toRun } from "../run-schemas.ts";

/** `PATCH /v1/batches/{id}/runs/{run_id}` */
export const changeRunRoute: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  app.patch(
    "/batches/:id/runs/:run_id",
    {
      config: { scope: "batches:write" },
      schema: {
        operationId: "changeModelRun",
        summary: "Pause, cancel or go on with a model's run, or change its limit of cost",
        description:
          "Answers to requests that were sent before a pause are stored; those to a canceled run are not.",
        tags: ["models"],
        params: RunParams,
        body: ChangeRun,
        response: { 200: Run, ...errorResponses(400, 401, 403, 404, 409, 415, 429) },
      },
    },
    async (request) =>
      inChange(deps, request, async (tx) => {
        const { id, run_id } = request.params;
        const caller = callerOf(request);
        const batch = await getBatch(tx, caller.account_id, id);
        return toRun(await changeRun(deps, tx, caller, { batch_id: batch.id, run_id }, request.body));
      }),
  );
};
