import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { Deps } from "../../deps.ts";
import { callerOf } from "../../platform/auth/auth.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { PositionQuery, readCursor, sendPage, writeCursor } from "../../platform/http/paging.ts";
import { page } from "../../platform/http/wire.ts";
import { DatasetBatch, toDatasetBatch, VersionParams } from "../schemas.ts";
import { getVersion, listVersionBatches } from "../store.ts";

/** `GET /v1/datasets/:id/versions/:version/batches` */
export const listVersionBatchesRoute: FastifyPluginAsyncTypebox<Deps> = async (app, { db, config }) => {
  app.get(
    "/datasets/:id/versions/:version/batches",
    {
      config: { scope: "datasets:read" },
      schema: {
        operationId: "listDatasetVersionBatches",
        summary: "List the batches with items in a version, with their certificates",
        tags: ["datasets"],
        params: VersionParams,
        querystring: PositionQuery,
        response: { 200: page(DatasetBatch), ...errorResponses(400, 401, 403, 404, 429) },
      },
    },
    async (request, reply) => {
      const { id, version } = request.params;
      const { limit, cursor } = request.query;
      const found = await getVersion(db, callerOf(request).account_id, id, version);
      const list = `batches ${id} ${found.version}`;
      const after = cursor === undefined ? "" : readCursor(cursor, list, (text) => text === "").id;
      const rows = await listVersionBatches(db, found, after, limit + 1);
      const has_more = rows.length > limit;
      const data = rows.slice(0, limit).map(toDatasetBatch);
      const last = data.at(-1)?.batch_id;
      const next_cursor = has_more && last !== undefined ? writeCursor(list, { time: "", id: last }) : null;
      return sendPage(config, request, reply, { data, has_more, next_cursor });
    },
  );
};
