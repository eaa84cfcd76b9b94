import { STATUS_CODES } from "node:http";
import { type ErrorCode, type Fault, ServiceError } from "@assay/domain/errors.ts";
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import Type from "typebox";
import { isUnavailable } from "../database/outages.ts";
import { schemaFaults } from "./schema-faults.ts";

/** A `Record`, not a partial one: a new code does not compile until it has a status. */
const STATUS: Record<ErrorCode, number> = {
  invalid_request: 400,
  unauthorized: 401,
  forbidden: 403,
  limit_exceeded: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  batch_not_certified: 409,
  invalid_state: 409,
  project_not_active: 409,
  upload_not_ready: 409,
  upload_in_use: 409,
  upload_offset_mismatch: 409,
  immutable_field: 409,
  webhook_disabled: 409,
  lease_expired: 409,
  conflict: 409,
  idempotency_in_progress: 409,
  gone: 410,
  precondition_failed: 412,
  payload_too_large: 413,
  unsupported_media_type: 415,
  range_not_satisfiable: 416,
  expectation_failed: 417,
  idempotency_key_reused: 422,
  checksum_mismatch: 422,
  locked: 423,
  rate_limit_exceeded: 429,
  headers_too_large: 431,
  upload_checksum_mismatch: 460,
  internal_error: 500,
  model_failed: 502,
  service_unavailable: 503,
  model_timeout: 504,
  insufficient_storage: 507,
};

/** The HTTP status of a code. */
export function statusOf(code: ErrorCode): number {
  return STATUS[code];
}

const ErrorBody = Type.Object(
  {
    error: Type.String({
      description: "The error code; docs/api.md lists them",
      examples: ["invalid_request"],
    }),
    message: Type.String({ examples: ["Missing required field: annotation_type"] }),
  },
  { title: "Error", description: "What was wrong and how to fix it" },
);

/** The response schemas of the error statuses that a route documents. */
export function errorResponses<const Status extends number>(...statuses: readonly Status[]) {
  const entries = statuses.map((status) => [
    status,
    { ...ErrorBody, "x-response-description": STATUS_CODES[status] ?? "Error" },
  ]);
  return Object.fromEntries(entries) as Record<Status, typeof ErrorBody>;
}

/** Fastify's own errors, as `ServiceError`s. */
const FRAMEWORK_CODES: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "unsupported_media_type",
  FST_ERR_CTP_BODY_TOO_LARGE: "payload_too_large",
  FST_REQ_FILE_TOO_LARGE: "payload_too_large",
  FST_ERR_REQUEST_TIMEOUT: "request_timeout",
};

/**
 * Sends any thrown value as `{error, message}`. An unexpected error is logged, and so is the cause of an outage; the
 * response has no details.
 */
export function handleError(thrown: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const error = toServiceError(thrown, request);
  if (error.code === "internal_error") request.log.error({ err: thrown }, "request failed");
  else if (isOutage(error)) request.log.warn({ err: error.cause }, "request refused");
  sendError(error, request, reply);
}

/** The response for `error`: two string fields, or an RFC 9457 document if the caller asked for one. */
function sendError(error: ServiceError, request: FastifyRequest, reply: FastifyReply): void {
  const { code, message, faults } = error;
  const status = STATUS[code];
  reply.code(status).header("vary", "Accept").removeHeader("etag");
  if (code === "unauthorized") reply.header("www-authenticate", challenge(request));
  if (code === "idempotency_in_progress") reply.header("retry-after", "1");
  if (code === "rate_limit_exceeded" && !reply.hasHeader("retry-after")) reply.header("retry-after", "1");
  if (code === "service_unavailable") reply.header("retry-after", "5");
  if (code === "insufficient_storage" && isOutage(error)) reply.header("retry-after", "60");
  if (code === "payload_too_large") reply.header("connection", "close");
  if (!request.headers.accept?.includes("application/problem+json")) {
    reply.type("application/json; charset=utf-8").serializer(JSON.stringify).send({ error: code, message });
    return;
  }
  reply
    .type("application/problem+json; charset=utf-8")
    .serializer(JSON.stringify)
    .send({
      type: `/errors/${code}`,
      title: code.charAt(0).toUpperCase() + code.slice(1).replaceAll("_", " "),
      status,
      detail: message,
      instance: request.url,
      error: code,
      message,
      request_id: request.id,
      errors: faults.map((fault) => ({
        pointer: `#/${fault.path.replaceAll(".", "/")}`,
        message: fault.message,
      })),
    });
}

