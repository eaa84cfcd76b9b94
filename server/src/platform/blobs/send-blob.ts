import { Readable } from "node:stream";
import { ServiceError } from "@assay/domain/errors.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import Type, { type Static } from "typebox";
import { isKnown } from "../http/etag.ts";
import type { Blobs, ByteRange, Sink, StoredBlob } from "./blobs.ts";
import { contentDisposition } from "./content-disposition.ts";

export interface BlobAnswer extends StoredBlob {
  readonly media_type: string;
  /** The file name for the client. */
  readonly filename: string;
  readonly last_modified: Date;
  readonly cache_control: string;
}

/** Bytes for a response, from wherever they are. */
export interface BytesAnswer extends Omit<BlobAnswer, "sha256"> {
  /** With quotes. */
  readonly etag: string;
  readonly open: (range: ByteRange, sink: Sink) => Readable;
  /** A signed URL of the bytes for the client, and for how many seconds it may keep the redirect. */
  readonly link?: (() => Promise<{ readonly url: string; readonly seconds: number }>) | undefined;
  /** Other headers of a response with bytes. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The documented response of a route that sends a blob, where clients reach the store themselves. */
export const STORE_REDIRECT = Type.Null({
  description:
    "Location is a URL of the object store that is valid for 15 minutes and serves ranges; only if the operator lets " +
    "clients reach the store. Follow it without the Authorization header",
});

/** A parameter of each route that sends a blob. */
export const Redirect = Type.Object({
  redirect: Type.Boolean({
    default: true,
    description:
      "False gets the bytes from the service itself, for a client that cannot reach the object store",
  }),
});

/** Signed URLs are valid for longer. */
const REDIRECT_SECONDS = 600;

/**
 * Responds to a GET or HEAD with a blob: 200, 206 for one range, 304, or `range_not_satisfiable`. Multiple
 * ranges and malformed ranges get the whole blob. The bytes stream; a client that disconnects frees them.
 * Where clients reach the store themselves, a GET gets 307 to a signed URL of the store, which serves ranges,
 * unless it asks for `redirect=false`.
 *
 * Sources: RFC 9110, sections 8.8.3 (ETag), 13.1 (conditions), 14 (ranges); RFC 9530 (Repr-Digest, of the
 * whole on 206 too); RFC 6266 (Content-Disposition).
 */
export async function sendBlob(
  blobs: Blobs,
  request: FastifyRequest<{ Querystring: Static<typeof Redirect> }>,
  reply: FastifyReply,
  blob: BlobAnswer,
): Promise<FastifyReply> {
  const { signedUrls } = blobs;
  return sendBytes(request, reply, {
    ...blob,
    etag: `"sha256-${blob.sha256}"`,
    open: (range, sink) => blobs.open(blob.sha256, range, sink),
    link:
      signedUrls && (async () => ({ url: await signedUrls.downloadUrl(blob), seconds: REDIRECT_SECONDS })),
    headers: { "repr-digest": `sha-256=:${Buffer.from(blob.sha256, "hex").toString("base64")}:` },
  });
}

/** Responds like `sendBlob` with bytes that are stored elsewhere. */
export async function sendBytes(
  request: FastifyRequest<{ Querystring: Static<typeof Redirect> }>,
  reply: FastifyReply,
  blob: BytesAnswer,
): Promise<FastifyReply> {
  const isHead = request.method === "HEAD";
  const { etag, link } = blob;
  const isNotModified = isUnchanged(request, etag, blob.last_modified);
  if (link !== undefined && request.query.redirect && !isHead && !isNotModified) {
    const { url, seconds } = await link();
    const headers = { location: url, "cache-control": `private, max-age=${seconds}` };
    return reply.code(307).headers(headers).send(null);
  }
  const range = isHead || isNotModified ? undefined : rangeOf(request, reply, blob, etag);
  reply.headers({
    etag,
    "last-modified": blob.last_modified.toUTCString(),
    "cache-control": blob.cache_control,
  });
  if (isNotModified) return reply.code(304).send(isHead ? Readable.from([]) : undefined);

  const { start, end } = range ?? { start: 0, end: blob.size_bytes - 1 };
  reply.headers({
    "accept-ranges": "bytes",
    "content-type": blob.media_type,
    "content-length": end - start + 1,
    "content-disposition": contentDisposition(blob.filename),
    ...blob.headers,
    // The bytes come from a caller: a browser that opens them must not run anything.
    "content-security-policy": "sandbox; default-src 'none'",
    "x-content-type-options": "nosniff",
  });
  if (range !== undefined)
    reply.code(206).header("content-range", `bytes ${start}-${end}/${blob.size_bytes}`);
  const sink = { response: reply.raw, untilFree: request.server.untilFree };
  return reply.send(isHead || end < start ? Readable.from([]) : blob.open({ start, end }, sink));
}

function isUnchanged(request: Pick<FastifyRequest, "headers">, etag: string, last_modified: Date): boolean {
  if (request.headers["if-none-match"] !== undefined) return isKnown(request, etag);
  const since = Date.parse(request.headers["if-modified-since"] ?? "");
  return wholeSeconds(last_modified) <= since;
}

/** The single valid requested range; undefined means the whole blob. */
function rangeOf(
  request: Pick<FastifyRequest, "headers">,
  reply: FastifyReply,
  { size_bytes, last_modified }: BytesAnswer,
  etag: string,
): ByteRange | undefined {
  const asked = request.headers.range;
  const condition = request.headers["if-range"];
  if (asked === undefined) return undefined;
  if (
    typeof condition === "string" &&
    condition !== etag &&
    Date.parse(condition) !== wholeSeconds(last_modified)
  ) {
    return undefined;
  }
  const [, first, last] = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(asked) ?? [];
  if (first === undefined || last === undefined || (first === "" && last === "")) return undefined;
  const start = first === "" ? Math.max(0, size_bytes - Number(last)) : Number(first);
  const end = first === "" || last === "" ? size_bytes - 1 : Math.min(Number(last), size_bytes - 1);
  if (first !== "" && last !== "" && Number(last) < Number(first)) return undefined;
  if (start > end) {
    reply.header("content-range", `bytes */${size_bytes}`);
    throw new ServiceError(
      "range_not_satisfiable",
      `the file has ${size_bytes} bytes; the range lies outside it`,
    );
  }
  return { start, end };
}

function wholeSeconds(time: Date): number {
  return Math.floor(time.getTime() / 1000) * 1000;
}
