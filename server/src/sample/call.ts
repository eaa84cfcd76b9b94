import type { FastifyInstance } from "fastify";

/** Sends a request to the service within its own process; throws for an answer that is no success. */
// biome-ignore lint/suspicious/noExplicitAny: the API's own contract says what an answer holds
export type Call = (method: "GET" | "POST" | "PATCH", url: string, body?: object) => Promise<any>;

/** Requests as whoever has the key. */
export function callAs(app: FastifyInstance, key: string): Call {
  return async (method, url, body) => {
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
