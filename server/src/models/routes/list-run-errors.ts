import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { getBatch } from "../../batches/store.ts";
import type { Deps } from "../../deps.ts";
import { callerOf } from "../../platform/auth/auth.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { listByPosition, PositionQuery, sendPage } from "../../platform/http/paging.ts";
import { iso, page } from "../../platform/http/wire.ts";
import { RunError, RunParams } from "../run-schemas.ts";
import { getRun, listErrors } from "../run-store.ts";

/** `GET /v1/batches/{id}/runs/{run_id}/errors` */
export const listRunErrorsRoute: FastifyPluginAsyncTypebox<Deps> = async (app, { db, config }) => {
  app.get(
    "/batches/:id/runs/:run_id/errors",
    {
      config: { scope: "batches:read" },
      schema: {
        operationId: "listModelRunErrors",
        summary: "List the items for which a model gave no valid result, and why, in the order of the batch",
        tags: ["models"],
        params: RunParams,
        querystring: PositionQuery,
        response: { 200: page(RunError), ...errorResponses(400, 401, 403, 404, 429) },
      },
    },
    async (request, reply) => {
      const { id, run_id } = request.params;
      const batch = await getBatch(db, callerOf(request).account_id, id);
      const run = await getRun(db, batch.account_id, batch.id, run_id);
      const read = (after: number, limit: number) => listErrors(db, run, after, limit);
      const found = await listByPosition(
        `errors of ${run.id}`,
        request.query,
        read,
        ({ position }) => position,
      );
      const data = found.data.map(({ item_id, external_id, line, filename, reason, created_at }) => ({
        ...{ item_id, reason },
        item: { external_id, line, file: { filename } },
        created_at: iso(created_at),
      }));
      return sendPage(config, request, reply, { ...found, data });
    },
  );
};
