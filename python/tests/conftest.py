"""A service of its own for the tests, and clients of it."""

from collections.abc import Iterator

import pytest
from service import Service, running_service

from assay import Assay


@pytest.fixture(scope="session")
def service() -> Iterator[Service]:
    """A running service whose account no rate limit disturbs."""
    with running_service(ASSAY_ALLOW_NETWORKS="127.0.0.0/8") as service:
        yield service


@pytest.fixture
def client(service: Service) -> Iterator[Assay]:
    """A client of it."""
    with Assay(api_key=service.key, base_url=service.origin) as client:
        yield client
