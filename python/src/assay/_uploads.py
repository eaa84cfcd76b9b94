"""Files and folders to the service, in pieces that survive a broken connection."""

from __future__ import annotations

import base64
import hashlib
import math
import mimetypes
import os
import time
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

import httpx

from assay import models
from assay._async_resources import AsyncUploads as _AsyncUploads
from assay._connection import Connection, backoff, body_of, error_of, no_answer, persist, retry_after
from assay._flow import Flow, Sleep, run, send
from assay._operation import OMITTED
from assay._resources import Uploads as _Uploads
from assay.errors import AssayError

PIECE_BYTES = 8 * 1024 * 1024
FORM_BYTES = 32 * 1024 * 1024
"""Smaller files of a folder go together; a larger one goes in pieces by itself."""
FORM_FILES = 1_000
TUS = {"Tus-Resumable": "1.0.0"}
LONGEST_POLL_S = 2.0

PathLike: TypeAlias = str | os.PathLike[str]
OnError: TypeAlias = Literal["fail", "skip"]


@dataclass(frozen=True)
class Progress:
    """How far an upload or a download is."""

    done_bytes: int
    total_bytes: int
    id: str | None = None
    """Of the upload that the bytes go to, once it has one; `from_file(upload_id=...)` continues it."""


OnProgress: TypeAlias = Callable[[Progress], object]


class UploadFailedError(AssayError):
    """The service could not use the files. The message says why."""

    def __init__(self, upload: models.Upload) -> None:
        reason = "it expired" if upload.error is None else upload.error.message
        super().__init__(f"{upload.id}: {reason}")
        self.upload = upload


def send_file(
    connection: Connection,
    path: PathLike,
    *,
    filename: str | None,
    content_type: str | None,
    metadata: Mapping[str, str],
    on_error: OnError | None,
    upload_id: str | None,
    on_progress: OnProgress | None,
    timeout: float | None,
) -> Flow[models.Upload]:
    """Sends a file by tus, from where an earlier try stopped, and waits until it is ready."""
    file = Path(path)
    size = (yield from run(file.stat)).st_size
    if upload_id is None:
        name = filename or file.name
        said = {"filename": name, "filetype": content_type or mimetypes.guess_type(name)[0], **metadata}
        upload_id = yield from _announce(connection, size, said, on_error)
        offset = 0
    else:
        offset = yield from _offset(connection, upload_id, size)
    tries = 0
    while offset < size:
        if on_progress is not None:
            on_progress(Progress(offset, size, upload_id))
        piece = yield from run(_reader(file, offset))
        if not piece:
            raise AssayError(f"{file} became shorter while it was sent")
        try:
            response = yield from send(_piece_request(connection, upload_id, offset, piece))
        except httpx.TransportError as fault:
            if tries == connection.retries:
                raise no_answer(fault) from fault
            seconds = backoff(tries)
        else:
            if response.is_success:
                offset, tries = int(response.headers["upload-offset"]), 0
                continue
            if tries == connection.retries or not _is_worth_another(response.status_code):
                raise error_of(response)
            seconds = retry_after(response) or backoff(tries)
        tries += 1
        yield Sleep(seconds)
        offset = yield from _offset(connection, upload_id, size)
    if on_progress is not None:
        on_progress(Progress(size, size, upload_id))
    return (yield from until_ready(connection, upload_id, timeout))


def _announce(connection: Connection, size: int, said: Mapping[str, str | None], on_error: OnError | None) -> Flow[str]:
    pairs = (f"{key} {_base64(value.encode())}" for key, value in said.items() if value)
    headers = {**TUS, "Upload-Length": str(size), "Upload-Metadata": ",".join(pairs)}
    headers["Idempotency-Key"] = str(uuid.uuid4())
    query = {"on_error": on_error or OMITTED}
    response = yield from persist(
        connection, lambda: connection.request("POST", "/v1/uploads", query=query, headers=headers)
    )
    return str(response.headers["location"].rsplit("/", 1)[-1])


def _offset(connection: Connection, upload_id: str, size: int) -> Flow[int]:
    """How many bytes the service has. Raises ValueError if the upload is of a file of another size."""
    response = yield from persist(connection, lambda: connection.request("HEAD", f"/v1/uploads/{upload_id}", headers=TUS))
    if int(response.headers["upload-length"]) != size:
        announced = response.headers["upload-length"]
        raise ValueError(f"{upload_id} is for a file of {announced} bytes, this one has {size}")
    return int(response.headers["upload-offset"])


