import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import Type from "typebox";
import type { Deps } from "../../deps.ts";
import { STORE_REDIRECT, sendBlob } from "../../platform/blobs/send-blob.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { IdParams } from "../../platform/http/wire.ts";
import { Permission, permittedFile } from "../permitted-file.ts";
import { sendReferenced } from "../send-referenced.ts";

const Bytes = {
  description: "The bytes, with ETag, Repr-Digest and Accept-Ranges",
  content: { "*/*": { schema: Type.String({ format: "binary" }) } },
};

/** `GET /v1/files/{id}/content` */
export const getFileContentRoute: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  app.get(
    "/files/:id/content",
    {
      config: { scope: null },
      schema: {
        operationId: "getFileContent",
        summary: "Get the content of a file",
        description:
          "Takes a signed `content_url` (403 if the signature is wrong or has expired), or a key with " +
          "`uploads:read`. Consumes no quota. Serves ranges. Redirects to the bucket of a file by reference: 410 if its object is " +
          "another one by now, 409 if the bucket cannot be read.",
        tags: ["uploads"],
        security: [{ apiKey: [] }, {}],
        params: IdParams,
        querystring: Permission,
        response: {
          200: Bytes,
          206: { ...Bytes, description: "One range of the bytes" },
          307: STORE_REDIRECT,
          304: { type: "null", description: "The file still matches If-None-Match" },
          ...errorResponses(400, 401, 403, 404, 409, 410, 416),
        },
      },
    },
    async (request, reply) => {
      const file = await permittedFile(deps, request, reply);
      const { filename, content_type, size_bytes, sha256 } = file;
      if (sha256 === null) return sendReferenced(deps, request, reply, file);
      return sendBlob(deps.blobs, request, reply, {
        ...{ size_bytes, sha256 },
        filename: filename.split("/").at(-1) ?? filename,
        media_type: content_type.startsWith("text/") ? `${content_type}; charset=utf-8` : content_type,
        last_modified: file.created_at,
        cache_control: "private, max-age=3600, immutable",
      });
    },
  );
};
