"""An error class for each error code of the service.

Made from openapi.json by `npm run fix`; changes are lost.
"""

from assay._api_error import ApiError, AssayError, ConnectionFailedError, Fault

__all__ = [
    "BY_CODE",
    "ApiError",
    "AssayError",
    "BatchNotCertifiedError",
    "ChecksumMismatchError",
    "ConflictError",
    "ConnectionFailedError",
    "ExpectationFailedError",
    "Fault",
    "ForbiddenError",
    "GoneError",
    "HeadersTooLargeError",
    "IdempotencyInProgressError",
    "IdempotencyKeyReusedError",
    "ImmutableFieldError",
    "InsufficientStorageError",
    "InternalError",
    "InvalidRequestError",
    "InvalidStateError",
    "LeaseExpiredError",
    "LimitExceededError",
    "LockedError",
    "MethodNotAllowedError",
    "ModelFailedError",
    "ModelTimeoutError",
    "NotFoundError",
    "PayloadTooLargeError",
    "PreconditionFailedError",
    "ProjectNotActiveError",
    "RangeNotSatisfiableError",
    "RateLimitExceededError",
    "RequestTimeoutError",
    "ServiceUnavailableError",
    "UnauthorizedError",
    "UnsupportedMediaTypeError",
    "UploadChecksumMismatchError",
    "UploadInUseError",
    "UploadNotReadyError",
    "UploadOffsetMismatchError",
    "WebhookDisabledError",
]


class InvalidRequestError(ApiError):
    """The service answered `invalid_request`."""


class UnauthorizedError(ApiError):
    """The service answered `unauthorized`."""


class ForbiddenError(ApiError):
    """The service answered `forbidden`."""


class LimitExceededError(ApiError):
    """The service answered `limit_exceeded`."""


class NotFoundError(ApiError):
    """The service answered `not_found`."""


class MethodNotAllowedError(ApiError):
    """The service answered `method_not_allowed`."""


class RequestTimeoutError(ApiError):
    """The service answered `request_timeout`."""


class BatchNotCertifiedError(ApiError):
    """The service answered `batch_not_certified`."""


class InvalidStateError(ApiError):
    """The service answered `invalid_state`."""


class ProjectNotActiveError(ApiError):
    """The service answered `project_not_active`."""


class UploadNotReadyError(ApiError):
    """The service answered `upload_not_ready`."""


class UploadInUseError(ApiError):
    """The service answered `upload_in_use`."""


class UploadOffsetMismatchError(ApiError):
    """The service answered `upload_offset_mismatch`."""


class ImmutableFieldError(ApiError):
    """The service answered `immutable_field`."""


class WebhookDisabledError(ApiError):
    """The service answered `webhook_disabled`."""


class LeaseExpiredError(ApiError):
    """The service answered `lease_expired`."""


class ConflictError(ApiError):
    """The service answered `conflict`."""


class IdempotencyInProgressError(ApiError):
    """The service answered `idempotency_in_progress`."""


class GoneError(ApiError):
    """The service answered `gone`."""


class PreconditionFailedError(ApiError):
    """The service answered `precondition_failed`."""


class PayloadTooLargeError(ApiError):
    """The service answered `payload_too_large`."""


class UnsupportedMediaTypeError(ApiError):
    """The service answered `unsupported_media_type`."""


class RangeNotSatisfiableError(ApiError):
    """The service answered `range_not_satisfiable`."""


class ExpectationFailedError(ApiError):
    """The service answered `expectation_failed`."""


class IdempotencyKeyReusedError(ApiError):
    """The service answered `idempotency_key_reused`."""


class ChecksumMismatchError(ApiError):
    """The service answered `checksum_mismatch`."""


class LockedError(ApiError):
    """The service answered `locked`."""


class RateLimitExceededError(ApiError):
    """The service answered `rate_limit_exceeded`."""


class HeadersTooLargeError(ApiError):
    """The service answered `headers_too_large`."""


class UploadChecksumMismatchError(ApiError):
    """The service answered `upload_checksum_mismatch`."""


class InternalError(ApiError):
    """The service answered `internal_error`."""


class ModelFailedError(ApiError):
    """The service answered `model_failed`."""


class ServiceUnavailableError(ApiError):
    """The service answered `service_unavailable`."""


class ModelTimeoutError(ApiError):
    """The service answered `model_timeout`."""


class InsufficientStorageError(ApiError):
    """The service answered `insufficient_storage`."""


BY_CODE: dict[str, type[ApiError]] = {
    "invalid_request": InvalidRequestError,
    "unauthorized": UnauthorizedError,
    "forbidden": ForbiddenError,
    "limit_exceeded": LimitExceededError,
    "not_found": NotFoundError,
    "method_not_allowed": MethodNotAllowedError,
    "request_timeout": RequestTimeoutError,
    "batch_not_certified": BatchNotCertifiedError,
    "invalid_state": InvalidStateError,
    "project_not_active": ProjectNotActiveError,
    "upload_not_ready": UploadNotReadyError,
    "upload_in_use": UploadInUseError,
    "upload_offset_mismatch": UploadOffsetMismatchError,
    "immutable_field": ImmutableFieldError,
    "webhook_disabled": WebhookDisabledError,
    "lease_expired": LeaseExpiredError,
    "conflict": ConflictError,
    "idempotency_in_progress": IdempotencyInProgressError,
    "gone": GoneError,
    "precondition_failed": PreconditionFailedError,
    "payload_too_large": PayloadTooLargeError,
    "unsupported_media_type": UnsupportedMediaTypeError,
    "range_not_satisfiable": RangeNotSatisfiableError,
    "expectation_failed": ExpectationFailedError,
    "idempotency_key_reused": IdempotencyKeyReusedError,
    "checksum_mismatch": ChecksumMismatchError,
    "locked": LockedError,
    "rate_limit_exceeded": RateLimitExceededError,
    "headers_too_large": HeadersTooLargeError,
    "upload_checksum_mismatch": UploadChecksumMismatchError,
    "internal_error": InternalError,
    "model_failed": ModelFailedError,
    "service_unavailable": ServiceUnavailableError,
    "model_timeout": ModelTimeoutError,
    "insufficient_storage": InsufficientStorageError,
}
"""The class of each error code. ApiError itself stands for a code that is newer than this client."""
