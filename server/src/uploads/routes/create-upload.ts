import { ServiceError } from "@assay/domain/errors.ts";
import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { FastifyRequest, FastifySchemaCompiler } from "fastify";
import Type, { type TSchema } from "typebox";
import type { Deps } from "../../deps.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { LIMITS } from "../../platform/limits.ts";
import { createUpload } from "../create.ts";
import { tooLarge } from "../receiving/limits.ts";
import { CreateUpload, UploadForm } from "../receiving/request-bodies.ts";
import { CreateUploadQuery, Upload } from "../schemas.ts";
import { createPresigned, createResumable } from "./announce-upload.ts";
import { isTus } from "./tus.ts";

/** The overhead of a form around its files. */
const FORM_BYTES = 1024 * 1024;

const Body = {
  content: {
    "application/json": { schema: CreateUpload },
    "multipart/form-data": { schema: UploadForm },
    "application/octet-stream": { schema: Type.String({ format: "binary" }) },
  },
};

/** `POST /v1/uploads` */
export const createUploadRoute: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  app.post(
    "/uploads",
    {
      config: { scope: "uploads:write" },
      bodyLimit: LIMITS.inline_upload_bytes,
      validatorCompiler: jsonOnly(app.validatorCompiler),
      onRequest: async (request) => refuseEarly(request),
      schema: {
        operationId: "createUpload",
        summary: "Upload files: as JSON, as a form, as the body itself, by URL, or in pieces",
        description:
          "Any other Content-Type is a file of that type, named by Content-Disposition and checked against " +
          "Content-Digest. Archives (zip, tar, tar.gz) are unpacked; each line of a JSONL or CSV file and each row of a Parquet or Arrow file is an item. " +
          "With `size_bytes` you send the bytes to `upload_url` afterwards; with `Tus-Resumable: 1.0.0` in pieces (tus).",
        tags: ["uploads"],
        querystring: CreateUploadQuery,
        body: Body,
        response: {
          201: Upload,
          202: Upload,
          ...errorResponses(400, 401, 403, 404, 409, 412, 413, 415, 422, 429, 507),
        },
      },
    },
    async (request, reply) => {
      const { query } = request;
      if (isTus(request)) return createResumable(deps, { request, reply }, query);
      if (request.mediaType === "application/json") {
        const body = request.body as CreateUpload; // validated by the schema
        if (query.content === "dataset") refuseDetails(body);
        if (body.size_bytes !== undefined) return createPresigned(deps, { request, reply }, body, query);
      }
      return createUpload(deps, { request, reply }, query);
    },
  );
};

/** Forms and raw bytes are checked while they stream; only a JSON body is complete before. */
function jsonOnly(compile: FastifySchemaCompiler<TSchema> | undefined): FastifySchemaCompiler<TSchema> {
  return (route) => {
    const isStream = route.httpPart === "body" && route.contentType !== "application/json";
    return isStream || compile === undefined ? () => true : compile(route);
  };
}

/** A dataset becomes no item, so nothing would keep what is said of one. */
function refuseDetails({ item, files = [] }: CreateUpload): void {
  if (item === undefined && files.every((file) => file.item === undefined)) return;
  throw new ServiceError(
    "invalid_request",
    "item cannot be combined with content=dataset: the dataset's own file says what is known of its items; leave out item, or content",
  );
}

/** Refuses what can be refused without receiving it. */
function refuseEarly({ headers }: FastifyRequest): void {
  const isForm = headers["content-type"]?.toLowerCase().startsWith("multipart/");
  const limit = LIMITS.upload_request_bytes + (isForm ? FORM_BYTES : 0);
  if (Number(headers["content-length"] ?? 0) > limit) throw tooLarge();
}
