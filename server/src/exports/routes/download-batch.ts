import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { downloadUrl } from "../../batches/schemas.ts";
import type { Deps } from "../../deps.ts";
import { callerOf } from "../../platform/auth/auth.ts";
import { sendBlob } from "../../platform/blobs/send-blob.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { IdParams } from "../../platform/http/wire.ts";
import { findDownload } from "../download.ts";
import { Building, DownloadQuery } from "../schemas.ts";

import { fileResponses } from "./file-responses.ts";

/** Seconds after which a client asks again for a file that is being built. */
const RETRY_AFTER = "5";

/** `GET /v1/batches/:id/download` */
export const downloadBatchRoute: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  const { blobs } = deps;
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
      const { format, bundle, include, revision } = request.query;
      const asked = { format, bundle, media: include === "media", revision };
      const { id } = request.params;
      const file = await findDownload(deps, callerOf(request).account_id, id, asked);
      if (file !== undefined) {
        if (file.superseded_by !== null) {
          const next = `${downloadUrl(deps.config, id)}?revision=${file.superseded_by}`;
          reply.header("link", `<${next}>; rel="successor-version"`); // RFC 5829
        }
        if (file.failed_amendments > 0)
          reply.header("x-assay-failed-amendments", String(file.failed_amendments));
        return sendBlob(blobs, request, reply, file);
      }
      const message = "the file is being built; request it again later";
      return reply.code(202).header("retry-after", RETRY_AFTER).send({ status: "building", message });
    },
  );
};
