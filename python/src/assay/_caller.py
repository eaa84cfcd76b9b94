"""Calls operations and waits for their answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import httpx

from assay._connection import Connection, perform
from assay._flow import Flow, drive
from assay._operation import Operation
from assay._pages import Pager

T = TypeVar("T")


class Caller:
    """What all resources of a client share."""

    def __init__(self, connection: Connection, client: httpx.Client) -> None:
        self.connection = connection
        self.client = client

    def run(self, flow: Flow[T]) -> T:
        """Runs a flow to its end."""
        return drive(self.client, flow)

    def call(self, operation: Operation, read: Callable[[Any], T]) -> T:
        """Calls an operation and reads its answer."""
        return read(self.run(perform(self.connection, operation)))

    def pages(self, operation: Operation, read: Callable[[Any], T]) -> Pager[T]:
        """A list that is read page by page."""
        return Pager(self.call, operation, read)
