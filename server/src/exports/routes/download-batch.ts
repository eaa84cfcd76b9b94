import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { assertNotCertifiedBlind } from "../../bounds/views.ts";
import type { Deps } from "../../deps.ts";
import { callerOf } from "../../platform/auth/auth.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { IdParams } from "../../platform/http/wire.ts";
import { findDownload } from "../download.ts";
import { Building, DownloadQuery } from "../schemas.ts";
import { fileResponses } from "./file-responses.ts";
import { askedBy, sendDownload } from "./send-download.ts";

/** `GET /v1/batches/:id/download` */
export const downloadBatchRoute: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  app.get(
    "/batches/:id/download",
    {
      config: { scope: "datasets:read" },
      schema: {
        operationId: "downloadBatch",
        summary: "Download the frozen dataset of a certified batch",
        tags: ["exports"],
        params: IdParams,
        querystring: DownloadQuery,
        response: {
          ...fileResponses,
          202: Building,
          ...errorResponses(400, 401, 403, 404, 409, 410, 416, 429),
        },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      await assertNotCertifiedBlind(deps.db, callerOf(request), [id]);
      const file = await findDownload(deps, callerOf(request).account_id, id, askedBy(request.query));
      return sendDownload(deps, request, reply, id, file);
    },
  );
};
