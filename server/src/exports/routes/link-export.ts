import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import Type from "typebox";
import type { Deps } from "../../deps.ts";
import { callerOf } from "../../platform/auth/auth.ts";
import { Redirect, sendBlob } from "../../platform/blobs/send-blob.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { IdParams } from "../../platform/http/wire.ts";
import { getExportFile, getLinkedExportFile } from "../download.ts";
import { assertLink, DownloadLink, downloadLink, Signed } from "../links.ts";
import { fileResponses } from "./file-responses.ts";

const tags = ["exports"];

/** `GET /v1/exports/:id/link`, and what the link serves. */
export const linkExportRoute: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  app.get(
    "/exports/:id/link",
    {
      config: { scope: "datasets:read" },
      schema: {
        operationId: "linkExportDownload",
        summary: "Get a link to an export that needs no key and expires after a minute",
        tags,
        params: IdParams,
        querystring: Redirect,
        response: { 200: DownloadLink, ...errorResponses(400, 401, 403, 404, 409, 429) },
      },
    },
    async (request) => {
      const { id } = request.params;
      const caller = callerOf(request);
      await getExportFile(deps, caller, id);
      return downloadLink(deps, `/v1/exports/${id}/file`, {
        ...request.query,
        account_id: caller.account_id,
      });
    },
  );

  app.get(
    "/exports/:id/file",
    {
      config: { scope: null },
      schema: {
        operationId: "downloadLinkedExport",
        summary: "Download an export by a link",
        description: "Needs no key. Consumes no quota. Serves ranges.",
        tags,
        security: [{}],
        params: IdParams,
        querystring: Type.Object({ ...Redirect.properties, ...Signed.properties }),
        response: { ...fileResponses, ...errorResponses(400, 403, 404, 416) },
      },
    },
    async (request, reply) => {
      const { account_id, expires } = request.query;
      assertLink(deps, request.url, expires);
      const file = await getLinkedExportFile(deps, account_id, request.params.id);
      return sendBlob(deps.blobs, request, reply.header("x-assay-certified", "false"), file);
    },
  );
};
