import type { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

const LINGER_MS = 10_000;

/**
 * Lets a client that is still sending read why its body was refused: after a response with `Connection:
 * close` the service reads and drops its data for up to 10 seconds. Closing at once, as Node does, makes the
 * kernel answer the next byte with a reset, after which most clients never read the response.
 *
 * Source: RFC 9112, section 9.6.
 */
export function addLinger(app: FastifyInstance): void {
  app.addHook("onSend", async ({ raw }, reply, payload) => {
    if (reply.getHeader("connection") === "close" && !raw.complete) linger(raw);
    return payload;
  });
}

function linger(request: IncomingMessage): void {
  const { socket } = request;
  if (!(socket instanceof Socket)) return; // a request injected by a test
  socket.destroySoon = () => {
    socket.end();
    request.unpipe();
    request.resume();
    const timer = setTimeout(() => socket.destroy(), LINGER_MS);
    socket.once("close", () => clearTimeout(timer));
  };
}
