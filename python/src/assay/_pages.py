"""Lists of the API, read page by page."""

from __future__ import annotations

import dataclasses
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from assay._operation import OMITTED, Operation

T = TypeVar("T")
U = TypeVar("U")

PAGE = 100
"""Entries a page where the caller names no `limit`: the most that every list gives."""


@dataclass(frozen=True)
class Page(Generic[T]):
    """A part of a list."""

    data: list[T]
    has_more: bool
    next_cursor: str | None


class Call(Protocol):
    """Caller.call."""

    def __call__(self, operation: Operation, read: Callable[[Any], U], /) -> U: ...


class AsyncCall(Protocol):
    """AsyncCaller.call."""

    def __call__(self, operation: Operation, read: Callable[[Any], U], /) -> Awaitable[U]: ...


class Pager(Generic[T]):
    """All entries of a list: `for batch in client.batches.list(): ...`. Pages are loaded as they are needed."""

    def __init__(self, call: Call, operation: Operation, read: Callable[[Any], T]) -> None:
        self._call = call
        self._operation = operation
        self._read = _page_of(read)

    def __iter__(self) -> Iterator[T]:
        for page in self.pages():
            yield from page.data

    def pages(self) -> Iterator[Page[T]]:
        """The pages of the list, of `limit` entries each."""
        cursor = None
        while True:
            page = self._call(_at(self._operation, cursor), self._read)
            yield page
            if not page.has_more:
                return
            cursor = page.next_cursor

    def first_page(self) -> Page[T]:
        """The first page, with the cursor of the next."""
        return next(self.pages())


class AsyncPager(Generic[T]):
    """All entries of a list: `async for batch in client.batches.list(): ...`. Pages are loaded as they are needed."""

    def __init__(self, call: AsyncCall, operation: Operation, read: Callable[[Any], T]) -> None:
        self._call = call
        self._operation = operation
        self._read = _page_of(read)

    async def __aiter__(self) -> AsyncIterator[T]:
        async for page in self.pages():
            for entry in page.data:
                yield entry

    async def pages(self) -> AsyncIterator[Page[T]]:
        """The pages of the list, of `limit` entries each."""
        cursor = None
        while True:
            page = await self._call(_at(self._operation, cursor), self._read)
            yield page
            if not page.has_more:
                return
            cursor = page.next_cursor

    async def first_page(self) -> Page[T]:
        """The first page, with the cursor of the next."""
        return await self._call(_at(self._operation, None), self._read)


def _page_of(read: Callable[[Any], T]) -> Callable[[Any], Page[T]]:
    return lambda body: Page([read(entry) for entry in body["data"]], body["has_more"], body.get("next_cursor"))


def _at(operation: Operation, cursor: str | None) -> Operation:
    query = dict(operation.query)
    if query.get("limit", OMITTED) is OMITTED:
        query["limit"] = PAGE
    if cursor is not None:
        query["cursor"] = cursor
    return dataclasses.replace(operation, query=query)
