"""Batches, and waiting for their verdict."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import Literal, TypeAlias

from assay import models
from assay._async_resources import AsyncBatches as _AsyncBatches
from assay._connection import Connection, perform
from assay._flow import Flow, Sleep
from assay._operation import Operation, route
from assay._resources import Batches as _Batches
from assay.errors import AssayError

Status: TypeAlias = Literal["processing", "completed", "certified"]
ORDER = ("created", "processing", "completed", "certified")
LONGEST_POLL_S = 10.0


class BatchFailedError(AssayError):
    """The batch did not pass. `batch.failure_reasons` says why."""

    def __init__(self, batch: models.Batch) -> None:
        super().__init__(f"{batch.id} failed: {batch.sentence or batch.failure_reasons}")
        self.batch = batch


def wait_for(
    connection: Connection,
    batch_id: str,
    status: Status,
    timeout: float | None,
    on_progress: Callable[[models.Batch], object] | None,
) -> Flow[models.Batch]:
    """Asks for a batch less and less often until it has reached `status`."""
    end = None if timeout is None else time.monotonic() + timeout
    pause = 0.1
    while True:
        body = yield from perform(connection, Operation("GET", route("/v1/batches/{}", batch_id)))
        batch = models.Batch.model_validate(body)
        if on_progress is not None:
            on_progress(batch)
        if batch.status == "failed" and status == "certified":
            raise BatchFailedError(batch)
        if batch.status == "failed" or ORDER.index(batch.status) >= ORDER.index(status):
            return batch
        left = math.inf if end is None else end - time.monotonic()
        if left <= 0:
            raise TimeoutError(f"{batch_id} is {batch.status} after {timeout} s, not yet {status}")
        yield Sleep(min(pause, left))
        pause = min(LONGEST_POLL_S, pause * 1.5)


class Batches(_Batches):
    """The operations of `batches`, and waiting for one."""

    def wait_for(
        self,
        batch_id: str,
        status: Status = "certified",
        *,
        timeout: float | None = None,
        on_progress: Callable[[models.Batch], object] | None = None,
    ) -> models.Batch:
        """Waits until a batch has reached `status`, and returns it.

        `on_progress` gets the batch each time that it was asked for. Raises BatchFailedError if it failed instead of being
        certified, and TimeoutError after `timeout` seconds.
        """
        return self._caller.run(wait_for(self._caller.connection, batch_id, status, timeout, on_progress))


class AsyncBatches(_AsyncBatches):
    """The operations of `batches`, and waiting for one."""

    async def wait_for(
        self,
        batch_id: str,
        status: Status = "certified",
        *,
        timeout: float | None = None,
        on_progress: Callable[[models.Batch], object] | None = None,
    ) -> models.Batch:
        """As Batches.wait_for."""
        return await self._caller.run(wait_for(self._caller.connection, batch_id, status, timeout, on_progress))