def _reader(file: Path, offset: int) -> Callable[[], bytes]:
    def read() -> bytes:
        with file.open("rb") as opened:
            opened.seek(offset)
            return opened.read(PIECE_BYTES)

    return read


def _piece_request(connection: Connection, upload_id: str, offset: int, piece: bytes) -> httpx.Request:
    headers = {
        **TUS,
        "Content-Type": "application/offset+octet-stream",
        "Upload-Offset": str(offset),
        "Upload-Checksum": f"sha256 {_base64(hashlib.sha256(piece).digest())}",
    }
    return connection.request("PATCH", f"/v1/uploads/{upload_id}", headers=headers, content=piece)


def _is_worth_another(status: int) -> bool:
    """408, an offset that moved, an earlier request that still holds the upload, damaged bytes, limits and outages."""
    return status in (408, 409, 423, 429, 460) or status >= 500


def _base64(data: bytes) -> str:
    return base64.b64encode(data).decode()


def until_ready(connection: Connection, upload_id: str, timeout: float | None) -> Flow[models.Upload]:
    """Waits until an upload can be used. Raises UploadFailedError, and TimeoutError after `timeout` seconds."""
    end = None if timeout is None else time.monotonic() + timeout
    pause = 0.05
    while True:
        response = yield from persist(connection, lambda: connection.request("GET", f"/v1/uploads/{upload_id}"))
        upload = models.Upload.model_validate(body_of(response))
        if upload.status == "ready":
            return upload
        if upload.status in ("failed", "expired"):
            raise UploadFailedError(upload)
        left = math.inf if end is None else end - time.monotonic()
        if left <= 0:
            raise TimeoutError(f"{upload_id} is {upload.status} after {timeout} s")
        yield Sleep(min(pause, left))
        pause = min(LONGEST_POLL_S, pause * 1.5)


def send_folder(
    connection: Connection,
    folder: PathLike,
    *,
    pattern: str,
    on_error: OnError | None,
    on_progress: OnProgress | None,
    timeout: float | None,
) -> Flow[list[models.Upload]]:
    """Sends the files of a folder, many small ones in one request, and waits until they are ready."""
    root = Path(folder)
    files = yield from run(lambda: files_of(root, pattern))
    total = sum(size for _, size in files)
    done = 0
    uploads: list[models.Upload] = []
    for group in groups_of(files):
        before = done

        def report(progress: Progress, before: int = before) -> None:
            if on_progress is not None:
                on_progress(Progress(before + progress.done_bytes, total, progress.id))

        if len(group) == 1 and group[0][1] > FORM_BYTES:
            upload = yield from send_file(
                connection,
                group[0][0],
                filename=None,
                content_type=None,
                metadata={},
                on_error=on_error,
                upload_id=None,
                on_progress=report,
                timeout=timeout,
            )
        else:
            made = yield from _send_form(connection, root, [path for path, _ in group], on_error)
            upload = yield from until_ready(connection, made.id, timeout)
        done += sum(size for _, size in group)
        report(Progress(done - before, total, upload.id))
        uploads.append(upload)
    return uploads


def files_of(root: Path, pattern: str) -> list[tuple[Path, int]]:
    """The files below a folder with their sizes, in the order of their names, without hidden ones.

    Raises ValueError if there are none: a misspelled folder is no empty one.
    """
    found = sorted(path for path in root.glob(pattern) if path.is_file() and not _is_hidden(path, root))
    if not found:
        raise ValueError(f"{root} has no files that match {pattern}")
    return [(path, path.stat().st_size) for path in found]


def _is_hidden(path: Path, root: Path) -> bool:
    return any(part.startswith(".") for part in path.relative_to(root).parts)


def groups_of(files: Sequence[tuple[Path, int]]) -> Iterator[list[tuple[Path, int]]]:
    """The files in groups that one form carries; a large file is a group by itself."""
    group: list[tuple[Path, int]] = []
    size = 0
    for file in files:
        if group and (size + file[1] > FORM_BYTES or len(group) == FORM_FILES):
            yield group
            group, size = [], 0
        group.append(file)
        size += file[1]
    if group:
        yield group


