import { hash } from "node:crypto";
import { Readable } from "node:stream";
import { ServiceError } from "@assay/domain/errors.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";

/** The strong ETag of a resource as it is sent. */
function etagOf(representation: unknown): string {
  return `"${hash("sha1", JSON.stringify(representation), "base64url")}"`;
}

/** Gives every JSON answer to a GET its ETag, and 304 to one whose `If-None-Match` names it. */
export function addEtags(app: FastifyInstance): void {
  app.addHook("preSerialization", async (request, reply, payload) => {
    if (reply.statusCode === 200 && (request.method === "GET" || request.method === "HEAD")) {
      reply.header("etag", etagOf(payload));
    }
    return payload;
  });
  app.addHook("onSend", async (request, reply, payload) => {
    const etag = reply.getHeader("etag");
    // A stream is somebody's file, who sees to its conditions where it is opened.
    if (reply.statusCode !== 200 || typeof etag !== "string" || typeof payload !== "string") return payload;
    if (!isKnown(request, etag)) return payload;
    reply.code(304).removeHeader("content-length");
    return request.method === "HEAD" ? Readable.from([]) : null; // Fastify's HEAD routes fail on null
  });
}

/** Whether the request's `If-None-Match` names `etag`, weakly or not (RFC 9110, section 13.1.2). */
export function isKnown({ headers }: FastifyRequest, etag: string): boolean {
  return names(headers["if-none-match"]?.replaceAll("W/", ""), etag);
}

/**
 * Throws `precondition_failed` where the request's `If-Match` does not name `representation`. A weak tag
 * names nothing here (RFC 9110, section 13.1.1).
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
