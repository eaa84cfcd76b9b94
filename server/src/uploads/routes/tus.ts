import { ServiceError } from "@assay/domain/errors.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { type Caller, personOf } from "../../platform/auth/auth.ts";
import { LIMITS } from "../../platform/limits.ts";
import { basename } from "../formats/filename.ts";
import type { Announced, Checksum } from "../pieces.ts";
import type { UploadRow } from "../store.ts";

const VERSION = "1.0.0";
export const PIECE_TYPE = "application/offset+octet-stream";

/**
 * The response to `OPTIONS` about resumable uploads. Source, as for this whole file: tus resumable upload
 * protocol 1.0.0.
 */
export const TUS_OPTIONS = {
  "tus-resumable": VERSION,
  "tus-version": VERSION,
  "tus-extension": "creation,creation-with-upload,termination,expiration,checksum",
  "tus-checksum-algorithm": "sha1,sha256",
  "tus-max-size": String(LIMITS.resumable_upload_bytes),
};

/** Whether a request uses the protocol. */
export function isTus({ headers }: FastifyRequest): boolean {
  return headers["tus-resumable"] !== undefined;
}

/** Marks the response as the protocol's; throws `precondition_failed` for an unsupported version. */
export function assertTus(request: FastifyRequest, reply: FastifyReply): void {
  reply.header("tus-resumable", VERSION);
  if (request.headers["tus-resumable"] === VERSION) return;
  reply.header("tus-version", VERSION);
  throw new ServiceError("precondition_failed", `Tus-Resumable must be ${VERSION}`);
}

/** The offset of an upload, for a client that resumes it. */
export function tusHeaders(upload: UploadRow): Record<string, string> {
  const isWaiting = upload.status === "pending" || upload.status === "uploading";
  return {
    "upload-offset": String(isWaiting ? upload.received_bytes : upload.size_bytes),
    "upload-length": String(upload.size_bytes),
    ...(upload.expires_at && { "upload-expires": upload.expires_at.toUTCString() }),
  };
}

/** The announcement in the headers of a creation. Throws `invalid_request`. */
export function announcedIn(
  { headers }: FastifyRequest,
  caller: Caller,
): Omit<Announced, "on_error" | "content"> {
  if (headers["upload-concat"] !== undefined || headers["upload-defer-length"] !== undefined) {
    throw invalid("Upload-Concat and Upload-Defer-Length are not offered; send Upload-Length");
  }
  const size_bytes = wholeNumber("Upload-Length", headers["upload-length"]);
  const { filename, name, filetype, type, ...metadata } = metadataIn(headers["upload-metadata"]);
  const declared = filetype ?? type;
  return {
    account_id: caller.account_id,
    member_id: personOf(caller),
    filename: basename(filename ?? name ?? "file"),
    declared: declared?.split(";", 1)[0]?.trim().toLowerCase(),
    size_bytes,
    sha256: undefined,
    metadata,
    project_id: undefined,
  };
}

/** The offset of a piece. Throws `unsupported_media_type` and `invalid_request`. */
export function offsetIn({ headers, mediaType }: FastifyRequest): number {
  if (mediaType !== PIECE_TYPE) {
    throw new ServiceError("unsupported_media_type", `send the bytes as Content-Type: ${PIECE_TYPE}`);
  }
  return wholeNumber("Upload-Offset", headers["upload-offset"]);
}

/** The checksum of a piece, if there is one; the protocol requires SHA-1. Throws `invalid_request`. */
export function checksumIn({ headers }: FastifyRequest): Checksum | undefined {
  const sent = headers["upload-checksum"];
  if (sent === undefined) return undefined;
  const [, sha1, sha256] =
    /^(?:sha1 ([A-Za-z0-9+/]{27}=)|sha256 ([A-Za-z0-9+/]{43}=))$/.exec(String(sent)) ?? [];
  if (sha1 !== undefined) return { algorithm: "sha1", digest: sha1 };
  if (sha256 !== undefined) return { algorithm: "sha256", digest: sha256 };
  return refuse("Upload-Checksum must be sha1 or sha256 and the digest in base64");
}

const MAX_KEY = LIMITS.metadata_key_characters;
const MAX_VALUE = LIMITS.metadata_value_characters;

/** `key base64, key base64, …`; a key may have no value. */
function metadataIn(header: string | string[] | undefined): Record<string, string> {
  const pairs = [header ?? []]
    .flat()
    .join(",")
    .split(",")
    .map((pair) => pair.trim());
  const entries = pairs
    .filter((pair) => pair !== "")
    .map((pair) => {
      const [key = "", value = "", ...rest] = pair.split(" ");
      const text = Buffer.from(value, "base64").toString("utf8");
      const isSound = rest.length === 0 && Buffer.from(value, "base64").toString("base64") === value;
      if (!isSound || text.includes("\ufffd") || text.includes("\0")) {
        refuse(`Upload-Metadata: the value of ${key} is not text in base64`);
      }
      if (key.length > MAX_KEY || text.length > MAX_VALUE) {
        refuse(`Upload-Metadata: keys have at most ${MAX_KEY} characters, values ${MAX_VALUE}`);
      }
      return [key, text] as const;
    });
  if (entries.length > LIMITS.metadata_keys)
    refuse(`Upload-Metadata has more than ${LIMITS.metadata_keys} keys`);
  return Object.fromEntries(entries);
}

function wholeNumber(name: string, sent: string | string[] | undefined): number {
  if (typeof sent === "string" && /^\d{1,15}$/.test(sent)) return Number(sent);
  throw invalid(`${name} must be a number of bytes`);
}

function refuse(message: string): never {
  throw invalid(message);
}

function invalid(message: string): ServiceError {
  return new ServiceError("invalid_request", message);
}
