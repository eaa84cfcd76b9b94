import type { FastifyInstance } from "fastify";

/** Sends a request to the service within its own process; throws if the response is no success. */
// biome-ignore lint/suspicious/noExplicitAny: the API's own contract describes the response
export type Call = (method: "GET" | "POST" | "PATCH", url: string, body?: object) => Promise<any>;

/** Sends requests with the given key, until `signal` aborts: then each further call throws its reason. */
export function callAs(app: FastifyInstance, key: string, signal: AbortSignal): Call {
  return async (method, url, body) => {
    signal.throwIfAborted();
    const answer = await app.inject({
      method,
      url,
      headers: { authorization: `Bearer ${key}` },
      ...(body === undefined ? {} : { payload: body }),
    });
    if (answer.statusCode >= 300) throw new Error(`${method} ${url}: ${answer.statusCode} ${answer.body}`);
    return answer.json();
  };
}
