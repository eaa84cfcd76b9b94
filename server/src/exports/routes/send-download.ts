import type { FastifyReply, FastifyRequest } from "fastify";
import { downloadUrl } from "../../batches/schemas.ts";
import type { Deps } from "../../deps.ts";
import { sendBlob } from "../../platform/blobs/send-blob.ts";
import type { Asked, Download } from "../download.ts";
import type { DownloadQuery } from "../schemas.ts";

/** Seconds after which a client asks again for a file that is being built. */
const RETRY_AFTER = "5";

/** The file that a query asks for. */
export function askedBy({ format, bundle, include, revision }: DownloadQuery): Asked {
  return { format, bundle, media: include === "media", revision };
}

/** Sends the file of the batch `id`, or 202 while it is being built. */
export async function sendDownload(
  { blobs, config }: Deps,
  request: FastifyRequest<{ Querystring: DownloadQuery }>,
  reply: FastifyReply,
  id: string,
  file: Download | undefined,
): Promise<FastifyReply> {
  if (file === undefined) return sendBuilding(reply);
  if (file.superseded_by !== null) {
    const next = `${downloadUrl(config, id)}?revision=${file.superseded_by}`;
    reply.header("link", `<${next}>; rel="successor-version"`); // RFC 5829
  }
  if (file.failed_amendments > 0) reply.header("x-assay-failed-amendments", String(file.failed_amendments));
  return sendBlob(blobs, request, reply, file);
}

/** The response while a file is being built. */
export function sendBuilding(reply: FastifyReply): FastifyReply {
  const message = "the file is being built; request it again later";
  return reply.code(202).header("retry-after", RETRY_AFTER).send({ status: "building", message });
}
