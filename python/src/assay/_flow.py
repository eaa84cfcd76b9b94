"""The steps of the client, written once for the client that waits and for the one with `await`.

A flow is a generator: it yields what is to be done and gets back what came of it. `drive` and `drive_async` do it.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar, cast

import anyio
import anyio.to_thread
import httpx

T = TypeVar("T")


Sink: TypeAlias = Callable[[httpx.Response, bytes], object]
"""Takes the bytes of an answer as they come."""


@dataclass(frozen=True)
class Send:
    """Sends a request. With a sink, the bytes of a success go there; else they are read into the response."""

    request: httpx.Request
    sink: Sink | None = None


@dataclass(frozen=True)
class Sleep:
    """Waits for some seconds."""

    seconds: float


@dataclass(frozen=True)
class Run:
    """Does something that may take a while, such as reading a file."""

    action: Callable[[], Any]


Effect: TypeAlias = Send | Sleep | Run
Flow: TypeAlias = Generator[Effect, Any, T]


def send(request: httpx.Request, sink: Sink | None = None) -> Flow[httpx.Response]:
    """Sends a request once. Raises httpx.TransportError."""
    return cast(httpx.Response, (yield Send(request, sink)))


def run(action: Callable[[], T]) -> Flow[T]:
    """Does `action` where it does not hold up others."""
    return cast(T, (yield Run(action)))


def drive(client: httpx.Client, flow: Flow[T]) -> T:
    """Runs a flow to its end."""
    outcome: Any = None
    fault: Exception | None = None
    while True:
        try:
            effect = flow.send(outcome) if fault is None else flow.throw(fault)
        except StopIteration as end:
            return cast(T, end.value)
        outcome, fault = None, None
        try:
            if isinstance(effect, Sleep):
                time.sleep(effect.seconds)
            elif isinstance(effect, Run):
                outcome = effect.action()
            else:
                outcome = _send(client, effect)
        except Exception as raised:
            fault = raised


def _send(client: httpx.Client, effect: Send) -> httpx.Response:
    response = client.send(effect.request, stream=True, follow_redirects=True)
    with contextlib.closing(response):
        if effect.sink is None or not response.is_success:
            response.read()
        else:
            for piece in response.iter_bytes():
                effect.sink(response, piece)
    return response


async def drive_async(client: httpx.AsyncClient, flow: Flow[T]) -> T:
    """Runs a flow to its end."""
    outcome: Any = None
    fault: Exception | None = None
    while True:
        try:
            effect = flow.send(outcome) if fault is None else flow.throw(fault)
        except StopIteration as end:
            return cast(T, end.value)
        outcome, fault = None, None
        try:
            if isinstance(effect, Sleep):
                await anyio.sleep(effect.seconds)
            elif isinstance(effect, Run):
                outcome = await anyio.to_thread.run_sync(effect.action)
            else:
                outcome = await _send_async(client, effect)
        except Exception as raised:
            fault = raised


async def _send_async(client: httpx.AsyncClient, effect: Send) -> httpx.Response:
    response = await client.send(effect.request, stream=True, follow_redirects=True)
    try:
        if effect.sink is None or not response.is_success:
            await response.aread()
        else:
            async for piece in response.aiter_bytes():
                effect.sink(response, piece)
    finally:
        await response.aclose()
    return response
