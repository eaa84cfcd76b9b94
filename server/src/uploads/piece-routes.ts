import { Readable } from "node:stream";
import { ServiceError } from "@assay/domain/errors.ts";
import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { FastifyReply, FastifyRequest } from "fastify";
import Type from "typebox";
import type { Deps } from "../deps.ts";
import { callerOf, personOf } from "../platform/auth/auth.ts";
import { errorResponses } from "../platform/http/error-handler.ts";
import { idempotent } from "../platform/http/idempotency.ts";
import { IdParams } from "../platform/http/wire.ts";
import { isSigned, uploadUrl } from "./content-url.ts";
import { type Exchange, letBodyGo } from "./create.ts";
import { mediaTypeIn } from "./formats/part.ts";
import { beginUpload, receivePiece } from "./pieces.ts";
import { type CreateUpload, toUpload } from "./schemas.ts";
import { getUpload } from "./store.ts";
import {
  announcedIn,
  assertTus,
  checksumIn,
  isTus,
  offsetIn,
  PIECE_TYPE,
  TUS_OPTIONS,
  tusHeaders,
} from "./tus.ts";

const tags = ["uploads"];

const Permission = Type.Object({ expires: Type.String(), signature: Type.String() });

/** The bytes of uploads that were announced: in one request to a signed URL, or in pieces by tus 1.0.0. */
export const pieceRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  // The bytes are taken as they are, also those of a JSON file.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, payload, done) => done(null, payload));
  for (const url of ["/uploads", "/uploads/:id"]) {
    app.options(url, { schema: { hide: true } }, async (_request, reply) =>
      reply
        .code(204)
        .headers({ ...TUS_OPTIONS, allow: ALLOWED[url] })
        .send(),
    );
  }

  app.put(
    "/uploads/:id/content",
    {
      config: { scope: null, isLogged: false },
      schema: {
        operationId: "putUploadContent",
        summary: "Send the bytes of an upload to its upload_url",
        description: "Send the whole file in one request, with exactly the announced size. Needs no key.",
        tags,
        security: [{}],
        params: IdParams,
        querystring: Permission,
        body: { content: { "*/*": { schema: Type.String({ format: "binary" }) } } },
        response: { 204: Type.Null(), ...errorResponses(400, 403, 404, 409, 410, 413, 422, 423) },
      },
      validatorCompiler: () => () => true,
    },
    async (request, reply) => {
      const { id } = request.params;
      if (!isSigned(deps, "upload_content", id, request.query)) {
        throw new ServiceError("forbidden", "the signature of this URL is invalid or has expired");
      }
      await withBody(request, reply, (chunks) => receivePiece(deps, id, { offset: 0, chunks, isLast: true }));
      return reply.code(204).send(null);
    },
  );

  app.patch(
    "/uploads/:id",
    {
      config: { scope: "uploads:write", isFree: isTus, isLogged: false },
      validatorCompiler: () => () => true,
      schema: {
        operationId: "appendToUpload",
        summary: "Send a piece of a resumable upload (tus 1.0.0)",
        description: "Takes Tus-Resumable, Upload-Offset and, if sent, Upload-Checksum. Consumes no quota.",
        tags,
        params: IdParams,
        body: { content: { [PIECE_TYPE]: { schema: Type.String({ format: "binary" }) } } },
        response: {
          204: Type.Null(),
          ...errorResponses(400, 401, 403, 404, 409, 410, 412, 413, 415, 423, 429),
          460: errorResponses(400)[400],
        },
      },
    },
    async (request, reply) => {
      const { id } = await getUpload(deps.db, callerOf(request).account_id, request.params.id);
      assertTus(request, reply);
      const offset = offsetIn(request);
      const checksum = checksumIn(request);
      const upload = await withBody(request, reply, (chunks) =>
        receivePiece(deps, id, { offset, chunks, checksum, isLast: false }),
      );
      return reply.code(204).headers(tusHeaders(upload)).send(null);
    },
  );
};

const ALLOWED: Readonly<Record<string, string>> = {
  "/uploads": "GET, HEAD, OPTIONS, POST",
  "/uploads/:id": "DELETE, GET, HEAD, OPTIONS, PATCH",
};

/** Answers a tus creation, with its first bytes where it brings some. */
export async function createResumable(deps: Deps, { request, reply }: Exchange): Promise<FastifyReply> {
  assertTus(request, reply);
  const announced = announcedIn(request, callerOf(request));
  const checksum = checksumIn(request);
  const isPiece = request.mediaType === PIECE_TYPE;
  let begun = "";
  const fingerprint = JSON.stringify(announced);
  const receiveRest = async (): Promise<void> => {
    if (begun === "" || !isPiece) return;
    const piece = { offset: 0, checksum, isLast: false };
    const upload = await withBody(request, reply, (chunks) =>
      receivePiece(deps, begun, { ...piece, chunks }),
    );
    reply.headers(tusHeaders(upload));
  };
  return idempotent(deps, { request, reply, fingerprint, receiveRest }, async (tx) => {
    const upload = await beginUpload(tx, deps.now(), announced);
    begun = upload.id;
    reply.headers(tusHeaders(upload));
    return { status: 201, body: toUpload(upload, []), location: `/v1/uploads/${upload.id}` };
  });
}

/** Answers a JSON body that announces a file, with the URL that takes its bytes. */
export async function createPresigned(
  deps: Deps,
  { request, reply }: Exchange,
  body: CreateUpload,
): Promise<FastifyReply> {
  const { filename, content_type, size_bytes, sha256, metadata = {}, project_id, ...others } = body;
  if (filename === undefined || size_bytes === undefined || Object.keys(others).length > 0) {
    throw new ServiceError(
      "invalid_request",
      "size_bytes can be combined only with filename (required), content_type, sha256, metadata and project_id",
    );
  }
  const caller = callerOf(request);
  const from = { account_id: caller.account_id, member_id: personOf(caller) };
  const declared = mediaTypeIn(content_type);
  return idempotent(deps, { request, reply }, async (tx) => {
    const announced = { ...from, filename, declared, size_bytes, sha256, metadata, project_id };
    const upload = await beginUpload(tx, deps.now(), announced);
    const answer = toUpload(upload, [], uploadUrl(deps, upload.id));
    return { status: 201, body: answer, location: `/v1/uploads/${upload.id}` };
  });
}

/** Gives `work` the body as it comes; where it refuses, the rest is read and dropped. */
async function withBody<T>(
  request: FastifyRequest,
  reply: FastifyReply,
  work: (chunks: AsyncIterable<Buffer>) => Promise<T>,
): Promise<T> {
  const body = request.body instanceof Readable ? request.body : Readable.from([]);
  try {
    return await work(body.iterator({ destroyOnReturn: false }));
  } catch (fault) {
    letBodyGo(request, reply);
    throw fault;
  }
}
