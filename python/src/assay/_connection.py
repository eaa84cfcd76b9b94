"""Requests to one service, tried again where that helps."""

from __future__ import annotations

import json
import math
import random
import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import httpx

from assay._flow import Flow, Sink, Sleep, send
from assay._operation import Operation, given, plain, query_text
from assay.errors import BY_CODE, ApiError, ConnectionFailedError, Fault

LONGEST_BACKOFF_S = 8.0
LONGEST_RETRY_AFTER_S = 120.0
"""A longer `Retry-After` is for the caller to decide about."""


@dataclass(frozen=True)
class Connection:
    """Where the service is, who asks, and how patiently."""

    base_url: str
    api_key: str = field(repr=False)
    timeout: float
    """Seconds without a byte after which a request is given up, and tried again."""
    retries: int

    def request(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
        **content: Any,
    ) -> httpx.Request:
        """A request with the key of the account; `content` as httpx takes it."""
        return httpx.Request(
            method,
            self.base_url + path,
            params={name: query_text(value) for name, value in given(query or {}).items()} or None,
            headers={
                "Authorization": f"Bearer {self.api_key}",
                "Accept": "application/json, application/problem+json;q=0.9, */*;q=0.8",
                "User-Agent": "assay-python",
                **(headers or {}),
            },
            extensions={"timeout": httpx.Timeout(timeout or self.timeout).as_dict()},
            **content,
        )


def perform(connection: Connection, operation: Operation) -> Flow[Any]:
    """Calls an operation and gives the parsed body: JSON, else text, None where it is empty.

    All tries of a POST have the same `Idempotency-Key`, so that it takes effect once. A submit with a `client_id` takes
    effect once without, and the service stores only submits without a key in groups, which is faster.
    """
    headers: dict[str, str] = {}
    content: dict[str, Any] = {}
    if operation.body is not None:
        body = given(operation.body)
        content["content"] = json.dumps(body, default=plain, ensure_ascii=False, allow_nan=False).encode()
        headers["Content-Type"] = "application/json"
    if operation.idempotency_key is not None:
        headers["Idempotency-Key"] = operation.idempotency_key
    elif operation.method == "POST" and not (operation.body and operation.body.get("client_id")):
        headers["Idempotency-Key"] = str(uuid.uuid4())
    response = yield from persist(
        connection,
        lambda: connection.request(
            operation.method,
            operation.path,
            query=operation.query,
            headers=headers,
            timeout=operation.timeout,
            **content,
        ),
    )
    return body_of(response)


def persist(
    connection: Connection,
    build: Callable[[], httpx.Request],
    sink: Sink | None = None,
    progress: Callable[[], int] = lambda: 0,
) -> Flow[httpx.Response]:
    """Sends a request until it succeeds, or trying again does not help.

    It is sent again after network faults, 408, 409 `idempotency_in_progress`, 429 and 5xx: after `Retry-After`, else after
    a random part of a time that doubles. A try with which `progress` grew does not count. Raises ApiError and
    ConnectionFailedError.
    """
    tries = 0
    while True:
        before = progress()
        try:
            response = yield from send(build(), sink)
        except httpx.TransportError as fault:
            tries = 0 if progress() > before else tries
            if tries == connection.retries:
                raise no_answer(fault) from fault
            seconds: float | None = backoff(tries)
        else:
            if response.is_success:
                return response
            seconds = seconds_to_wait(response, tries)
            if seconds is None or tries == connection.retries:
                raise error_of(response)
        tries += 1
        yield Sleep(seconds or 0)


def seconds_to_wait(response: httpx.Response, tries: int) -> float | None:
    """How long to wait before the request is sent again; None if that does not help."""
    status = response.status_code
    if not (status in (408, 429) or status >= 500 or code_of(response) == "idempotency_in_progress"):
        return None
    stated = retry_after(response)
    if status == 507 and stated is None:
        return None  # the plan's storage is used up, which does not pass
    if stated is None:
        return backoff(tries)
    # Those who were told the same second do not all come back at the same moment.
    return None if stated > LONGEST_RETRY_AFTER_S else stated + random.uniform(0, 0.25)  # noqa: S311


def retry_after(response: httpx.Response) -> float | None:
    """The seconds of `Retry-After`, which the service always states as a number."""
    try:
        return float(response.headers["retry-after"])
    except (KeyError, ValueError):
        return None


def backoff(tries: int) -> float:
    """Between a half and the whole of 0.5, 1, 2, 4, 8, 8 ... seconds."""
    return min(LONGEST_BACKOFF_S, math.ldexp(0.5, tries)) * random.uniform(0.5, 1)  # noqa: S311


def no_answer(fault: httpx.TransportError) -> ConnectionFailedError:
    """The error of a request that got no answer."""
    reason = str(fault) or type(fault).__name__
    return ConnectionFailedError(f"{fault.request.method} {fault.request.url}: {reason}")


def error_of(response: httpx.Response) -> ApiError:
    """The error of an answer that is no success."""
    body = _json_object(response)
    message = body.get("message")
    code = body.get("error")
    faults = body.get("errors")
    return BY_CODE.get(str(code), ApiError)(
        message if isinstance(message, str) else f"the service answered {response.status_code}",
        status=response.status_code,
        code=code if isinstance(code, str) else "unknown",
        request_id=response.headers.get("x-request-id"),
        faults=tuple(
            Fault(str(one.get("pointer", "")), str(one.get("message", "")))
            for one in (faults if isinstance(faults, list) else [])
            if isinstance(one, dict)
        ),
    )


def code_of(response: httpx.Response) -> str | None:
    """The `error` of an answer that is no success."""
    code = _json_object(response).get("error")
    return code if isinstance(code, str) else None


def _json_object(response: httpx.Response) -> dict[str, Any]:
    try:
        body = response.json()
    except ValueError:
        return {}
    return body if isinstance(body, dict) else {}


def body_of(response: httpx.Response) -> Any:
    """The body of an answer: parsed if it is JSON, else as text; None if there is none."""
    if not response.content:
        return None
    is_json = response.headers.get("content-type", "").split(";")[0].endswith("json")
    return response.json() if is_json else response.text
