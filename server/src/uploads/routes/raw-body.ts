import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { letBodyGo } from "../create.ts";

/** Leaves the bodies of the routes of `app` to them as streams, also those of JSON files. */
export function takeRawBodies(
  app: Pick<FastifyInstance, "removeAllContentTypeParsers" | "addContentTypeParser">,
): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, payload, done) => done(null, payload));
}

/** Gives `work` the body as it comes; where it refuses, the rest is read and dropped. */
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
