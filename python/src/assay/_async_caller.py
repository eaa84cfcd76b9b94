"""Calls operations and awaits their answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import httpx

from assay._connection import Connection, perform
from assay._flow import Flow, drive_async
from assay._operation import Operation
from assay._pages import AsyncPager

T = TypeVar("T")


class AsyncCaller:
    """What all resources of a client share."""

    def __init__(self, connection: Connection, client: httpx.AsyncClient) -> None:
        self.connection = connection
        self.client = client

    async def run(self, flow: Flow[T]) -> T:
        """Runs a flow to its end."""
        return await drive_async(self.client, flow)

    async def call(self, operation: Operation, read: Callable[[Any], T]) -> T:
        """Calls an operation and reads its answer."""
        return read(await self.run(perform(self.connection, operation)))

    def pages(self, operation: Operation, read: Callable[[Any], T]) -> AsyncPager[T]:
        """A list that is read page by page."""
        return AsyncPager(self.call, operation, read)
