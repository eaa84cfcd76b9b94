"""The clients."""

from __future__ import annotations

import os
from collections.abc import Mapping
from types import TracebackType
from typing import Literal

import httpx

from assay._async_caller import AsyncCaller
from assay._async_resources import AsyncResources
from assay._batches import AsyncBatches, Batches
from assay._caller import Caller
from assay._connection import Connection
from assay._datasets import Dataset
from assay._datasets import load as load_flow
from assay._downloads import AsyncDownloads, Downloads
from assay._events import AsyncEvents, Events
from assay._resources import Resources
from assay._uploads import AsyncUploads, Uploads

TIMEOUT_S = 60.0
RETRIES = 4


def connection_of(api_key: str | None, base_url: str | None, timeout: float, retries: int) -> Connection:
    """The connection of a client. Raises ValueError if there is no key."""
    key = api_key or os.environ.get("ASSAY_API_KEY")
    if not key:
        raise ValueError("give an api_key, or set ASSAY_API_KEY")
    url = base_url or os.environ.get("ASSAY_URL") or "http://localhost:8080"
    return Connection(url.rstrip("/").removesuffix("/v1"), key, timeout, retries)


class Assay(Resources):
    """A client of a service that waits for each answer.

    `with Assay() as client:` closes its connections in the end. It may be used by several threads.
    """

    batches: Batches
    events: Events
    uploads: Uploads

    def __init__(
        self,
        *,
        api_key: str | None = None,
        base_url: str | None = None,
        timeout: float = TIMEOUT_S,
        retries: int = RETRIES,
        http_client: httpx.Client | None = None,
    ) -> None:
        """Without arguments it takes the key and address from ASSAY_API_KEY and ASSAY_URL.

        timeout: seconds without a byte after which a request is given up, and tried again.
        retries: how often, after network faults, 408, 409 in progress, 429 and 5xx.
        http_client: with proxies or certificates of your own.
        """
        connection = connection_of(api_key, base_url, timeout, retries)
        self._http = http_client or httpx.Client()
        caller = Caller(connection, self._http)
        super().__init__(caller)
        self._caller = caller
        self.batches = Batches(caller)
        self.downloads = Downloads(caller)
        self.events = Events(caller)
        self.uploads = Uploads(caller)

    def load(
        self,
        name: str,
        *,
        version: int | Literal["latest"] = "latest",
        split: str | None = None,
        shares: Mapping[str, float] | None = None,
        seed: int = 0,
    ) -> Dataset:
        """Loads the certified labels of a batch, or the present ones of a project, by name or id.

        version: the certified revision of a batch. A project has only `latest`, which is not certified.
        split: the part to load: `train`, `validation` or `test`; None: everything. A hash of `seed` and the item's group,
            else its id, decides, so that an item never changes its part.
        shares: the parts and their shares; default: 0.8, 0.1, 0.1.
        Raises LookupError if there is no such batch or project, or several.
        """
        flow = load_flow(self._caller.connection, name, version=version, split=split, shares=shares, seed=seed)
        return self._caller.run(flow)

    def close(self) -> None:
        """Closes the connections."""
        self._http.close()

    def __enter__(self) -> Assay:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


class AsyncAssay(AsyncResources):
    """A client of a service whose methods are awaited."""

    batches: AsyncBatches
    events: AsyncEvents
    uploads: AsyncUploads

    def __init__(
        self,
        *,
        api_key: str | None = None,
        base_url: str | None = None,
        timeout: float = TIMEOUT_S,
        retries: int = RETRIES,
        http_client: httpx.AsyncClient | None = None,
    ) -> None:
        """As Assay."""
        connection = connection_of(api_key, base_url, timeout, retries)
        self._http = http_client or httpx.AsyncClient()
        caller = AsyncCaller(connection, self._http)
        super().__init__(caller)
        self._caller = caller
        self.batches = AsyncBatches(caller)
        self.downloads = AsyncDownloads(caller)
        self.events = AsyncEvents(caller)
        self.uploads = AsyncUploads(caller)

    async def load(
        self,
        name: str,
        *,
        version: int | Literal["latest"] = "latest",
        split: str | None = None,
        shares: Mapping[str, float] | None = None,
        seed: int = 0,
    ) -> Dataset:
        """As Assay.load."""
        flow = load_flow(self._caller.connection, name, version=version, split=split, shares=shares, seed=seed)
        return await self._caller.run(flow)

    async def close(self) -> None:
        """Closes the connections."""
        await self._http.aclose()

    async def __aenter__(self) -> AsyncAssay:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()
