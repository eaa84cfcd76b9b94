import { isUtf8 } from "node:buffer";
import type { Readable } from "node:stream";
import { ServiceError } from "@assay/domain/errors.ts";
import type { FastifyRequest } from "fastify";
import { LIMITS } from "../../platform/limits.ts";
import { basename, cleanFilename } from "../formats/filename.ts";
import { mediaTypeIn, type Received, type Staging } from "../formats/part.ts";
import { asRequestFault, assertDigest } from "./limits.ts";

const NOT_FILES = ["application/x-www-form-urlencoded", "application/offset+octet-stream"];

/** A body with the bytes of one file, named by Content-Disposition. */
export async function receiveRaw(
  request: FastifyRequest,
  body: Readable,
  staging: Staging,
): Promise<Received> {
  const declared = mediaTypeIn(request.headers["content-type"]);
  if (declared !== undefined && NOT_FILES.includes(declared)) {
    throw new ServiceError(
      "unsupported_media_type",
      "send JSON, multipart/form-data, or a file with its own type",
    );
  }
  const filename = cleanFilename(basename(filenameIn(request.headers["content-disposition"]) ?? "file"));
  const expected = digestIn(request.headers["content-digest"]);
  // The stream must survive an early refusal: destroying it would close the socket before the response.
  const chunks = body.iterator({ destroyOnReturn: false });
  const blob = await staging.stage(chunks, LIMITS.upload_request_bytes).catch((fault: unknown) => {
    throw asRequestFault(fault);
  });
  assertDigest(filename, blob.sha256, expected);
  return { parts: [{ filename, declared, blob }], urls: [], metadata: {}, project_id: undefined };
}

/** The name in a Content-Disposition, `filename*` first. Sources: RFC 6266; RFC 8187 for its encoding. */
function filenameIn(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const [, charset = "", encoded] = /;\s*filename\*\s*=\s*([\w-]+)'[^']*'([^\s;]+)/i.exec(header) ?? [];
  if (encoded !== undefined) return decodeExtended(charset, encoded);
  const [, quoted, token] = /;\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]+))/i.exec(header) ?? [];
  const name = quoted?.replace(/\\(.)/g, "$1") ?? token;
  return name === undefined ? undefined : decodeHeader(name);
}

function decodeExtended(charset: string, encoded: string): string {
  if (/^utf-8$/i.test(charset)) {
    try {
      return decodeURIComponent(encoded);
    } catch {
      // falls through to the refusal below
    }
  }
  throw new ServiceError("invalid_request", "Content-Disposition: filename* must be percent-encoded UTF-8");
}

/** Node returns headers as Latin-1; senders that write UTF-8 into them mean UTF-8. */
function decodeHeader(text: string): string {
  const bytes = Buffer.from(text, "latin1");
  return isUtf8(bytes) ? bytes.toString("utf8") : text;
}

/** The SHA-256 of a Content-Digest in hexadecimal; other digests are ignored. Source: RFC 9530. */
function digestIn(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  const fields = [header].flat().join(",").split(",");
  const field = fields.find((each) => /^\s*sha-256\s*=/i.test(each));
  if (field === undefined) return undefined;
  const digest = Buffer.from(/=:([A-Za-z0-9+/]{43}=):\s*$/.exec(field)?.[1] ?? "", "base64");
  if (digest.length !== 32) {
    throw new ServiceError("invalid_request", "Content-Digest must be sha-256=:<the digest in base64>:");
  }
  return digest.toString("hex");
}
