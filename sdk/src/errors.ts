// Made from openapi.json by `npm run fix`; changes are lost.

import { ApiError } from "./api-error.ts";

/** An answer with the error `invalid_request`. */
export class InvalidRequestError extends ApiError {
  override readonly name: string = "InvalidRequestError";
  override readonly code = "invalid_request";
}

/** An answer with the error `unauthorized`. */
export class UnauthorizedError extends ApiError {
  override readonly name: string = "UnauthorizedError";
  override readonly code = "unauthorized";
}

/** An answer with the error `forbidden`. */
export class ForbiddenError extends ApiError {
  override readonly name: string = "ForbiddenError";
  override readonly code = "forbidden";
}

/** An answer with the error `limit_exceeded`. */
export class LimitExceededError extends ApiError {
  override readonly name: string = "LimitExceededError";
  override readonly code = "limit_exceeded";
}

/** An answer with the error `not_found`. */
export class NotFoundError extends ApiError {
  override readonly name: string = "NotFoundError";
  override readonly code = "not_found";
}

/** An answer with the error `method_not_allowed`. */
export class MethodNotAllowedError extends ApiError {
  override readonly name: string = "MethodNotAllowedError";
  override readonly code = "method_not_allowed";
}

/** An answer with the error `request_timeout`. */
export class RequestTimeoutError extends ApiError {
  override readonly name: string = "RequestTimeoutError";
  override readonly code = "request_timeout";
}

/** An answer with the error `batch_not_certified`. */
export class BatchNotCertifiedError extends ApiError {
  override readonly name: string = "BatchNotCertifiedError";
  override readonly code = "batch_not_certified";
}

/** An answer with the error `invalid_state`. */
export class InvalidStateError extends ApiError {
  override readonly name: string = "InvalidStateError";
  override readonly code = "invalid_state";
}

/** An answer with the error `project_not_active`. */
export class ProjectNotActiveError extends ApiError {
  override readonly name: string = "ProjectNotActiveError";
  override readonly code = "project_not_active";
}

/** An answer with the error `upload_not_ready`. */
export class UploadNotReadyError extends ApiError {
  override readonly name: string = "UploadNotReadyError";
  override readonly code = "upload_not_ready";
}

/** An answer with the error `upload_in_use`. */
export class UploadInUseError extends ApiError {
  override readonly name: string = "UploadInUseError";
  override readonly code = "upload_in_use";
}

/** An answer with the error `upload_offset_mismatch`. */
export class UploadOffsetMismatchError extends ApiError {
  override readonly name: string = "UploadOffsetMismatchError";
  override readonly code = "upload_offset_mismatch";
}

/** An answer with the error `immutable_field`. */
export class ImmutableFieldError extends ApiError {
  override readonly name: string = "ImmutableFieldError";
  override readonly code = "immutable_field";
}

/** An answer with the error `webhook_disabled`. */
export class WebhookDisabledError extends ApiError {
  override readonly name: string = "WebhookDisabledError";
  override readonly code = "webhook_disabled";
}

/** An answer with the error `lease_expired`. */
export class LeaseExpiredError extends ApiError {
  override readonly name: string = "LeaseExpiredError";
  override readonly code = "lease_expired";
}

/** An answer with the error `conflict`. */
export class ConflictError extends ApiError {
  override readonly name: string = "ConflictError";
  override readonly code = "conflict";
}

/** An answer with the error `idempotency_in_progress`. */
export class IdempotencyInProgressError extends ApiError {
  override readonly name: string = "IdempotencyInProgressError";
  override readonly code = "idempotency_in_progress";
}

/** An answer with the error `gone`. */
export class GoneError extends ApiError {
  override readonly name: string = "GoneError";
  override readonly code = "gone";
}

/** An answer with the error `precondition_failed`. */
export class PreconditionFailedError extends ApiError {
  override readonly name: string = "PreconditionFailedError";
  override readonly code = "precondition_failed";
}

/** An answer with the error `payload_too_large`. */
export class PayloadTooLargeError extends ApiError {
  override readonly name: string = "PayloadTooLargeError";
  override readonly code = "payload_too_large";
}

/** An answer with the error `unsupported_media_type`. */
export class UnsupportedMediaTypeError extends ApiError {
  override readonly name: string = "UnsupportedMediaTypeError";
  override readonly code = "unsupported_media_type";
}

/** An answer with the error `range_not_satisfiable`. */
export class RangeNotSatisfiableError extends ApiError {
  override readonly name: string = "RangeNotSatisfiableError";
  override readonly code = "range_not_satisfiable";
}

