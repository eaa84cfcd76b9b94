import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import Type from "typebox";
import { downloadUrl } from "../batches/schemas.ts";
import { withinPart } from "../bounds/within.ts";
import type { Deps } from "../deps.ts";
import { callerOf } from "../platform/auth/auth.ts";
import { removeUnusedBlobs } from "../platform/blobs/blob-rows.ts";
import { sendBlob } from "../platform/blobs/send-blob.ts";
import { inChange } from "../platform/http/changes.ts";
import { errorResponses } from "../platform/http/error-handler.ts";
import { assertIfMatch } from "../platform/http/etag.ts";
import { idempotent } from "../platform/http/idempotency.ts";
import { listPage, PageQuery, sendPage } from "../platform/http/paging.ts";
import { IdParams, page } from "../platform/http/wire.ts";
import { createExport } from "./create.ts";
import { findDownload, getExportFile } from "./download.ts";
import { AnyFile, Building, CreateExport, DownloadQuery, Export, toExport } from "./schemas.ts";
import { deleteExport, getExport, lockExport, selectExports } from "./store.ts";

const tags = ["exports"];
const config = { scope: "datasets:read" } as const;

/** Seconds after which a client asks again for a file that is being built. */
const RETRY_AFTER = "5";

const fileResponses = { 200: AnyFile, 206: AnyFile, 304: Type.Null({ description: "Not modified" }) };

const ExportQuery = Type.Object({
  ...PageQuery.properties,
  project_id: Type.Optional(Type.String({ maxLength: 50 })),
  batch_id: Type.Optional(Type.String({ maxLength: 50 })),
  status: Type.Optional(Type.Enum(["processing", "ready", "failed"])),
});

/** Certified datasets, and exports of any batch as it is. */
export const exportRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  const { db, blobs, now } = deps;

  app.get(
    "/batches/:id/download",
    {
      config,
      schema: {
        operationId: "downloadBatch",
        summary: "Download the frozen dataset of a certified batch",
        tags,
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

  app.post(
    "/exports",
    {
      config,
      schema: {
        operationId: "createExport",
        summary: "Export a batch or a project as it is now, uncertified",
        tags,
        body: CreateExport,
        response: { 202: Export, ...errorResponses(400, 401, 403, 404, 409, 415, 422, 429) },
      },
    },
    async (request, reply) =>
      idempotent(deps, { request, reply }, async (tx) => {
        const created = await createExport(tx, callerOf(request), now(), request.body);
        return { status: 202, body: toExport(deps.config, created), location: `/v1/exports/${created.id}` };
      }),
  );

  app.get(
    "/exports",
    {
      config,
      schema: {
        operationId: "listExports",
        summary: "List exports",
        tags,
        querystring: ExportQuery,
        response: { 200: page(Export), ...errorResponses(400, 401, 403, 429) },
      },
    },
    async (request, reply) => {
      const { project_id, batch_id, status, ...paging } = request.query;
      const caller = callerOf(request);
      const within = withinPart(caller, "exports.project_id");
      let query = selectExports(db, caller.account_id);
      if (within !== undefined) query = query.where(within);
      if (project_id !== undefined) query = query.where("project_id", "=", project_id);
      if (batch_id !== undefined) query = query.where("batch_id", "=", batch_id);
      if (status !== undefined) query = query.where("status", "=", status);
      const rows = await listPage(query, "exports", paging);
      const data = rows.data.map((row) => toExport(deps.config, row));
      return sendPage(deps.config, request, reply, { ...rows, data });
    },
  );

  app.get(
    "/exports/:id",
    {
      config,
      schema: {
        operationId: "getExport",
        summary: "Read an export",
        tags,
        params: IdParams,
        response: { 200: Export, ...errorResponses(401, 403, 404, 429) },
      },
    },
    async (request) =>
      toExport(deps.config, await getExport(db, callerOf(request).account_id, request.params.id)),
  );

  app.delete(
    "/exports/:id",
    {
      config: { scope: "batches:write" }, // others may want it still: more than reading
      schema: {
        operationId: "deleteExport",
        summary: "Delete an export and its file",
        tags,
        params: IdParams,
        response: { 204: Type.Null(), ...errorResponses(401, 403, 404, 412, 429) },
      },
    },
    async (request, reply) => {
      const { sha256 } = await inChange(deps, request, async (tx) => {
        const found = await lockExport(tx, callerOf(request).account_id, request.params.id);
        assertIfMatch(request, toExport(deps.config, found));
        await deleteExport(tx, found.id);
        return found;
      });
      if (sha256 !== null) await removeUnusedBlobs(deps, [sha256]);
      return reply.code(204).send(null);
    },
  );

  app.get(
    "/exports/:id/download",
    {
      config,
      schema: {
        operationId: "downloadExport",
        summary: "Download an export",
        tags,
        params: IdParams,
        response: { ...fileResponses, ...errorResponses(401, 403, 404, 409, 416, 429) },
      },
    },
    async (request, reply) => {
      const file = await getExportFile(deps, callerOf(request), request.params.id);
      return sendBlob(blobs, request, reply.header("x-assay-certified", "false"), file);
    },
  );
};
