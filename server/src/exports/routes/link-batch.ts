import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import Type from "typebox";
import { assertNotCertifiedBlind } from "../../bounds/views.ts";
import type { Deps } from "../../deps.ts";
import { callerOf } from "../../platform/auth/auth.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { IdParams } from "../../platform/http/wire.ts";
import { findDownload } from "../download.ts";
import { assertLink, DownloadLink, downloadLink, Signed } from "../links.ts";
import { Building, DownloadQuery } from "../schemas.ts";
import { fileResponses } from "./file-responses.ts";
import { askedBy, sendBuilding, sendDownload } from "./send-download.ts";

const tags = ["exports"];

/** `GET /v1/batches/:id/link`, and what the link serves. */
export const linkBatchRoute: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  app.get(
    "/batches/:id/link",
    {
      config: { scope: "datasets:read" },
      schema: {
        operationId: "linkBatchDownload",
        summary:
          "Get a link to the dataset of a certified batch that needs no key and expires after a minute",
        tags,
        params: IdParams,
        querystring: DownloadQuery,
        response: {
          200: DownloadLink,
          202: Building,
          ...errorResponses(400, 401, 403, 404, 409, 410, 429),
        },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const { account_id } = callerOf(request);
      await assertNotCertifiedBlind(deps.db, callerOf(request), [id]);
      const file = await findDownload(deps, account_id, id, askedBy(request.query));
      if (file === undefined) return sendBuilding(reply);
      return reply.send(downloadLink(deps, `/v1/batches/${id}/file`, { ...request.query, account_id }));
    },
  );

  app.get(
    "/batches/:id/file",
    {
      config: { scope: null },
      schema: {
        operationId: "downloadLinkedBatch",
        summary: "Download the dataset of a certified batch by a link",
        description: "Needs no key. Consumes no quota. Serves ranges.",
        tags,
        security: [{}],
        params: IdParams,
        querystring: Type.Object({ ...DownloadQuery.properties, ...Signed.properties }),
        response: { ...fileResponses, 202: Building, ...errorResponses(400, 403, 404, 410, 416) },
      },
    },
    async (request, reply) => {
      const { account_id, expires, ...query } = request.query;
      assertLink(deps, request.url, expires);
      const { id } = request.params;
      const file = await findDownload(deps, account_id, id, askedBy(query));
      return sendDownload(deps, request, reply, id, file);
    },
  );
};
