import { ServiceError } from "@assay/domain/errors.ts";
import multipart from "@fastify/multipart";
import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { FastifyRequest, FastifySchemaCompiler } from "fastify";
import Type, { type TSchema } from "typebox";
import { mediaPart } from "../bounds/within.ts";
import type { Deps } from "../deps.ts";
import { callerOf } from "../platform/auth/auth.ts";
import { errorResponses } from "../platform/http/error-handler.ts";
import { listByPosition, listPage, PageQuery, PositionQuery, sendPage } from "../platform/http/paging.ts";
import { IdParams, page } from "../platform/http/wire.ts";
import { LIMITS } from "../platform/limits.ts";
import { contentUrl } from "./content-url.ts";
import { createUpload } from "./create.ts";
import { eraseUpload } from "./delete.ts";
import { fileRoutes } from "./file-routes.ts";
import { tooLarge } from "./limits.ts";
import { createPresigned, createResumable, pieceRoutes } from "./piece-routes.ts";
import { CreateUpload, FILES_INLINED, File, toFile, toUpload, Upload, UploadForm } from "./schemas.ts";
import { getUpload, listFilesAfter, listFirstFiles, selectUploads, type UploadRow } from "./store.ts";
import { assertTus, isTus, tusHeaders } from "./tus.ts";

const tags = ["uploads"];
const read = { scope: "uploads:read" } as const;
const write = { scope: "uploads:write" } as const;

/** What surrounds the files of a form. */
const FORM_BYTES = 1024 * 1024;

const UploadQuery = Type.Object({
  ...PageQuery.properties,
  status: Type.Optional(Upload.properties.status),
});

const Body = {
  content: {
    "application/json": { schema: CreateUpload },
    "multipart/form-data": { schema: UploadForm },
    "application/octet-stream": { schema: Type.String({ format: "binary" }) },
  },
};

/** Uploads, their files, and the bytes of those. */
export const uploadRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  await app.register(multipart, { throwFileSizeLimit: false });
  app.addContentTypeParser("*", (_request, payload, done) => done(null, payload));
  await app.register(fileRoutes, deps);
  await app.register(pieceRoutes, deps);
  await app.register(writing, deps);
  await app.register(reading, deps);
  await app.register(filesOfUpload, deps);
};

const writing: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  app.post(
    "/uploads",
    {
      config: write,
      bodyLimit: LIMITS.inline_upload_bytes,
      validatorCompiler: jsonOnly(app.validatorCompiler),
      onRequest: async (request) => refuseEarly(request),
      schema: {
        operationId: "createUpload",
        summary: "Upload files: as JSON, as a form, as the body itself, by URL, or in pieces",
        description:
          "Any other Content-Type is a file of that type, named by Content-Disposition and checked against " +
          "Content-Digest. Archives (zip, tar.gz) are unpacked; each line of a JSONL or CSV file is an item. " +
          "With `size_bytes` you send the bytes to `upload_url` afterwards; with `Tus-Resumable: 1.0.0` in pieces (tus).",
        tags,
        body: Body,
        response: {
          201: Upload,
          202: Upload,
          ...errorResponses(400, 401, 403, 404, 409, 412, 413, 415, 422, 429, 507),
        },
      },
    },
    async (request, reply) => {
      if (isTus(request)) return createResumable(deps, { request, reply });
      if (request.mediaType === "application/json") {
        const body = request.body as CreateUpload; // the schema has checked it
        if (body.size_bytes !== undefined) return createPresigned(deps, { request, reply }, body);
      }
      return createUpload(deps, { request, reply });
    },
  );

  app.delete(
    "/uploads/:id",
    {
      config: write,
      schema: {
        operationId: "deleteUpload",
        summary: "Delete an upload that no batch uses",
        tags,
        params: IdParams,
        response: { 204: Type.Null(), ...errorResponses(401, 403, 404, 409, 412, 429) },
      },
    },
    async (request, reply) => {
      if (isTus(request)) assertTus(request, reply);
      await eraseUpload(deps, request, request.params.id);
      return reply.code(204).send(null);
    },
  );
};

const reading: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  const { db, config } = deps;

  app.get(
    "/uploads",
    {
      config: read,
      schema: {
        operationId: "listUploads",
        summary: "List uploads",
        tags,
        querystring: UploadQuery,
        response: { 200: page(Upload), ...errorResponses(400, 401, 403, 429) },
      },
    },
    async (request, reply) => {
      const { status, ...paging } = request.query;
      const caller = callerOf(request);
      let uploads = selectUploads(db, caller.account_id);
      const part = mediaPart(caller);
      if (part !== undefined) uploads = uploads.where(part.upload);
      if (status !== undefined) uploads = uploads.where("status", "=", status);
      const rows = await listPage(uploads, "uploads", paging);
      return sendPage(config, request, reply, { ...rows, data: await describeUploads(deps, rows.data) });
    },
  );

  app.get(
    "/uploads/:id",
    {
      config: { ...read, isFree: (request) => request.method === "HEAD" && isTus(request) },
      schema: {
        operationId: "getUpload",
        summary: "Get an upload",
        tags,
        params: IdParams,
        response: { 200: Upload, ...errorResponses(401, 403, 404, 410, 412, 429) },
      },
    },
    async (request, reply) => {
      if (isTus(request)) assertTus(request, reply);
      const upload = await getUpload(db, callerOf(request).account_id, request.params.id);
      if (isTus(request)) {
        if (upload.status === "expired")
          throw new ServiceError("gone", `the upload ${upload.id} has expired`);
        reply.headers(tusHeaders(upload));
      }
      return toUpload(upload, await listFirstFiles(db, [upload.id], FILES_INLINED));
    },
  );
};

const filesOfUpload: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  const { db, config } = deps;

  app.get(
    "/uploads/:id/files",
    {
      config: read,
      schema: {
        operationId: "listUploadFiles",
        summary: "List the files of an upload",
        tags,
        params: IdParams,
        querystring: PositionQuery,
        response: { 200: page(File), ...errorResponses(400, 401, 403, 404, 429) },
      },
    },
    async (request, reply) => {
      const { id } = await getUpload(db, callerOf(request).account_id, request.params.id);
      const files = await listByPosition(
        id,
        request.query,
        (after, limit) => listFilesAfter(db, id, after, limit),
        ({ position }) => position,
      );
      const data = files.data.map((file) => toFile(file, contentUrl(deps, file.id)));
      return sendPage(config, request, reply, { ...files, data });
    },
  );
};

async function describeUploads({ db }: Deps, uploads: readonly UploadRow[]) {
  const files = await listFirstFiles(
    db,
    uploads.map(({ id }) => id),
    FILES_INLINED,
  );
  const byUpload = Map.groupBy(files, ({ upload_id }) => upload_id);
  return uploads.map((upload) => toUpload(upload, byUpload.get(upload.id) ?? []));
}

/** Forms and raw bytes are checked while they stream; only a JSON body is there to be checked before. */
function jsonOnly(compile: FastifySchemaCompiler<TSchema> | undefined): FastifySchemaCompiler<TSchema> {
  return (route) => {
    const isStream = route.httpPart === "body" && route.contentType !== "application/json";
    return isStream || compile === undefined ? () => true : compile(route);
  };
}

/** What need not be received to be refused. */
function refuseEarly({ headers }: FastifyRequest): void {
  const isForm = headers["content-type"]?.toLowerCase().startsWith("multipart/");
  const limit = LIMITS.upload_request_bytes + (isForm ? FORM_BYTES : 0);
  if (Number(headers["content-length"] ?? 0) > limit) throw tooLarge();
}
