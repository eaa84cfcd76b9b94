import { hash } from "node:crypto";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import { isKnown } from "../platform/http/etag.ts";

const compress = promisify(gzip);

/** A text that never changes while the process runs, as it is sent. */
export interface KeptText {
  /** With its charset. */
  readonly type: string;
  readonly text: string;
  /** The ETag of the text, without quotes. */
  readonly digest: string;
  /** The bytes of gzip, made at the first call. */
  readonly compressed: () => Promise<Buffer>;
}

/** Keeps `text` for `sendKept`. */
export function keep(type: "text/html" | "text/css" | "text/javascript", text: string): KeptText {
  let made: Promise<Buffer> | undefined;
  return {
    type: `${type}; charset=utf-8`,
    text,
    digest: hash("sha1", text, "base64url"),
    compressed() {
      made ??= compress(text, { level: 9 });
      return made;
    },
  };
}

/** Sends a text that browsers keep and ask for again by its ETag, because the next version of the service may change it. */
export async function sendKept(
  request: FastifyRequest,
  reply: FastifyReply,
  kept: KeptText,
): Promise<FastifyReply> {
  const isSmall = acceptsGzip(request.headers["accept-encoding"]);
  const etag = isSmall ? `"${kept.digest}-gzip"` : `"${kept.digest}"`;
  reply.headers({ etag, vary: "accept-encoding", "cache-control": "no-cache" });
  if (isKnown(request, etag)) return reply.code(304).send();
  reply.type(kept.type);
  if (!isSmall) return reply.send(kept.text);
  return reply.header("content-encoding", "gzip").send(await kept.compressed());
}

/** Whether `Accept-Encoding` names gzip, and not with a weight of zero (RFC 9110, section 12.5.3). */
function acceptsGzip(header: string | string[] = ""): boolean {
  return String(header)
    .split(",")
    .some((one) => {
      const [coding, weight = ""] = one.split(";", 2).map((part) => part.trim().toLowerCase());
      return coding === "gzip" && !/^q=0(\.0*)?$/.test(weight);
    });
}
