import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import Type from "typebox";
import type { Deps } from "../../deps.ts";
import { assertLink, DownloadLink, downloadLink, Signed } from "../../exports/links.ts";
import { fileResponses } from "../../exports/routes/file-responses.ts";
import { sendBuilding } from "../../exports/routes/send-download.ts";
import { Building } from "../../exports/schemas.ts";
import { callerOf } from "../../platform/auth/auth.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { findVersionDownload } from "../download.ts";
import { VersionDownloadQuery, VersionParams } from "../schemas.ts";
import { sendVersion } from "./download-version.ts";

const tags = ["datasets"];

/** `GET /v1/datasets/:id/versions/:version/link`, and what the link serves. */
export const linkVersionRoute: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  app.get(
    "/datasets/:id/versions/:version/link",
    {
      config: { scope: "datasets:read" },
      schema: {
        operationId: "linkDatasetVersion",
        summary: "Get a link to a file of a version that needs no key and expires after a minute",
        tags,
        params: VersionParams,
        querystring: VersionDownloadQuery,
        response: {
          200: DownloadLink,
          202: Building,
          ...errorResponses(400, 401, 403, 404, 409, 410, 429),
        },
      },
    },
    async (request, reply) => {
      const { id: dataset_id, version } = request.params;
      const caller = callerOf(request);
      const file = await findVersionDownload(deps, caller, { dataset_id, version }, request.query);
      if (file === undefined) return sendBuilding(reply);
      const { account_id } = caller;
      const path = `/v1/datasets/${dataset_id}/versions/${version}/file`;
      return reply.send(downloadLink(deps, path, { ...request.query, account_id }));
    },
  );

  app.get(
    "/datasets/:id/versions/:version/file",
    {
      config: { scope: null },
      schema: {
        operationId: "downloadLinkedVersion",
        summary: "Download a file of a version by a link",
        description: "Needs no key. Consumes no quota. Serves ranges.",
        tags,
        security: [{}],
        params: VersionParams,
        querystring: Type.Object({ ...VersionDownloadQuery.properties, ...Signed.properties }),
        response: { ...fileResponses, 202: Building, ...errorResponses(400, 403, 404, 409, 410, 416) },
      },
    },
    async (request, reply) => {
      const { account_id, expires, ...query } = request.query;
      assertLink(deps, request.url, expires);
      const { id: dataset_id, version } = request.params;
      const reader = { kind: "link", account_id } as const;
      const file = await findVersionDownload(deps, reader, { dataset_id, version }, query);
      return sendVersion(deps, request, reply, file);
    },
  );
};
