"""The stream of events."""

from __future__ import annotations

import json
import time
from collections.abc import AsyncIterator, Iterator
from datetime import datetime
from typing import Any, Literal, TypeAlias

import anyio
import httpx

from assay._async_resources import AsyncEvents as _AsyncEvents
from assay._connection import Connection, backoff, error_of, no_answer, seconds_to_wait
from assay._model import Model
from assay._resources import Events as _Events
from assay.models import Event, read_event

SILENCE_S = 45.0
"""The service sends at least a comment every 15 seconds; after three of them the connection is dead."""


class BatchProgressData(Model):
    """How far a batch is."""

    batch_id: str
    project_id: str
    item_count: int
    annotated_count: int
    excluded_count: int
    answer_count: int


class BatchProgress(Model):
    """Sent between events, at most once a second for a batch, and never repeated."""

    type: Literal["batch.progress"]
    created_at: datetime
    data: BatchProgressData


StreamedEvent: TypeAlias = Event | BatchProgress


class Reading:
    """What was read of the stream, over all its connections.

    Source of the format: WHATWG HTML, section 9.2, "Server-sent events".
    """

    def __init__(self, connection: Connection, last_event_id: str | None) -> None:
        self._connection = connection
        self._last_event_id = last_event_id
        self._data: list[str] = []
        self._tries = 0

    def request(self) -> httpx.Request:
        """Asks for what follows the last event."""
        headers = {"Accept": "text/event-stream, application/problem+json"}
        if self._last_event_id is not None:
            headers["Last-Event-ID"] = self._last_event_id
        return self._connection.request("GET", "/v1/stream", headers=headers, timeout=SILENCE_S)

    def read(self, line: str) -> StreamedEvent | None:
        """Takes a line; gives the event that it ends, if any."""
        self._tries = 0
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if name == "data":
            self._data.append(value)
        elif name == "id":
            self._last_event_id = value
        elif line == "" and self._data:
            body: Any = json.loads("\n".join(self._data))
            self._data = []
            return BatchProgress.model_validate(body) if body["type"] == "batch.progress" else read_event(body)
        return None

    def seconds_after(self, end: httpx.TransportError | httpx.Response | None) -> float:
        """How long to wait before the next connection. Raises ApiError or ConnectionFailedError if that does not help."""
        self._data = []
        tries = self._tries
        self._tries += 1
        is_last = tries >= self._connection.retries
        if isinstance(end, httpx.Response):
            seconds = seconds_to_wait(end, tries)
            if seconds is None or is_last:
                raise error_of(end)
            return seconds
        if isinstance(end, httpx.TransportError) and is_last:
            raise no_answer(end) from end
        return backoff(tries)


class Events(_Events):
    """The operations of `events`, and the stream of them."""

    def stream(self, *, last_event_id: str | None = None) -> Iterator[StreamedEvent]:
        """Events as they are committed, and the progress of batches between them, for ever.

        Begins after `last_event_id`, else now. Connects again after a broken connection, and misses no event.
        """
        reading = Reading(self._caller.connection, last_event_id)
        while True:
            end: httpx.TransportError | httpx.Response | None = None
            try:
                response = self._caller.client.send(reading.request(), stream=True)
                try:
                    if not response.is_success:
                        response.read()
                        end = response
                    else:
                        for line in response.iter_lines():
                            event = reading.read(line)
                            if event is not None:
                                yield event
                finally:
                    response.close()
            except httpx.TransportError as fault:
                end = fault
            time.sleep(reading.seconds_after(end))


class AsyncEvents(_AsyncEvents):
    """The operations of `events`, and the stream of them."""

    async def stream(self, *, last_event_id: str | None = None) -> AsyncIterator[StreamedEvent]:
        """As Events.stream."""
        reading = Reading(self._caller.connection, last_event_id)
        while True:
            end: httpx.TransportError | httpx.Response | None = None
            try:
                response = await self._caller.client.send(reading.request(), stream=True)
                try:
                    if not response.is_success:
                        await response.aread()
                        end = response
                    else:
                        async for line in response.aiter_lines():
                            event = reading.read(line)
                            if event is not None:
                                yield event
                finally:
                    await response.aclose()
            except httpx.TransportError as fault:
                end = fault
            await anyio.sleep(reading.seconds_after(end))