/** An answer with the error `expectation_failed`. */
export class ExpectationFailedError extends ApiError {
  override readonly name: string = "ExpectationFailedError";
  override readonly code = "expectation_failed";
}

/** An answer with the error `idempotency_key_reused`. */
export class IdempotencyKeyReusedError extends ApiError {
  override readonly name: string = "IdempotencyKeyReusedError";
  override readonly code = "idempotency_key_reused";
}

/** An answer with the error `checksum_mismatch`. */
export class ChecksumMismatchError extends ApiError {
  override readonly name: string = "ChecksumMismatchError";
  override readonly code = "checksum_mismatch";
}

/** An answer with the error `locked`. */
export class LockedError extends ApiError {
  override readonly name: string = "LockedError";
  override readonly code = "locked";
}

/** An answer with the error `rate_limit_exceeded`. */
export class RateLimitExceededError extends ApiError {
  override readonly name: string = "RateLimitExceededError";
  override readonly code = "rate_limit_exceeded";
}

/** An answer with the error `headers_too_large`. */
export class HeadersTooLargeError extends ApiError {
  override readonly name: string = "HeadersTooLargeError";
  override readonly code = "headers_too_large";
}

/** An answer with the error `upload_checksum_mismatch`. */
export class UploadChecksumMismatchError extends ApiError {
  override readonly name: string = "UploadChecksumMismatchError";
  override readonly code = "upload_checksum_mismatch";
}

/** An answer with the error `internal_error`. */
export class InternalError extends ApiError {
  override readonly name: string = "InternalError";
  override readonly code = "internal_error";
}

/** An answer with the error `model_failed`. */
export class ModelFailedError extends ApiError {
  override readonly name: string = "ModelFailedError";
  override readonly code = "model_failed";
}

/** An answer with the error `service_unavailable`. */
export class ServiceUnavailableError extends ApiError {
  override readonly name: string = "ServiceUnavailableError";
  override readonly code = "service_unavailable";
}

/** An answer with the error `model_timeout`. */
export class ModelTimeoutError extends ApiError {
  override readonly name: string = "ModelTimeoutError";
  override readonly code = "model_timeout";
}

/** An answer with the error `insufficient_storage`. */
export class InsufficientStorageError extends ApiError {
  override readonly name: string = "InsufficientStorageError";
  override readonly code = "insufficient_storage";
}

const CLASSES: Readonly<Record<string, typeof ApiError>> = {
  invalid_request: InvalidRequestError,
  unauthorized: UnauthorizedError,
  forbidden: ForbiddenError,
  limit_exceeded: LimitExceededError,
  not_found: NotFoundError,
  method_not_allowed: MethodNotAllowedError,
  request_timeout: RequestTimeoutError,
  batch_not_certified: BatchNotCertifiedError,
  invalid_state: InvalidStateError,
  project_not_active: ProjectNotActiveError,
  upload_not_ready: UploadNotReadyError,
  upload_in_use: UploadInUseError,
  upload_offset_mismatch: UploadOffsetMismatchError,
  immutable_field: ImmutableFieldError,
  webhook_disabled: WebhookDisabledError,
  lease_expired: LeaseExpiredError,
  conflict: ConflictError,
  idempotency_in_progress: IdempotencyInProgressError,
  gone: GoneError,
  precondition_failed: PreconditionFailedError,
  payload_too_large: PayloadTooLargeError,
  unsupported_media_type: UnsupportedMediaTypeError,
  range_not_satisfiable: RangeNotSatisfiableError,
  expectation_failed: ExpectationFailedError,
  idempotency_key_reused: IdempotencyKeyReusedError,
  checksum_mismatch: ChecksumMismatchError,
  locked: LockedError,
  rate_limit_exceeded: RateLimitExceededError,
  headers_too_large: HeadersTooLargeError,
  upload_checksum_mismatch: UploadChecksumMismatchError,
  internal_error: InternalError,
  model_failed: ModelFailedError,
  service_unavailable: ServiceUnavailableError,
  model_timeout: ModelTimeoutError,
  insufficient_storage: InsufficientStorageError,
};

/** The error of a response with an error status, whose body may be any text. */
export function errorOf(response: Response, text: string): ApiError {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    body = undefined; // a proxy answered
  }
  const plain = new ApiError(response, body);
  const { [plain.code]: Class } = CLASSES;
  return Class === undefined ? plain : new Class(response, body);
}
