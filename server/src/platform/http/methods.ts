import { ServiceError } from "@assay/domain/errors.ts";
import type { FastifyInstance, HTTPMethods } from "fastify";

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "QUERY"] as const;

/**
 * Records the methods of every path. The returned function, called once all routes are registered, answers
 * OPTIONS with 204 and other methods of a known path with 405, both with the exact `Allow`. Fastify alone
 * answers 404.
 */
export function noteMethods(app: FastifyInstance): () => void {
  const allowed = new Map<string, Set<string>>();
  app.addHook("onRoute", ({ url, method }) => {
    const methods = allowed.get(url) ?? new Set<string>();
    for (const name of [method].flat()) methods.add(name);
    allowed.set(url, methods);
  });
  return () => {
    for (const [url, methods] of [...allowed]) addRefusals(app, url, new Set(methods));
  };
}

function addRefusals(app: FastifyInstance, url: string, methods: ReadonlySet<string>): void {
  const allow = [...new Set([...methods, "OPTIONS"])].sort().join(", ");
  const missing: HTTPMethods[] = METHODS.filter((method) => !methods.has(method));
  app.route({
    method: missing,
    url,
    schema: { hide: true },
    exposeHeadRoute: false,
    // Runs before the body is read: an unknown path is reported before any fault of the request.
    onRequest: async (request, reply) => {
      reply.header("allow", allow);
      if (request.method === "OPTIONS") return reply.code(204).send();
      throw new ServiceError(
        "method_not_allowed",
        `${request.method} is not allowed here; allowed are ${allow}`,
      );
    },
    handler: async () => undefined,
  });
}
