import { ServiceError } from "@assay/domain/errors.ts";
import type { FastifyReply } from "fastify";
import type { Deps } from "../../deps.ts";
import { callerOf, personOf } from "../../platform/auth/auth.ts";
import { idempotent } from "../../platform/http/idempotency.ts";
import { uploadUrl } from "../content-url.ts";
import type { Exchange } from "../create.ts";
import { mediaTypeIn } from "../formats/part.ts";
import { directPart } from "../lease.ts";
import { beginUpload, receivePiece } from "../pieces.ts";
import { detailsIn } from "../receiving/item-details.ts";
import type { CreateUpload } from "../receiving/request-bodies.ts";
import { type CreateUploadQuery, toUpload } from "../schemas.ts";
import type { UploadKey } from "../store.ts";
import { withBody } from "./raw-body.ts";
import { announcedIn, assertTus, checksumIn, PIECE_TYPE, tusHeaders } from "./tus.ts";

/** Responds to a tus creation, with its first bytes if it includes some. */
export async function createResumable(
  deps: Deps,
  { request, reply }: Exchange,
  query: CreateUploadQuery,
): Promise<FastifyReply> {
  assertTus(request, reply);
  const announced = { ...announcedIn(request, callerOf(request)), ...query };
  const checksum = checksumIn(request);
  const isPiece = request.mediaType === PIECE_TYPE;
  let begun: UploadKey | undefined;
  const fingerprint = JSON.stringify(announced);
  const receiveRest = async (): Promise<void> => {
    const key = begun;
    if (key === undefined || !isPiece) return;
    const piece = { offset: 0, checksum, isLast: false };
    const upload = await withBody(request, reply, (chunks) => receivePiece(deps, key, { ...piece, chunks }));
    reply.headers(tusHeaders(upload));
  };
  return idempotent(deps, { request, reply, fingerprint, receiveRest }, async (tx) => {
    const upload = await beginUpload(tx, deps.now(), announced);
    begun = upload;
    reply.headers(tusHeaders(upload));
    return { status: 201, body: toUpload(upload, []), location: `/v1/uploads/${upload.id}` };
  });
}

/** Responds to a JSON body that announces a file, with the URL for its bytes. */
export async function createPresigned(
  deps: Deps,
  { request, reply }: Exchange,
  body: CreateUpload,
  query: CreateUploadQuery,
): Promise<FastifyReply> {
  const { filename, content_type, size_bytes, sha256, item, metadata = {}, project_id, ...others } = body;
  if (filename === undefined || size_bytes === undefined || Object.keys(others).length > 0) {
    throw new ServiceError(
      "invalid_request",
      "size_bytes can be combined only with filename (required), content_type, sha256, item, metadata and project_id",
    );
  }
  const caller = callerOf(request);
  const from = { account_id: caller.account_id, member_id: personOf(caller), ...query };
  const declared = mediaTypeIn(content_type);
  const details = detailsIn(filename, item);
  return idempotent(deps, { request, reply }, async (tx) => {
    const announced = { ...from, filename, declared, size_bytes, sha256, details, metadata, project_id };
    const upload = await beginUpload(tx, deps.now(), announced);
    const url =
      (await deps.blobs.signedUrls?.uploadUrl(directPart(upload.id), size_bytes)) ??
      uploadUrl(deps, upload.id);
    const answer = toUpload(upload, [], url);
    return { status: 201, body: answer, location: `/v1/uploads/${upload.id}` };
  });
}
