import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { Deps } from "../../deps.ts";
import { callerOf } from "../../platform/auth/auth.ts";
import { Redirect, sendBlob } from "../../platform/blobs/send-blob.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { IdParams } from "../../platform/http/wire.ts";
import { getExportFile } from "../download.ts";
import { fileResponses } from "./file-responses.ts";

/** `GET /v1/exports/:id/download` */
export const downloadExportRoute: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  const { blobs } = deps;
  app.get(
    "/exports/:id/download",
    {
      config: { scope: "datasets:read" },
      schema: {
        operationId: "downloadExport",
        summary: "Download an export",
        tags: ["exports"],
        params: IdParams,
        querystring: Redirect,
        response: { ...fileResponses, ...errorResponses(400, 401, 403, 404, 409, 416, 429) },
      },
    },
    async (request, reply) => {
      const file = await getExportFile(deps, callerOf(request), request.params.id);
      return sendBlob(blobs, request, reply.header("x-assay-certified", "false"), file);
    },
  );
};
