import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { Deps } from "../../deps.ts";
import { callerOf } from "../../platform/auth/auth.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { listByPosition, PositionQuery, sendPage } from "../../platform/http/paging.ts";
import { IdParams, page } from "../../platform/http/wire.ts";
import { contentUrl } from "../../uploads/content-url.ts";
import { File, toFile } from "../../uploads/schemas.ts";
import { listBatchFiles } from "../batch-files.ts";
import { getBatch } from "../store.ts";

/** `GET /v1/batches/{id}/files` */
export const listBatchFilesRoute: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  app.get(
    "/batches/:id/files",
    {
      config: { scope: "batches:read" },
      schema: {
        operationId: "listBatchFiles",
        summary: "List the files of a batch in their order",
        tags: ["batches"],
        params: IdParams,
        querystring: PositionQuery,
        response: { 200: page(File), ...errorResponses(400, 401, 403, 404, 429) },
      },
    },
    async (request, reply) => {
      const batch = await getBatch(deps.db, callerOf(request).account_id, request.params.id);
      const files = await listByPosition(
        batch.id,
        request.query,
        (after, limit) => listBatchFiles(deps.db, batch, after, limit),
        ({ batch_position }) => batch_position,
      );
      const data = files.data.map((file) => toFile(file, contentUrl(deps, file.id)));
      return sendPage(deps.config, request, reply, { ...files, data });
    },
  );
};
