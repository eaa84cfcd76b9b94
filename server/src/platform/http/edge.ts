import { cutMiddle, ServiceError } from "@assay/domain/errors.ts";
import type { Scope } from "@assay/domain/member.ts";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "../../config.ts";
import type { Keys } from "../auth/auth.ts";
import { newId } from "../ids.ts";
import { allowanceOf, networkOf, rateHeaders } from "../rate-limits/allowance.ts";
import type { Allowance, OwnRateLimiter, RateLimiter } from "../rate-limits/rate-limit.ts";
import { assertLocal } from "./assert-local.ts";
import { handleError } from "./error-handler.ts";
import { textFault } from "./json.ts";
import { answerExpectation, type Meter } from "./raw-answers.ts";
import { type NoteAnswer, noteAtEnd } from "./request-log.ts";

export interface Edge {
  readonly keys: Keys;
  readonly limiter: RateLimiter;
  /** Counts, per network, the database lookups of keys that were not known to be valid. */
  readonly lookUps: OwnRateLimiter;
  readonly now: () => Date;
  readonly note: NoteAnswer;
  readonly config: Pick<Config, "isLocal" | "baseUrl">;
}

/** Anybody can make up keys, and each unknown key costs a query. */
const LOOK_UPS_PER_MINUTE = 300;

/**
 * The checks of every request before its route, in this order: request id, key lookup, rate limit, route,
 * authentication, scope. `raw` meters what has no route. Every response that HTTP allows has rate limit headers.
 */
export function addEdge(app: FastifyInstance, edge: Edge, raw: Meter): void {
  app.decorateRequest("caller", undefined);
  app.setErrorHandler(handleError);
  app.addHook("onRoute", ({ url, config, schema }) => {
    const isOpen = config?.scope === undefined && schema?.hide !== true;
    if (url.startsWith("/v1") && isOpen) throw new Error(`${url} says no scope`);
  });
  app.addHook("onRequest", async (request, reply) => admit(edge, request, reply));
  app.addHook("onSend", async ({ routeOptions }) => {
    const { scope } = routeOptions.config; // a member revoked, deactivated or demoted while the body arrives is refused after it
    if (scope === "keys:write" || scope === "members:write") edge.keys.forget();
  });
  app.addHook("preValidation", async (request) => {
    if (faultIn(request.params) !== undefined) notFound(request);
    const { operationId, querystring } = request.routeOptions.schema ?? {};
    const isPage = operationId === undefined || !request.url.startsWith("/v1"); // a page or a health check
    if (isPage && querystring === undefined) return;
    const fault = faultIn(request.query) ?? unknownIn(request.query, querystring);
    if (fault !== undefined) throw new ServiceError("invalid_request", `query: ${fault}`);
  });
  app.server.on("checkExpectation", (request, response) => answerExpectation(raw, request, response));
}

/** Answers a path that cannot be decoded; Fastify runs no hooks for it. */
export function answerBadUrl(
  edge: Edge,
  fault: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  noteAtEnd(edge.note, request, reply);
  const answer = (thrown: FastifyError): void => handleError(thrown, request, reply);
  charge(edge, request, reply, true).then(() => answer(fault), answer);
}

/** The request's id: the client's if it is plain, otherwise a new one. */
export function requestId(request: { headers: Record<string, string | string[] | undefined> }): string {
  const sent = request.headers["x-request-id"];
  return typeof sent === "string" && /^[A-Za-z0-9._-]{1,128}$/.test(sent) ? sent : newId("request");
}

async function admit(edge: Edge, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { url, config } = request.routeOptions;
  const isFree = config.isFree?.(request) === true;
  await charge(edge, request, reply, isCounted(url, config.scope), isFree);
  assertOneHost(request);
  if (edge.config.isLocal) assertLocal(request, edge.config.baseUrl);
  if (request.is404 && !wantsPage(request)) notFound(request);
  if (config.scope !== undefined && config.scope !== null) authorize(request, reply, config.scope);
}

/** Throws `invalid_request` unless an HTTP/1.1 request names its host exactly once (RFC 9112, section 3.2). */
function assertOneHost({ raw: { rawHeaders, httpVersion } }: FastifyRequest): void {
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === "host").length;
  if (hosts === 1 || (hosts === 0 && httpVersion === "1.0")) return;
  throw new ServiceError("invalid_request", `the request must have one Host header (got ${hosts})`);
}

/** Requests to the API, to MCP and the log count, sign-ins, and unknown paths; pages, health checks and signed URLs do not. */
function isCounted(route: string | undefined, scope: string | null | undefined): boolean {
  return scope !== null && (route === undefined || /^\/(v1|auth|log|mcp)(\/|$)/.test(route));
}

