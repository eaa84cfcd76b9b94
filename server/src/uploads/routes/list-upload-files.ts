import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { Deps } from "../../deps.ts";
import { callerOf } from "../../platform/auth/auth.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { listByPosition, PositionQuery, sendPage } from "../../platform/http/paging.ts";
import { IdParams, page } from "../../platform/http/wire.ts";
import { contentUrl } from "../content-url.ts";
import { File, toFile } from "../schemas.ts";
import { getUpload, listFilesAfter } from "../store.ts";

/** `GET /v1/uploads/{id}/files` */
export const listUploadFilesRoute: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  const { db, config } = deps;
  app.get(
    "/uploads/:id/files",
    {
      config: { scope: "uploads:read" },
      schema: {
        operationId: "listUploadFiles",
        summary: "List the files of an upload",
        tags: ["uploads"],
        params: IdParams,
        querystring: PositionQuery,
        response: { 200: page(File), ...errorResponses(400, 401, 403, 404, 429) },
      },
    },
    async (request, reply) => {
      const upload = await getUpload(db, callerOf(request).account_id, request.params.id);
      const files = await listByPosition(
        upload.id,
        request.query,
        (after, limit) => listFilesAfter(db, upload, after, limit),
        ({ position }) => position,
      );
      const data = files.data.map((file) => toFile(file, contentUrl(deps, file.id)));
      return sendPage(config, request, reply, { ...files, data });
    },
  );
};
