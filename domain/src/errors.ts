/** Every code a client can receive in `error`. Adding one here fails the build until it has a status. */
export const ERROR_CODES = [
  "invalid_request",
  "unauthorized",
  "forbidden",
  "limit_exceeded",
  "not_found",
  "method_not_allowed",
  "request_timeout",
  "batch_not_certified",
  "invalid_state",
  "project_not_active",
  "upload_not_ready",
  "upload_in_use",
  "upload_offset_mismatch",
  "immutable_field",
  "webhook_disabled",
  "lease_expired",
  "conflict",
  "idempotency_in_progress",
  "gone",
  "precondition_failed",
  "payload_too_large",
  "unsupported_media_type",
  "range_not_satisfiable",
  "expectation_failed",
  "idempotency_key_reused",
  "checksum_mismatch",
  "locked",
  "rate_limit_exceeded",
  "headers_too_large",
  "upload_checksum_mismatch",
  "internal_error",
  "model_failed",
  "service_unavailable",
  "model_timeout",
  "insufficient_storage",
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

/** One fault of a request: where (`path`, such as `spans.0.end`; empty for the whole) and what. */
export interface Fault {
  readonly path: string;
  readonly message: string;
}

interface ServiceErrorOptions extends ErrorOptions {
  readonly faults?: readonly Fault[];
}

/** The most UTF-16 code units of an error's message, and of the path and the message of each of its faults. */
const MAX_MESSAGE = 10_000;
const MAX_FAULT = 1_000;

/**
 * Leaves out the middle of a text that is longer than `most` UTF-16 code units: messages quote what was sent, however long it is. A
 * character of two units, such as an emoji, is kept or left out whole, so the text may be shorter by two.
 */
export function cutMiddle(text: string, most: number): string {
  if (text.length <= most) return text;
  const end = Math.floor(most / 4);
  const first = text.slice(0, most - end - 1).replace(/[\ud800-\udbff]$/, "");
  const last = text.slice(-end).replace(/^[\udc00-\udfff]/, "");
  return `${first}…${last}`.toWellFormed();
}

/** The only error thrown on purpose. Its message is written for the caller and is sent as is, up to 10,000 characters. */
export class ServiceError extends Error {
  readonly code: ErrorCode;
  /** The single faults behind an `invalid_request`, for callers that ask for problem+json. */
  readonly faults: readonly Fault[];

  constructor(code: ErrorCode, message: string, { faults = [], ...options }: ServiceErrorOptions = {}) {
    // Messages quote what was sent, and are stored: PostgreSQL takes neither NUL nor half a surrogate pair.
    super(cutMiddle(message, MAX_MESSAGE).replaceAll("\0", "\ufffd").toWellFormed(), options);
    this.name = "ServiceError";
    this.code = code;
    this.faults = faults.map(({ path, message: what }) => ({
      path: cutMiddle(path, MAX_FAULT),
      message: cutMiddle(what, MAX_FAULT),
    }));
  }
}
