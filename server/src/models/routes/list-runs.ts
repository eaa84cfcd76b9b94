import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { getBatch } from "../../batches/store.ts";
import type { Deps } from "../../deps.ts";
import { callerOf } from "../../platform/auth/auth.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { listPage, PageQuery, sendPage } from "../../platform/http/paging.ts";
import { IdParams, page } from "../../platform/http/wire.ts";
import { Run, toRun } from "../run-schemas.ts";
import { selectRuns } from "../run-store.ts";

/** `GET /v1/batches/{id}/runs` */
export const listRunsRoute: FastifyPluginAsyncTypebox<Deps> = async (app, { db, config }) => {
  app.get(
    "/batches/:id/runs",
    {
      config: { scope: "batches:read" },
      schema: {
        operationId: "listModelRuns",
        summary: "List the runs of models over a batch",
        tags: ["models"],
        params: IdParams,
        querystring: PageQuery,
        response: { 200: page(Run), ...errorResponses(400, 401, 403, 404, 429) },
      },
    },
    async (request, reply) => {
      const batch = await getBatch(db, callerOf(request).account_id, request.params.id);
      const rows = await listPage(request, selectRuns(db, batch.account_id, batch.id), "model_runs");
      return sendPage(config, request, reply, { ...rows, data: rows.data.map(toRun) });
    },
  );
};
