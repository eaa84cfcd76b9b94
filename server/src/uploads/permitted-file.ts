import { ServiceError } from "@assay/domain/errors.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import Type from "typebox";
import type { Deps } from "../deps.ts";
import { callerOf } from "../platform/auth/auth.ts";
import { Redirect } from "../platform/blobs/send-blob.ts";
import { isSigned } from "./content-url.ts";
import { getSignedFile } from "./signed.ts";
import { type FileRow, getFile } from "./store.ts";

const SCOPE = "uploads:read";

/** The query of each route that sends a file or something made of it. */
export const Permission = Type.Object({
  ...Redirect.properties,
  expires: Type.Optional(
    Type.String({ description: "With `signature`, as in a `content_url`; then no key is needed" }),
  ),
  signature: Type.Optional(Type.String()),
});
type Permission = Type.Static<typeof Permission>;

/**
 * The file whose bytes the request may read. A signature decides if there is one: `forbidden` if it is wrong
 * or expired. Otherwise the request needs a key.
 */
export async function permittedFile(
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
