import { createHmac, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A request as it arrived. */
export interface Received {
  /** When its last byte came, by this process's clock in milliseconds. */
  readonly at: number;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The raw body, which is what signatures cover. */
  readonly body: string;
}

/** The response of a receiver: a status, or none until it is told one. */
export type Behavior = number | "hang";

/** Somebody's webhook endpoint on this machine. */
export interface Receiver {
  readonly url: string;
  /** All that arrived, in order. */
  readonly requests: readonly Received[];
  /** Changes the response from now on; a status also completes requests that hang. */
  readonly answer: (behavior: Behavior) => void;
  /** Resolves with the requests when there are at least `count`. */
  readonly received: (count: number) => Promise<readonly Received[]>;
  readonly close: () => Promise<void>;
}

/** Starts a receiver on a free port of the loopback interface; it answers 200 until told otherwise. */
export async function startReceiver(): Promise<Receiver> {
  const requests: Received[] = [];
  const hanging: ServerResponse[] = [];
  let waiting: { readonly count: number; readonly resolve: () => void }[] = [];
  let behavior: Behavior = 200;

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    requests.push({
      at: Date.now(),
      path: request.url ?? "",
      headers: request.headers,
      body: Buffer.concat(chunks).toString(),
    });
    if (behavior === "hang") hanging.push(response);
    else answerWith(response, behavior);
    for (const { count, resolve } of waiting) if (requests.length >= count) resolve();
    waiting = waiting.filter(({ count }) => requests.length < count);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    requests,
    answer(next) {
      behavior = next;
      if (next !== "hang") for (const response of hanging.splice(0)) answerWith(response, next);
    },
    async received(count) {
      if (requests.length < count) await new Promise<void>((resolve) => waiting.push({ count, resolve }));
      return requests;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function answerWith(response: ServerResponse, status: number): void {
  response.writeHead(status, { "content-type": "text/plain" }).end(`answered ${status}`);
}

/**
 * Whether both signatures of a delivery match its body and `secret`. Written independently of the service's
 * code, from the documentation alone.
 */
export function isSigned({ headers, body }: Omit<Received, "at">, secret: string): boolean {
  const plain = createHmac("sha256", secret).update(body).digest("hex");
  const key = Buffer.from(secret.slice("whsec_".length), "base64");
  const message = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
  const standard = createHmac("sha256", key).update(message).digest("base64");
  const signatures = String(headers["webhook-signature"]).split(" ");
  return (
    equals(headers["x-signature"], plain) &&
    signatures.some((signature) => equals(signature, `v1,${standard}`))
  );
}

function equals(sent: string | string[] | undefined, expected: string): boolean {
  const [a, b] = [Buffer.from(String(sent)), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
