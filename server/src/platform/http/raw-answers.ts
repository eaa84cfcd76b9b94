import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { ErrorCode } from "@assay/domain/errors.ts";
import { newId } from "../ids.ts";
import { allowanceOf, rateHeaders } from "../rate-limits/allowance.ts";
import type { RateLimiter } from "../rate-limits/rate-limit.ts";
import { statusOf } from "./error-handler.ts";
import type { NoteAnswer } from "./request-log.ts";

/** Counts requests that reach no route. */
export interface Meter {
  readonly limiter: RateLimiter;
  readonly now: () => Date;
  readonly note: NoteAnswer;
}

type Fault = readonly [ErrorCode, string];

const NO_HTTP: Fault = ["invalid_request", "the request is not valid HTTP"];
const FAULTS: Readonly<Record<string, Fault>> = {
  HPE_HEADER_OVERFLOW: ["headers_too_large", "the request's headers are too large"],
  ERR_HTTP_REQUEST_TIMEOUT: ["request_timeout", "the request took too long to arrive"],
};

/**
 * The response to bytes that are not HTTP, or whose headers are too large; written by hand, because no
 * request exists.
 */
export async function answerClientError(
  meter: Meter,
  thrown: Error & { code?: string },
  socket: Socket,
): Promise<void> {
  if (thrown.code === "ECONNRESET" || !socket.writable) return;
  const fault = FAULTS[thrown.code ?? ""] ?? NO_HTTP;
  const { status, headers, body } = await answer(meter, socket, fault);
  if (!socket.writable) return; // the client has disconnected
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, "", body].join("\r\n"));
}

/** The response to an unknown `Expect`, which Node would send without a body. */
export async function answerExpectation(
  meter: Meter,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const fault = ["expectation_failed", "only Expect: 100-continue is supported"] as const;
  const { status, headers, body } = await answer(meter, request.socket, fault);
  response.writeHead(status, headers).end(body);
}

async function answer({ limiter, now, note }: Meter, socket: Socket, [error, message]: Fault) {
  const status = statusOf(error);
  const request_id = newId("request");
  note({ request_id, method: null, route: null, status, ms: 0, account_id: null, policy: "anonymous" });
  const body = JSON.stringify({ error, message });
  const payer = { caller: undefined, ip: socket.remoteAddress ?? "unknown" };
  const headers = {
    "content-type": "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(body),
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "x-request-id": request_id,
    ...rateHeaders(await allowanceOf(limiter, payer, true, now()), now()),
    connection: "close",
  };
  return { status, headers, body };
}
