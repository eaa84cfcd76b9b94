import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import Type from "typebox";
import { withinPart } from "../../bounds/within.ts";
import type { Deps } from "../../deps.ts";
import { callerOf } from "../../platform/auth/auth.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { listPage, PageQuery, sendPage } from "../../platform/http/paging.ts";
import { page } from "../../platform/http/wire.ts";
import { presentBatches } from "../read-batch.ts";
import { Batch } from "../schemas.ts";
import { selectBatches } from "../store.ts";

export const BatchQuery = Type.Object({
  ...PageQuery.properties,
  project_id: Type.Optional(Type.String({ maxLength: 50 })),
  status: Type.Optional(Batch.properties.status),
});

/** `GET /v1/batches` */
export const listBatchesRoute: FastifyPluginAsyncTypebox<Deps> = async (app, { db, config }) => {
  app.get(
    "/batches",
    {
      config: { scope: "batches:read" },
      schema: {
        operationId: "listBatches",
        summary: "List batches",
        tags: ["batches"],
        querystring: BatchQuery,
        response: { 200: page(Batch), ...errorResponses(400, 401, 403, 429) },
      },
    },
    async (request, reply) => {
      const { project_id, status } = request.query;
      const caller = callerOf(request);
      const within = withinPart(caller, "batches.project_id");
      let query = selectBatches(db, caller.account_id);
      if (within !== undefined) query = query.where(within);
      if (project_id !== undefined) query = query.where("batches.project_id", "=", project_id);
      if (status !== undefined) query = query.where("batches.status", "=", status);
      const rows = await listPage(request, query, "batches");
      return sendPage(config, request, reply, {
        ...rows,
        data: await presentBatches(db, config, caller, rows.data),
      });
    },
  );
};
