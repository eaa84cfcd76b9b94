import { Readable } from "node:stream";
import { ServiceError } from "@assay/domain/errors.ts";
import type { FastifyRequest } from "fastify";
import type { Received, Staging } from "../formats/part.ts";
import { receiveForm } from "./receive-form.ts";
import { receiveJson } from "./receive-json.ts";
import { receiveRaw } from "./receive-raw.ts";
import type { CreateUpload } from "./request-bodies.ts";

/**
 * Receives the body of an upload, by its Content-Type. Throws `invalid_request`, `payload_too_large`,
 * `checksum_mismatch` or `unsupported_media_type`; the caller discards what was staged.
 */
export async function receive(
  request: FastifyRequest,
  staging: Staging,
  refusal: (url: string) => string | undefined,
): Promise<Received> {
  if (request.isMultipart()) return receiveForm(request, staging);
  if (request.body instanceof Readable) return receiveRaw(request, request.body, staging);
  if (request.mediaType === "application/json") {
    return receiveJson(request.body as CreateUpload, staging, refusal); // validated by the route's schema
  }
  if (request.body === undefined) throw new ServiceError("invalid_request", "the request has no body");
  throw new ServiceError("unsupported_media_type", "send JSON as application/json");
}
