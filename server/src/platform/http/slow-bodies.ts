import type { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import type { FastifyInstance, FastifyReply } from "fastify";
import { answerClientError, type Meter } from "./raw-answers.ts";

const CHECK_EVERY_MS = 5_000;
/** The maximum time to wait for bytes; each received byte shortens the wait. */
const PATIENCE_MS = 60_000;
const LEAST_BYTES_PER_SECOND = 1_024;

interface OpenBody {
  readonly request: IncomingMessage;
  readonly reply: FastifyReply;
  checkedAt: number;
  /** The bytes that the connection had received at that time. */
  bytesRead: number;
  /** The time waited so far, minus the credit for received bytes at the minimum rate. */
  waitedInMs: number;
}

/**
 * Ends requests whose body stalls for a minute, or arrives slower than 1 KiB a second for longer: 408 if
 * there is no response yet. Counts only the time in which the service waits for the client, so it interrupts
 * neither a long upload that keeps arriving nor one that the service itself stores slowly. Returns the check,
 * which also runs every five seconds.
 */
export function endSlowBodies(app: FastifyInstance, meter: Meter): () => void {
  const open = new Set<OpenBody>();
  app.addHook("onRequest", async ({ raw: request }, reply) => {
    if (request.complete || !hasBody(request)) return;
    if (!(request.socket instanceof Socket)) return; // a request injected by a test
    const { bytesRead } = request.socket;
    open.add({ request, reply, checkedAt: meter.now().getTime(), bytesRead, waitedInMs: 0 });
  });
  const check = (): void => checkBodies(open, meter);
  const checking = setInterval(check, CHECK_EVERY_MS).unref();
  app.addHook("onClose", async () => clearInterval(checking));
  return check;
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

function checkBodies(open: Set<OpenBody>, meter: Meter): void {
  const time = meter.now().getTime();
  for (const body of open) {
    const { request } = body;
    if (request.complete || request.destroyed || request.socket.destroyed) {
      open.delete(body);
      continue;
    }
    const { bytesRead } = request.socket;
    const elapsed = request.readableLength === 0 ? time - body.checkedAt : 0;
    const credit = ((bytesRead - body.bytesRead) / LEAST_BYTES_PER_SECOND) * 1_000;
    body.waitedInMs = Math.max(0, body.waitedInMs + elapsed - credit);
    body.checkedAt = time;
    body.bytesRead = bytesRead;
    if (body.waitedInMs <= PATIENCE_MS) continue;
    open.delete(body);
    void end(body, meter);
  }
}

async function end({ request: { socket }, reply }: OpenBody, meter: Meter): Promise<void> {
  const fault = Object.assign(new Error("slow body"), { code: "ERR_HTTP_REQUEST_TIMEOUT" });
  if (!reply.raw.headersSent) await answerClientError(meter, fault, socket);
  socket.destroySoon();
}
