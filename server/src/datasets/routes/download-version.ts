import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Deps } from "../../deps.ts";
import { fileResponses } from "../../exports/routes/file-responses.ts";
import { sendBuilding } from "../../exports/routes/send-download.ts";
import { Building } from "../../exports/schemas.ts";
import { callerOf } from "../../platform/auth/auth.ts";
import { sendBlob } from "../../platform/blobs/send-blob.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { findVersionDownload } from "../download.ts";
import { VersionDownloadQuery, VersionParams } from "../schemas.ts";

/** `GET /v1/datasets/:id/versions/:version/download` */
export const downloadVersionRoute: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  app.get(
    "/datasets/:id/versions/:version/download",
    {
      config: { scope: "datasets:read" },
      schema: {
        operationId: "downloadDatasetVersion",
        summary: "Download a version of a dataset, one of its splits, or what is new in it",
        tags: ["datasets"],
        params: VersionParams,
        querystring: VersionDownloadQuery,
        response: {
          ...fileResponses,
          202: Building,
          ...errorResponses(400, 401, 403, 404, 409, 410, 416, 429),
        },
      },
    },
    async (request, reply) => {
      const { id: dataset_id, version } = request.params;
      const named = { dataset_id, version };
      const file = await findVersionDownload(deps, callerOf(request), named, request.query);
      return sendVersion(deps, request, reply, file);
    },
  );
};

/** Sends a file of a version, or 202 while it is being built. */
export async function sendVersion(
  { blobs }: Deps,
  request: FastifyRequest<{ Querystring: VersionDownloadQuery }>,
  reply: FastifyReply,
  file: Awaited<ReturnType<typeof findVersionDownload>>,
): Promise<FastifyReply> {
  if (file === undefined) return sendBuilding(reply);
  if (!file.certified) reply.header("x-assay-certified", "false");
  return sendBlob(blobs, request, reply, file);
}
