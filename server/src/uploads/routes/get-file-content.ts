import { ServiceError } from "@assay/domain/errors.ts";
import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { FastifyReply, FastifyRequest } from "fastify";
import Type from "typebox";
import type { Deps } from "../../deps.ts";
import { callerOf } from "../../platform/auth/auth.ts";
import { Redirect, STORE_REDIRECT, sendBlob } from "../../platform/blobs/send-blob.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { IdParams } from "../../platform/http/wire.ts";
import { isSigned } from "../content-url.ts";
import { getSignedFile } from "../signed.ts";
import { type FileRow, getFile } from "../store.ts";

const SCOPE = "uploads:read";

const Permission = Type.Object({
  ...Redirect.properties,
  expires: Type.Optional(
    Type.String({ description: "With `signature`, as in a `content_url`; then no key is needed" }),
  ),
  signature: Type.Optional(Type.String()),
});
type Permission = Type.Static<typeof Permission>;

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
          "`uploads:read`. Consumes no quota. Serves ranges.",
        tags: ["uploads"],
        security: [{ apiKey: [] }, {}],
        params: IdParams,
        querystring: Permission,
        response: {
          200: Bytes,
          206: { ...Bytes, description: "One range of the bytes" },
          307: STORE_REDIRECT,
          304: { type: "null", description: "The file still matches If-None-Match" },
          ...errorResponses(400, 401, 403, 404, 416),
        },
      },
    },
    async (request, reply) => {
      const { filename, content_type, ...file } = await permittedFile(deps, request, reply);
      return sendBlob(deps.blobs, request, reply, {
        ...file,
        filename: filename.split("/").at(-1) ?? filename,
        media_type: content_type.startsWith("text/") ? `${content_type}; charset=utf-8` : content_type,
        last_modified: file.created_at,
        cache_control: "private, max-age=3600, immutable",
      });
    },
  );
};

/**
 * The file whose bytes the request may read. A signature decides if there is one: `forbidden` if it is wrong
 * or expired. Otherwise the request needs a key.
 */
async function permittedFile(
  deps: Deps,
  request: FastifyRequest<{ Params: { id: string }; Querystring: Permission }>,
  reply: FastifyReply,
): Promise<FileRow> {
  const { id } = request.params;
  const { expires, signature } = request.query;
  if (expires === undefined && signature === undefined) {
    const { account_id, scopes } = callerOf(request);
    if (scopes.has(SCOPE)) return getFile(deps.db, account_id, id);
    reply.header("www-authenticate", `Bearer error="insufficient_scope", scope="${SCOPE}"`);
    throw new ServiceError("forbidden", `this key lacks the scope ${SCOPE}`);
  }
  if (!isSigned(deps, "file_content", id, request.query)) {
    throw new ServiceError("forbidden", "the signature of this URL is invalid or has expired");
  }
  return getSignedFile(deps.db, id);
}
