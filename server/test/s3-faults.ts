import { once } from "node:events";
import http from "node:http";
import type { Socket } from "node:net";
import { Transform, type TransformCallback } from "node:stream";
import { afterAll } from "vitest";
import { freePort } from "./free-port.ts";

/** Which requests a fault meets, and how many of them: the first ones that match. */
export interface Where {
  readonly method?: string;
  /** A part of the path with its query, such as an object's prefix or `partNumber=2`. */
  readonly url?: string;
  /** Default 1. */
  readonly times?: number;
}

/** An S3 server as seen through a bad network. */
export interface FaultyS3 {
  /** The origin in place of the server's. */
  readonly endpoint: string;
  /** Requests that reached the proxy, as `METHOD path?query`. */
  readonly requests: readonly string[];
  /** Answers 503 SlowDown. */
  readonly slowDown: (where: Where) => void;
  /** Answers another error. */
  readonly answer: (where: Where, status: number, code: string) => void;
  /** Ends all faults of requests to come. */
  readonly heal: () => void;
  /** Closes the connection after `bytes` of the request's body reached the server. */
  readonly cutRequest: (where: Where, bytes: number) => void;
  /** Closes the connection after `bytes` of the response's body reached the client. */
  readonly cutResponse: (where: Where, bytes: number) => void;
  /** Stops the response after `bytes` of its body; the returned function lets the rest pass. */
  readonly holdResponse: (where: Where, bytes: number) => () => void;
  /** Ends all connections and refuses new ones, until `accept`. */
  readonly refuse: () => Promise<void>;
  readonly accept: () => Promise<void>;
}

interface Fault {
  readonly where: Where;
  left: number;
  readonly kind: "answer" | "cut_request" | "cut_response" | "hold_response";
  readonly bytes: number;
  readonly released: Promise<void>;
  /** The status and the code of an answer. */
  readonly answer?: readonly [number, string];
}

const errorOf = (code: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>From the proxy.</Message></Error>`;

/**
 * Starts a proxy in front of an S3 server. It passes the Host header on unchanged, so that signatures stay
 * valid. It ends with the test file.
 */
export async function startFaultyS3(endpoint: string): Promise<FaultyS3> {
  const faults: Fault[] = [];
  const requests: string[] = [];
  const sockets = new Set<Socket>();
  const server = http.createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    const fault = faults.find((one) => one.left > 0 && matches(one.where, request));
    if (fault !== undefined) fault.left -= 1;
    pass(endpoint, request, response, fault);
  });
  // A client that waits for leave to send gets the server's answer, not one of the proxy's own.
  server.on("checkContinue", (request, response) => {
    response.writeContinue();
    server.emit("request", request, response);
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  const port = await freePort();
  const add = (kind: Fault["kind"], where: Where, bytes: number, released = Promise.resolve()): void => {
    faults.push({ where, left: where.times ?? 1, kind, bytes, released });
  };
  const answer: FaultyS3["answer"] = (where, status, code) => {
    const fault = { where, left: where.times ?? 1, kind: "answer", bytes: 0 } as const;
    faults.push({ ...fault, released: Promise.resolve(), answer: [status, code] });
  };
  async function refuse(): Promise<void> {
    if (!server.listening) return;
    const closed = once(server, "close");
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  }
  async function accept(): Promise<void> {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
  }
  await accept();
  afterAll(refuse);
  return {
    endpoint: `http://127.0.0.1:${port}`,
    requests,
    slowDown: (where) => answer(where, 503, "SlowDown"),
    answer,
    heal: () => void faults.splice(0),
    cutRequest: (where, bytes) => add("cut_request", where, bytes),
    cutResponse: (where, bytes) => add("cut_response", where, bytes),
    holdResponse: (where, bytes) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      add("hold_response", where, bytes, promise);
      return resolve;
    },
    refuse,
    accept,
  };
}

function matches({ method, url }: Where, request: http.IncomingMessage): boolean {
  return (method ?? request.method) === request.method && (request.url ?? "").includes(url ?? "");
}

function pass(
  endpoint: string,
  request: http.IncomingMessage,
  response: http.ServerResponse,
  fault: Fault | undefined,
): void {
  if (fault?.answer !== undefined) {
    const [status, code] = fault.answer;
    const { origin } = request.headers;
    request.resume();
    // As S3 does for an origin that a CORS rule allows; versitygw does not for errors.
    if (origin !== undefined) response.setHeader("access-control-allow-origin", origin);
    response.writeHead(status, { "content-type": "application/xml" }).end(errorOf(code));
    return;
  }
  const { method, headers } = request;
  // The server's answer to a body that is on its way is of no use to a client that sends without asking.
  const { expect: _, ...sent } = headers;
  const upstream = http.request(new URL(request.url ?? "/", endpoint), {
    method,
    headers: sent,
    agent: false,
  });
  const cut = (): void => {
    upstream.destroy();
    request.socket.destroy();
  };
  upstream.on("error", cut);
  request.on("error", () => upstream.destroy());
  response.on("close", () => upstream.destroy());
  const up = fault?.kind === "cut_request" ? after(fault.bytes, async () => cut()) : undefined;
  (up === undefined ? request : request.pipe(up)).pipe(upstream);
  upstream.on("response", (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
    const down = downward(fault, cut);
    (down === undefined ? answer : answer.pipe(down)).pipe(response);
  });
}

function downward(fault: Fault | undefined, cut: () => void): Transform | undefined {
  if (fault?.kind === "cut_response") return after(fault.bytes, async () => cut());
  return fault?.kind === "hold_response" ? after(fault.bytes, () => fault.released) : undefined;
}

/** Passes `bytes` on, then waits for `event` before the rest. */
function after(bytes: number, event: () => Promise<void>): Transform {
  let left = bytes;
  let isOver = false;
  return new Transform({
    transform(chunk: Buffer, _encoding, done: TransformCallback) {
      if (isOver || chunk.length <= left) {
        left -= chunk.length;
        done(null, chunk);
        return;
      }
      isOver = true;
      this.push(chunk.subarray(0, left));
      // The bytes before must have left before the connection ends.
      setImmediate(() => void event().then(() => done(null, chunk.subarray(left))));
    },
  });
}