/** Whether the database or the store is away or full. An account that used up its plan's storage is no outage. */
function isOutage({ code, cause }: ServiceError): boolean {
  return cause !== undefined && (code === "service_unavailable" || code === "insufficient_storage");
}

function challenge(request: FastifyRequest): string {
  const realm = 'Bearer realm="assay"';
  return request.headers.authorization === undefined ? realm : `${realm}, error="invalid_token"`;
}

function toServiceError(thrown: FastifyError | ServiceError, request: FastifyRequest): ServiceError {
  if (thrown instanceof ServiceError) return thrown;
  if (thrown.validation !== undefined) {
    const faults = schemaFaults(thrown);
    return new ServiceError("invalid_request", faults.map(({ message }) => message).join("; "), { faults });
  }
  const code = FRAMEWORK_CODES[thrown.code];
  if (code !== undefined) {
    return new ServiceError(code, plainMessage(code, thrown, request), { cause: thrown });
  }
  if (isUnavailable(thrown)) {
    return new ServiceError(
      "service_unavailable",
      `the service is temporarily unavailable; ${adviceFor(request)}`,
      {
        cause: thrown,
      },
    );
  }
  if ("code" in thrown && thrown.code === QUERY_CANCELED) {
    // Without its cause: the request asked for too much, which is no outage for the log.
    return new ServiceError(
      "service_unavailable",
      "the database did not answer in time; narrow the request, for example to one batch, or try again",
    );
  }
  if ("code" in thrown && thrown.code === DISK_FULL) {
    return new ServiceError("insufficient_storage", "the database's disk is full", { cause: thrown });
  }
  const isCallersFault = thrown.statusCode !== undefined && thrown.statusCode < 500;
  return isCallersFault
    ? new ServiceError("invalid_request", thrown.message, { cause: thrown })
    : new ServiceError("internal_error", "internal error; the details are in the service's log", {
        cause: thrown,
      });
}

/** One `invalid_request` with all `faults`; each message follows its path. */
export function invalidRequest(faults: readonly Fault[]): ServiceError {
  const message = faults
    .map(({ path, message }) => (path === "" ? message : `${path} ${message}`))
    .join("; ");
  return new ServiceError("invalid_request", message, { faults });
}

function plainMessage(code: ErrorCode, thrown: FastifyError, request: FastifyRequest): string {
  if (code === "unsupported_media_type") {
    return `this endpoint does not read the Content-Type; send Content-Type: ${mediaTypesOf(request).join(" or ")}`;
  }
  if (code === "payload_too_large") return "the request body is larger than this endpoint takes";
  return thrown.message;
}

/** JSON, unless the route's schema names other types. */
function mediaTypesOf({ routeOptions }: FastifyRequest): readonly string[] {
  const body = routeOptions.schema?.body;
  const isTold = typeof body === "object" && body !== null && "content" in body;
  return isTold ? Object.keys(body.content ?? {}) : ["application/json"];
}

/** A connection that broke at the commit leaves open whether it took place. */
function adviceFor({ method, headers }: FastifyRequest): string {
  if (method === "GET" || method === "HEAD") return "try again";
  if (headers["idempotency-key"] !== undefined) return "try again with the same Idempotency-Key";
  return "the change may have been made: check before you try again, or send an Idempotency-Key";
}

const QUERY_CANCELED = "57014";
const DISK_FULL = "53100";
