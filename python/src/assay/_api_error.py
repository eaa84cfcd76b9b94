"""The base of all errors."""

from __future__ import annotations

from dataclasses import dataclass


class AssayError(Exception):
    """Everything that this package raises about the service and its answers."""


class ConnectionFailedError(AssayError):
    """No answer came: the service cannot be reached, or a time limit passed."""


@dataclass(frozen=True)
class Fault:
    """One fault of a refused request."""

    pointer: str
    """The field, as a JSON pointer (`#/labels/0/name`)."""
    message: str


class ApiError(AssayError):
    """An answer that is no success. `assay.errors` has a subclass for each code."""

    def __init__(
        self,
        message: str,
        *,
        status: int,
        code: str,
        request_id: str | None,
        faults: tuple[Fault, ...],
    ) -> None:
        super().__init__(message)
        self.message = message
        self.status = status
        self.code = code
        """The `error` of the answer, such as `not_found`; `unknown` if the answer is not from the service."""
        self.request_id = request_id
        """The `X-Request-Id` of the answer, which finds the request in the service's log."""
        self.faults = faults

    def __str__(self) -> str:
        request = "" if self.request_id is None else f" ({self.request_id})"
        return f"{self.status} {self.code}: {self.message}{request}"
