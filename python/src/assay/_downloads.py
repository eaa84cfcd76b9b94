"""Datasets, exports and uploaded files to this machine, whole and unchanged."""

from __future__ import annotations

import base64
import hashlib
import re
from pathlib import Path
from typing import Any, BinaryIO, Literal

import httpx

from assay._async_caller import AsyncCaller
from assay._caller import Caller
from assay._connection import Connection, persist, retry_after
from assay._flow import Flow, Sleep, run
from assay._operation import route
from assay._uploads import OnProgress, PathLike, Progress
from assay.errors import ApiError, AssayError

ROUTES = {
    "batch": "/v1/batches/{}/download",
    "exp": "/v1/exports/{}/download",
    "file": "/v1/files/{}/content",
}
BUILDING = 202
PARTIAL = 206
FIRST_BYTE = {"Range": "bytes=0-0"}


class DigestMismatchError(AssayError):
    """The bytes that arrived are not those of the service. What arrived was removed."""


def fetch(
    connection: Connection,
    resource_id: str,
    path: PathLike,
    query: dict[str, Any],
    on_progress: OnProgress | None,
) -> Flow[Path]:
    """Downloads to `path`, which appears once all bytes are there and their digest is right.

    Until then they are in a file beside it that is named after the digest, so that a later call goes on with it.
    """
    target = Path(path)
    address = _address(resource_id)
    size, digest = yield from _described(connection, address, query)
    part = target.with_name(f"{target.name}.{digest[:16]}.part")
    file = yield from run(lambda: _opened(part))
    try:
        yield from _fetch_rest(connection, address, query, file, size, on_progress)
    finally:
        file.close()
    yield from run(lambda: _conclude(part, target, size, digest))
    return target


def _address(resource_id: str) -> str:
    kind = resource_id.partition("_")[0]
    if kind not in ROUTES:
        raise ValueError(f"{resource_id} is the id of no batch, export or file")
    return route(ROUTES[kind], resource_id)


def _described(connection: Connection, address: str, query: dict[str, Any]) -> Flow[tuple[int, str]]:
    """The size and SHA-256 in hexadecimal of what is to be downloaded, once the service has built it."""
    while True:
        try:
            response = yield from persist(connection, lambda: connection.request("HEAD", address, query=query))
        except ApiError:
            # The answer to HEAD has no body, which would say what is wrong.
            yield from persist(connection, lambda: connection.request("GET", address, query=query, headers=FIRST_BYTE))
            continue
        if response.status_code == BUILDING:
            yield Sleep(retry_after(response) or 1)
            continue
        stated = re.search(r"sha-256=:([^:]+):", response.headers.get("repr-digest", ""))
        if stated is None:
            raise AssayError(f"{address}: the answer states no Repr-Digest")
        return int(response.headers["content-length"]), base64.b64decode(stated[1]).hex()


def _fetch_rest(
    connection: Connection,
    address: str,
    query: dict[str, Any],
    file: BinaryIO,
    size: int,
    on_progress: OnProgress | None,
) -> Flow[None]:
    """Appends what `file` lacks, each time from where the last try stopped."""

    def build() -> httpx.Request:
        headers = {"Accept": "*/*", "Accept-Encoding": "identity", "Range": f"bytes={file.tell()}-"}
        return connection.request("GET", address, query=query, headers=headers)

    def sink(response: httpx.Response, piece: bytes) -> None:
        if response.status_code != PARTIAL and response.num_bytes_downloaded == len(piece):
            file.truncate(0)  # a proxy on the way sends all of it
        file.write(piece)
        if on_progress is not None:
            on_progress(Progress(file.tell(), size))

    if file.tell() < size:
        yield from persist(connection, build, sink, file.tell)


def _opened(part: Path) -> BinaryIO:
    part.parent.mkdir(parents=True, exist_ok=True)
    file = part.open("ab")
    file.seek(0, 2)
    return file


def _conclude(part: Path, target: Path, size: int, digest: str) -> None:
    with part.open("rb") as file:
        found = hashlib.file_digest(file, "sha256").hexdigest()
    if found != digest:
        have = part.stat().st_size
        part.unlink()
        raise DigestMismatchError(f"{target}: {have} bytes with SHA-256 {found}, expected {size} with {digest}")
    part.replace(target)


def _query(name: str | None, bundle: bool, include: Literal["media"] | None, revision: int | None) -> dict[str, Any]:
    wanted = {"format": name, "bundle": bundle or None, "include": include, "revision": revision}
    return {name: value for name, value in wanted.items() if value is not None}


class Downloads:
    """Downloads of certified datasets, exports and uploaded files."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def to_file(
        self,
        resource_id: str,
        path: PathLike,
        *,
        format: str | None = None,  # noqa: A002
        bundle: bool = False,
        include: Literal["media"] | None = None,
        revision: int | None = None,
        on_progress: OnProgress | None = None,
    ) -> Path:
        """Downloads the dataset of a certified batch, an export or a file, by its id, to `path`.

        `format`, `bundle`, `include` and `revision` are those of a batch's download. The file appears once all its bytes
        are there and their SHA-256 is right. A download that was cut off, even by the end of this process, goes on where
        it was. Raises DigestMismatchError.
        """
        query = _query(format, bundle, include, revision)
        return self._caller.run(fetch(self._caller.connection, resource_id, path, query, on_progress))


class AsyncDownloads:
    """Downloads of certified datasets, exports and uploaded files."""

    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller

    async def to_file(
        self,
        resource_id: str,
        path: PathLike,
        *,
        format: str | None = None,  # noqa: A002
        bundle: bool = False,
        include: Literal["media"] | None = None,
        revision: int | None = None,
        on_progress: OnProgress | None = None,
    ) -> Path:
        """As Downloads.to_file."""
        query = _query(format, bundle, include, revision)
        return await self._caller.run(fetch(self._caller.connection, resource_id, path, query, on_progress))
