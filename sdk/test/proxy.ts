import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { onTestFinished } from "vitest";

/**
 * What happens to one request: `reset` ends the connection before the service sees it, `lose` after the service has
 * answered, `hang` never answers, a number is a status of the proxy itself, `{ cut }` ends the answer after so many bytes.
 */
export type Happening = "pass" | "reset" | "lose" | "hang" | number | Answer | { readonly cut: number };

interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly error?: string;
}

/** A request as it arrived at the proxy. */
export interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly bytes: number;
  /** Whether the service's answer has begun to come. */
  readonly isAnswered: boolean;
}

export interface Proxy {
  readonly url: string;
  readonly seen: readonly Seen[];
  /** Ends every connection that is open. */
  readonly cutAll: () => void;
}

/** A proxy in front of `origin` on which these things happen, one per request in turn; after them all requests pass. */
export async function startProxy(origin: string, ...happenings: readonly Happening[]): Promise<Proxy> {
  const seen: Seen[] = [];
  const server = createServer(async (request, response) => {
    const happening = happenings[seen.length] ?? "pass";
    const { method = "", url = "", headers } = request;
    const one = { method, url, headers, bytes: 0, isAnswered: false };
    seen.push(one);
    const body = await buffer(request).catch(() => Buffer.alloc(0)); // the client gave up
    one.bytes = body.length;
    if (happening === "hang") return;
    if (happening === "reset") return void request.socket.destroy();
    if (typeof happening === "number") return answer(response, { status: happening });
    if (typeof happening === "object" && "status" in happening) return answer(response, happening);
    const onward = send(new URL(url, origin), { method, headers });
    onward.on("response", (reply) => {
      if (happening === "lose") return void reply.resume().on("end", () => request.socket.destroy());
      response.writeHead(reply.statusCode ?? 500, reply.headers);
      const cut = typeof happening === "object" ? happening.cut : Number.POSITIVE_INFINITY;
      forward(reply, response, cut);
      reply.once("data", () => {
        one.isAnswered = true;
      });
    });
    onward.on("error", () => response.destroy());
    response.on("close", () => onward.destroy());
    onward.end(body);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, seen, cutAll: () => server.closeAllConnections() };
}

function answer(response: ServerResponse, { status, headers = {}, error = `code_${status}` }: Answer): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify({ error, message: `message ${status}` }));
}

function forward(reply: IncomingMessage, response: ServerResponse, cut: number): void {
  let left = cut;
  response.flushHeaders();
  reply.on("data", (chunk: Buffer) => {
    if (chunk.length < left) {
      left -= chunk.length;
      response.write(chunk);
    } else response.write(chunk.subarray(0, left), () => response.destroy());
  });
  reply.on("end", () => response.end());
  reply.on("error", () => response.destroy());
}
