import { hash } from "node:crypto";
import { Readable } from "node:stream";
import { ServiceError } from "@assay/domain/errors.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";

/** The strong ETag of a resource's JSON. */
function etagOf(representation: unknown): string {
  return `"${hash("sha1", JSON.stringify(representation), "base64url")}"`;
}

/** Adds an ETag to every JSON response to a GET, and sends 304 if `If-None-Match` names it. */
export function addEtags(app: FastifyInstance): void {
  app.addHook("preSerialization", async (request, reply, payload) => {
    if (reply.statusCode === 200 && (request.method === "GET" || request.method === "HEAD")) {
      reply.header("etag", etagOf(payload));
    }
    return payload;
  });
  app.addHook("onSend", async (request, reply, payload) => {
    const etag = reply.getHeader("etag");
    // A stream is a file; the code that opens it handles conditional requests.
    if (reply.statusCode !== 200 || typeof etag !== "string" || typeof payload !== "string") return payload;
    if (!isKnown(request, etag)) return payload;
    reply.code(304).removeHeader("content-length");
    return request.method === "HEAD" ? Readable.from([]) : null; // Fastify's HEAD routes fail on null
  });
}

/** Whether the request's `If-None-Match` names `etag`, weakly or not (RFC 9110, section 13.1.2). */
export function isKnown({ headers }: Pick<FastifyRequest, "headers">, etag: string): boolean {
  return names(headers["if-none-match"]?.replaceAll("W/", ""), etag);
}

/**
 * Throws `precondition_failed` if the request's `If-Match` does not name `representation`. A weak tag never
 * matches here (RFC 9110, section 13.1.1).
 */
export function assertIfMatch(request: FastifyRequest, representation: unknown): void {
  const sent = request.headers["if-match"];
  if (sent === undefined || names(sent, etagOf(representation))) return;
  throw new ServiceError(
    "precondition_failed",
    "the resource has changed since the version in If-Match; read it again",
  );
}

function names(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === "*") return true;
  return header.split(",").some((name) => name.trim() === etag);
}
