import type { FastifyReply, FastifyRequest } from "fastify";
import type { Static } from "typebox";
import { openReferences } from "../buckets/references.ts";
import type { Deps } from "../deps.ts";
import { type Redirect, sendBytes } from "../platform/blobs/send-blob.ts";
import type { FileRow } from "./store.ts";

/** How long a browser shows an object without asking again whether it is the same; less than a link is valid. */
const LINKED_SECONDS = 240;

/**
 * Responds with a file by reference: a link of its bucket, or the bytes. Throws `gone` if the object is another one by now or
 * its source is deleted, `invalid_state` if the bucket cannot be read.
 */
export async function sendReferenced(
  deps: Deps,
  request: FastifyRequest<{ Querystring: Static<typeof Redirect> }>,
  reply: FastifyReply,
  file: FileRow,
): Promise<FastifyReply> {
  const references = openReferences(deps);
  reply.raw.once("close", references.close);
  const object = await references.get(file);
  await object.assertSame();
  const { filename, content_type, size_bytes, created_at } = file;
  const as = {
    filename: filename.split("/").at(-1) ?? filename,
    media_type: content_type,
    cache_control: `private, max-age=${LINKED_SECONDS}`,
  };
  return sendBytes(request, reply, {
    ...as,
    size_bytes,
    last_modified: created_at,
    etag: object.etag.startsWith('"') ? object.etag : JSON.stringify(object.etag),
    open: object.stream,
    link: async () => ({ url: await object.link(as), seconds: LINKED_SECONDS }),
  });
}