/** Sets the caller and the headers of every response; throws `rate_limit_exceeded`. */
async function charge(
  edge: Edge,
  request: FastifyRequest,
  reply: FastifyReply,
  counts: boolean,
  isFreeForCallers = false,
): Promise<void> {
  const { ip } = request;
  reply.headers({
    "x-request-id": request.id,
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
  });
  if (request.protocol === "https") reply.header("strict-transport-security", "max-age=31536000");
  let lookUps: Allowance | undefined;
  const mayLookUp = (): boolean => {
    lookUps = edge.lookUps.take(networkOf(ip), "unknown_keys", LOOK_UPS_PER_MINUTE, edge.now().getTime());
    return lookUps.allowed;
  };
  const { authorization } = request.headers;
  const caller = await edge.keys.authenticate(authorization, mayLookUp).catch(async (fault: unknown) => {
    const allowance = await allowanceOf(edge.limiter, { caller: undefined, ip }, counts, edge.now());
    reply.headers(rateHeaders(allowance, edge.now()));
    throw fault;
  });
  request.caller = caller;
  if (counts && lookUps?.allowed === false) return assertAllowed(lookUps, reply, edge.now());
  const isTaken = counts && !(isFreeForCallers && caller !== undefined);
  const allowance = await allowanceOf(edge.limiter, { caller, ip }, isTaken, edge.now());
  assertAllowed(allowance, reply, edge.now());
}

/** Sets the rate limit headers; throws `rate_limit_exceeded` if the limit is used up. */
export function assertAllowed(allowance: Allowance, reply: FastifyReply, now: Date): void {
  reply.headers(rateHeaders(allowance, now));
  if (allowance.allowed) return;
  const { limit, resetInSeconds } = allowance;
  reply.header("retry-after", String(resetInSeconds));
  throw new ServiceError(
    "rate_limit_exceeded",
    `Rate limit of ${limit} requests per minute exceeded. Retry in ${resetInSeconds} seconds.`,
  );
}

function authorize({ caller }: FastifyRequest, reply: FastifyReply, scope: Scope): void {
  if (caller === undefined) {
    throw new ServiceError("unauthorized", "a valid API key is required: Authorization: Bearer <API_KEY>");
  }
  if (caller.scopes.has(scope)) return;
  reply.header("www-authenticate", `Bearer error="insufficient_scope", scope="${scope}"`);
  const who = caller.kind === "key" ? "this key" : `the role ${caller.role}`;
  throw new ServiceError("forbidden", `${who} lacks the scope ${scope}`);
}

/**
 * Whether the client is a browser that followed a link or opened an address, so that a page helps more than
 * JSON.
 */
export function wantsPage({ method, url, headers }: FastifyRequest): boolean {
  const isOfProgram = /^\/(v1|auth|assets)([/?]|$)/.test(url);
  return method === "GET" && !isOfProgram && headers.accept?.includes("text/html") === true;
}

/** Throws `not_found` for an unknown path. */
export function notFound({ method, url }: FastifyRequest): never {
  const path = url.split("?", 1)[0] ?? "";
  const hint = /^\/(v1|auth|assets)(\/|$)/.test(path) ? "" : "; the API is under /v1";
  throw new ServiceError("not_found", `there is no ${method} ${path}${hint}`);
}

/** An unknown parameter, as a message that lists the known ones; undefined if there is none. */
function unknownIn(query: unknown, schema: unknown): string | undefined {
  const { properties = {}, patternProperties = {} }: QuerySchema = schema ?? {};
  const patterns = Object.keys(patternProperties).map((pattern) => new RegExp(pattern));
  const isKnown = (name: string) =>
    Object.hasOwn(properties, name) || patterns.some((pattern) => pattern.test(name));
  const unknown = Object.keys(query ?? {}).find((name) => !isKnown(name));
  if (unknown === undefined) return undefined;
  const names = Object.keys(properties);
  const known = names.length === 0 ? "this operation takes none" : `the parameters are ${names.join(", ")}`;
  return `there is no parameter ${JSON.stringify(cutMiddle(unknown, 100))}; ${known}`;
}

interface QuerySchema {
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly patternProperties?: Readonly<Record<string, unknown>>;
}

/** Characters that cannot be stored, in the parameters of a path or a query. */
function faultIn(parameters: unknown): string | undefined {
  const texts = Object.entries(parameters ?? {}).flat(2);
  return texts.map((text) => textFault(String(text))).find((fault) => fault !== undefined);
}
