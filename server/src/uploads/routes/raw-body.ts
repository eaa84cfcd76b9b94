import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { letBodyGo } from "../create.ts";

/** Passes the bodies of `app`'s routes on as streams, even those of JSON files. */
export function takeRawBodies(
  app: Pick<FastifyInstance, "removeAllContentTypeParsers" | "addContentTypeParser">,
): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, payload, done) => done(null, payload));
}

/** Passes the streaming body to `work`; if it refuses, the rest is read and dropped. */
export async function withBody<T>(
  request: FastifyRequest,
  reply: FastifyReply,
  work: (chunks: AsyncIterable<Buffer>) => Promise<T>,
): Promise<T> {
  const body = request.body instanceof Readable ? request.body : Readable.from([]);
  try {
    return await work(body.iterator({ destroyOnReturn: false }));
  } catch (fault) {
    letBodyGo(request, reply);
    throw fault;
  }
}
