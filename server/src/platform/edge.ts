import type { IncomingMessage } from "node:http";
import { isIPv6, type Socket } from "node:net";
import { ServiceError } from "@assay/domain/errors.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Authenticate, Caller } from "./auth.ts";
import { handleError, statusOf } from "./error-handler.ts";
import { newId } from "./ids.ts";
import { textFault } from "./json.ts";
import type { Allowance, RateLimiter } from "./rate-limit.ts";

const ANONYMOUS_LIMIT = 60;

interface Edge {
  readonly authenticate: Authenticate;
  readonly limiter: RateLimiter;
  readonly now: () => Date;
}

/**
 * What every request passes before its route, in this order: request id, key lookup, rate limit, route,
 * authentication, scope. Rate headers stand on every answer that HTTP can carry.
 */
export function addEdge(app: FastifyInstance, edge: Edge): void {
  app.decorateRequest("caller", undefined);
  app.setErrorHandler(handleError);
  app.setNotFoundHandler(async (request) => {
    throw new ServiceError("not_found", `there is no ${request.method} ${pathOf(request.url)}`);
  });
  app.addHook("onRequest", async (request, reply) => {
    await admit(edge, request, reply);
  });
  app.addHook("preValidation", async (request) => {
    const fault = queryFault(request.query);
    if (fault !== undefined) throw new ServiceError("invalid_request", `query: ${fault}`);
  });
  app.server.on("checkExpectation", (request: IncomingMessage, response) => {
    const body = JSON.stringify({ error: "expectation_failed", message: "only Expect: 100-continue is understood" });
    response.writeHead(417, { ...rawHeaders(edge, request.socket), "content-length": Buffer.byteLength(body) });
    response.end(body);
  });
}

/** The answer to bytes that are no HTTP, or whose headers are too large; written by hand, as no request exists. */
export function answerClientError(edge: Edge, fault: Error & { code?: string }, socket: Socket): void {
  if (fault.code === "ECONNRESET" || !socket.writable) return;
  const code = fault.code === "HPE_HEADER_OVERFLOW" ? "headers_too_large" : "invalid_request";
  const message = code === "headers_too_large" ? "the request's headers are too large" : "the request is not valid HTTP";
  const body = JSON.stringify({ error: code, message });
  const headers = Object.entries({ ...rawHeaders(edge, socket), "content-length": Buffer.byteLength(body) });
  const status = `HTTP/1.1 ${statusOf(code)} ${code === "headers_too_large" ? "Request Header Fields Too Large" : "Bad Request"}`;
  socket.end([status, ...headers.map(([name, value]) => `${name}: ${value}`), "", body].join("\r\n"));
}

/** The request's id: the client's where it sent a plain one, else a new one. */
export function requestId(request: { headers: Record<string, string | string[] | undefined> }): string {
  const sent = request.headers["x-request-id"];
  return typeof sent === "string" && /^[A-Za-z0-9._-]{1,128}$/.test(sent) ? sent : newId("request");
}

async function admit(edge: Edge, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.headers({ "x-request-id": request.id, "x-content-type-options": "nosniff", "cache-control": "no-store" });
  const caller = await edge.authenticate(request.headers.authorization).catch((fault: unknown) => {
    reply.headers(rateHeaders(allowanceOf(edge, request, undefined), edge.now()));
    throw fault;
  });
  const allowance = allowanceOf(edge, request, caller);
  reply.headers(rateHeaders(allowance, edge.now()));
  if (!allowance.allowed) {
    reply.header("retry-after", String(allowance.resetInSeconds));
    throw new ServiceError(
      "rate_limit_exceeded",
      `Rate limit of ${allowance.limit} requests per minute exceeded. Retry in ${allowance.resetInSeconds} seconds.`,
    );
  }
  request.caller = caller;
  const { scope } = request.routeOptions.config;
  if (request.is404 || scope === undefined || scope === null) return;
  if (caller === undefined) throw new ServiceError("unauthorized", "a valid API key is required: Authorization: Bearer <API_KEY>");
  if (!caller.scopes.has(scope)) {
    reply.header("www-authenticate", `Bearer error="insufficient_scope", scope="${scope}"`);
    throw new ServiceError("forbidden", `this key lacks the scope ${scope}`);
  }
}

/** Counts the request where it is one of the API's own; pages, health and signed URLs consume nothing. */
function allowanceOf({ limiter, now }: Edge, request: FastifyRequest, caller: Caller | undefined): Allowance {
  const counts = request.url.startsWith("/v1") && request.routeOptions.config.scope !== null;
  const take = counts ? limiter.take : limiter.peek;
  const time = now().getTime();
  if (caller === undefined) return take(networkOf(request.ip), "anonymous", ANONYMOUS_LIMIT, time);
  return take(caller.account_id, caller.plan, caller.rate_limit_per_minute, time);
}

/** An address, or for IPv6 its /64, since one client commonly has all of that. */
function networkOf(ip: string): string {
  return isIPv6(ip) && !ip.startsWith("::ffff:") ? ip.split(":").slice(0, 4).join(":") : ip;
}

function rateHeaders({ policy, limit, remaining, resetInSeconds }: Allowance, now: Date): Record<string, string> {
  return {
    "x-ratelimit-limit": String(limit),
    "x-ratelimit-remaining": String(remaining),
    "x-ratelimit-reset": String(Math.ceil(now.getTime() / 1000) + resetInSeconds),
    "ratelimit-policy": `"${policy}";q=${limit};w=60`,
    ratelimit: `"${policy}";r=${remaining};t=${resetInSeconds}`,
  };
}

function rawHeaders({ limiter, now }: Edge, socket: Socket): Record<string, string | number> {
  const network = networkOf(socket.remoteAddress ?? "unknown");
  const allowance = limiter.take(network, "anonymous", ANONYMOUS_LIMIT, now().getTime());
  return {
    "content-type": "application/json; charset=utf-8",
    connection: "close",
    "x-request-id": newId("request"),
    ...rateHeaders(allowance, now()),
  };
}

function queryFault(query: unknown): string | undefined {
  if (typeof query !== "object" || query === null) return undefined;
  for (const [name, value] of Object.entries(query)) {
    const fault = [name, value].flat().map((text) => textFault(String(text))).find((found) => found !== undefined);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function pathOf(url: string): string {
  return url.split("?", 1)[0] ?? url;
}

