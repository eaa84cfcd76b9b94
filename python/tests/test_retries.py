"""Requests are tried again where that helps, and take effect once."""

import json
from collections.abc import Iterator

import pytest
from service import Service

from assay import ApiError, Assay, ConnectionFailedError, errors
from proxy import Fault, Proxy, proxy_before


@pytest.fixture
def proxy(service: Service) -> Iterator[Proxy]:
    with proxy_before(service.origin) as proxy:
        yield proxy


@pytest.fixture
def behind(proxy: Proxy, service: Service) -> Iterator[Assay]:
    with Assay(api_key=service.key, base_url=proxy.origin) as client:
        yield client


def refusal(status: int, code: str, **headers: str) -> Fault:
    body = json.dumps({"error": code, "message": "no"}).encode()
    return Fault(answer=(status, {"content-type": "application/json", **headers}, body))


def test_a_post_whose_answer_was_lost_takes_effect_once(behind: Assay, proxy: Proxy) -> None:
    proxy.faults["POST"] = [Fault(lose_answer=True), Fault(lose_request=True), refusal(500, "internal_error")]
    made = behind.projects.create(name="Once", annotation_type="text_classification")
    assert [project.id for project in behind.projects.list(name="Once")] == [made.id]
    tries = proxy.requests("POST")
    assert len(tries) == 4
    assert len({one.headers["idempotency-key"] for one in tries}) == 1


def test_two_calls_have_two_keys(behind: Assay, proxy: Proxy) -> None:
    for _ in range(2):
        behind.projects.create(annotation_type="text_classification")
    first, second = proxy.requests("POST")
    assert first.headers["idempotency-key"] != second.headers["idempotency-key"]


@pytest.mark.parametrize(
    "fault",
    [
        refusal(408, "request_timeout"),
        refusal(409, "idempotency_in_progress", **{"retry-after": "0"}),
        refusal(429, "rate_limit_exceeded", **{"retry-after": "0"}),
        refusal(502, "unknown"),
        refusal(503, "service_unavailable", **{"retry-after": "0"}),
        refusal(507, "insufficient_storage", **{"retry-after": "0"}),
    ],
    ids=lambda fault: str(fault.answer[0]),
)
def test_what_passes_is_tried_again(behind: Assay, proxy: Proxy, fault: Fault) -> None:
    proxy.faults["GET"] = [fault]
    assert behind.account.get().id.startswith("acct_")
    assert len(proxy.requests("GET")) == 2


@pytest.mark.parametrize(
    ("fault", "kind"),
    [
        (refusal(400, "invalid_request"), errors.InvalidRequestError),
        (refusal(409, "invalid_state"), errors.InvalidStateError),
        (refusal(429, "rate_limit_exceeded", **{"retry-after": "3600"}), errors.RateLimitExceededError),
        (refusal(507, "insufficient_storage"), errors.InsufficientStorageError),
        (refusal(418, "newer_than_the_client"), ApiError),
    ],
    ids=lambda value: value.__name__ if isinstance(value, type) else "",
)
def test_what_stays_is_raised_at_once(behind: Assay, proxy: Proxy, fault: Fault, kind: type[ApiError]) -> None:
    proxy.faults["GET"] = [fault]
    with pytest.raises(kind) as raised:
        behind.account.get()
    assert type(raised.value) is kind
    assert len(proxy.requests("GET")) == 1


def test_retry_after_is_waited_for(behind: Assay, proxy: Proxy) -> None:
    proxy.faults["GET"] = [refusal(429, "rate_limit_exceeded", **{"retry-after": "1"})]
    behind.account.get()
    first, second = proxy.requests("GET")
    assert second.at - first.at >= 1


def test_without_retries_a_lost_request_is_an_error(proxy: Proxy, service: Service) -> None:
    proxy.faults["GET"] = [Fault(lose_request=True)]
    with (
        Assay(api_key=service.key, base_url=proxy.origin, retries=0) as client,
        pytest.raises(ConnectionFailedError, match="/v1/account"),
    ):
        client.account.get()


def test_tries_end(proxy: Proxy, service: Service) -> None:
    proxy.faults["GET"] = [Fault(lose_request=True)] * 9
    with Assay(api_key=service.key, base_url=proxy.origin, retries=2) as client, pytest.raises(ConnectionFailedError):
        client.account.get()
    assert len(proxy.requests("GET")) == 3


def test_an_error_names_its_request_and_its_faults(client: Assay) -> None:
    with pytest.raises(errors.InvalidRequestError) as raised:
        client.projects.create(annotation_type="text_classification", labels=[{"name": ""}])
    error = raised.value
    assert (error.status, error.code) == (400, "invalid_request")
    assert error.request_id is not None
    assert error.request_id in str(error)
    assert [fault.pointer for fault in error.faults] == ["#/labels/0/name"]
    with pytest.raises(errors.NotFoundError):
        client.batches.get("batch_01JD3W8Q9V6T2R4M5N7P8X0YZC")
    with pytest.raises(ValueError, match="not empty"):
        client.batches.get("")


def test_a_key_is_in_no_text_of_the_client(service: Service) -> None:
    with Assay(api_key=service.key, base_url=service.origin) as client:
        assert service.key not in repr(vars(client)) + repr(client._caller.connection)