def _send_form(connection: Connection, root: Path, paths: Sequence[Path], on_error: OnError | None) -> Flow[models.Upload]:
    def read() -> list[tuple[str, tuple[str, bytes, str]]]:
        return [("file", (_name(path, root), path.read_bytes(), _type(path))) for path in paths]

    parts = yield from run(read)
    headers = {"Idempotency-Key": str(uuid.uuid4())}
    query = {"on_error": on_error or OMITTED}
    response = yield from persist(
        connection,
        lambda: connection.request("POST", "/v1/uploads", query=query, headers=headers, files=parts),
    )
    return models.Upload.model_validate(body_of(response))


def _name(path: Path, root: Path) -> str:
    return path.relative_to(root).as_posix()


def _type(path: Path) -> str:
    return mimetypes.guess_type(path.name)[0] or "application/octet-stream"


class Uploads(_Uploads):
    """The operations of `uploads`, and files and folders of this machine."""

    def from_file(
        self,
        path: PathLike,
        *,
        filename: str | None = None,
        content_type: str | None = None,
        metadata: Mapping[str, str] | None = None,
        on_error: OnError | None = None,
        upload_id: str | None = None,
        on_progress: OnProgress | None = None,
        timeout: float | None = None,
    ) -> models.Upload:
        """Uploads a file in pieces, goes on after broken connections, and waits until it is ready.

        upload_id: continues an unfinished upload of the same file, such as one of a process that was killed.
        timeout: seconds to wait for the service to read the file after its last byte; None: for ever.
        Raises UploadFailedError if the service cannot use the file.
        """
        return self._caller.run(
            send_file(
                self._caller.connection,
                path,
                filename=filename,
                content_type=content_type,
                metadata=metadata or {},
                on_error=on_error,
                upload_id=upload_id,
                on_progress=on_progress,
                timeout=timeout,
            )
        )

    def from_folder(
        self,
        path: PathLike,
        *,
        pattern: str = "**/*",
        on_error: OnError | None = None,
        on_progress: OnProgress | None = None,
        timeout: float | None = None,
    ) -> list[models.Upload]:
        """Uploads the files of a folder in the order of their names, and waits until they are ready.

        Small files go together, up to 1,000 in one upload. Hidden files are left out. `pattern` is one of
        pathlib.Path.glob. Raises UploadFailedError if the service cannot use a file.
        """
        return self._caller.run(
            send_folder(
                self._caller.connection,
                path,
                pattern=pattern,
                on_error=on_error,
                on_progress=on_progress,
                timeout=timeout,
            )
        )

    def wait_for(self, upload_id: str, *, timeout: float | None = None) -> models.Upload:
        """Waits until an upload is ready. Raises UploadFailedError, and TimeoutError after `timeout` seconds."""
        return self._caller.run(until_ready(self._caller.connection, upload_id, timeout))


class AsyncUploads(_AsyncUploads):
    """The operations of `uploads`, and files and folders of this machine."""

    async def from_file(
        self,
        path: PathLike,
        *,
        filename: str | None = None,
        content_type: str | None = None,
        metadata: Mapping[str, str] | None = None,
        on_error: OnError | None = None,
        upload_id: str | None = None,
        on_progress: OnProgress | None = None,
        timeout: float | None = None,
    ) -> models.Upload:
        """As Uploads.from_file."""
        return await self._caller.run(
            send_file(
                self._caller.connection,
                path,
                filename=filename,
                content_type=content_type,
                metadata=metadata or {},
                on_error=on_error,
                upload_id=upload_id,
                on_progress=on_progress,
                timeout=timeout,
            )
        )

    async def from_folder(
        self,
        path: PathLike,
        *,
        pattern: str = "**/*",
        on_error: OnError | None = None,
        on_progress: OnProgress | None = None,
        timeout: float | None = None,
    ) -> list[models.Upload]:
        """As Uploads.from_folder."""
        return await self._caller.run(
            send_folder(
                self._caller.connection,
                path,
                pattern=pattern,
                on_error=on_error,
                on_progress=on_progress,
                timeout=timeout,
            )
        )

    async def wait_for(self, upload_id: str, *, timeout: float | None = None) -> models.Upload:
        """Waits until an upload is ready. Raises UploadFailedError, and TimeoutError after `timeout` seconds."""
        return await self._caller.run(until_ready(self._caller.connection, upload_id, timeout))
