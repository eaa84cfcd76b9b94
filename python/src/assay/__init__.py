"""Client of Assay, the annotation data service: upload data, read certified labels."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from assay import errors, models, params, webhooks
from assay._batches import BatchFailedError
from assay._client import Assay, AsyncAssay
from assay._datasets import Dataset, ExportFailedError
from assay._downloads import DigestMismatchError
from assay._events import BatchProgress
from assay._pages import AsyncPager, Page, Pager
from assay._uploads import Progress, UploadFailedError
from assay._verify import Certificate, Fault, Verification, verify_certificate
from assay.errors import ApiError, AssayError, ConnectionFailedError

__all__ = [
    "ApiError",
    "Assay",
    "AssayError",
    "AsyncAssay",
    "AsyncPager",
    "BatchFailedError",
    "BatchProgress",
    "Certificate",
    "ConnectionFailedError",
    "Dataset",
    "DigestMismatchError",
    "ExportFailedError",
    "Fault",
    "Page",
    "Pager",
    "Progress",
    "UploadFailedError",
    "Verification",
    "errors",
    "load",
    "models",
    "params",
    "verify_certificate",
    "webhooks",
]


def load(
    name: str,
    *,
    version: int | Literal["latest"] = "latest",
    split: str | None = None,
    shares: Mapping[str, float] | None = None,
    seed: int = 0,
) -> Dataset:
    """Loads labels with the key and address of ASSAY_API_KEY and ASSAY_URL, as Assay.load."""
    with Assay() as client:
        return client.load(name, version=version, split=split, shares=shares, seed=seed)
