"""Events as a stream and as webhooks."""

import time
from collections.abc import Iterator

import pytest
import standardwebhooks
from receiver import receiving
from service import Service, until

from assay import Assay, models, webhooks
from proxy import Fault, proxy_before

SECRET = "whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE="  # noqa: S105
OTHER = "whsec_" + "QUFB" * 8
BODY = b'{"id": "evt_1", "type": "batch.deleted", "created_at": "2026-11-21T03:00:00.000Z", "data": {"a": 1}}'


def renamed(client: Assay, names: list[str]) -> list[str]:
    """Makes an event for each name; gives their ids, oldest first."""
    project = client.projects.create(annotation_type="text_classification")
    for name in names:
        client.projects.update(project.id, name=name)
    events = list(client.events.list(type="project.updated"))
    return [event.id for event in events][-len(names) :]


def test_a_stream_that_breaks_misses_no_event(client: Assay, service: Service) -> None:
    ids = renamed(client, ["a", "b", "c", "d"])
    with proxy_before(service.origin) as proxy, Assay(api_key=service.key, base_url=proxy.origin) as behind:
        # The connection breaks after each event, and once before any.
        proxy.faults["GET"] = [Fault(cut_answer_at=1), Fault(lose_request=True), Fault(cut_answer_at=1)]
        stream: Iterator[object] = behind.events.stream(last_event_id="0")
        seen: list[str] = []
        while ids[-1] not in seen:
            event = next(stream)
            if isinstance(event, models.ProjectUpdatedEvent):
                seen.append(event.id)
        assert seen[-4:] == ids
        assert len(seen) == len(set(seen))
        assert len(proxy.requests("GET")) > 3


def test_a_delivery_is_verified_and_read(client: Assay, service: Service) -> None:
    with receiving(200) as receiver:
        webhook = client.webhooks.create(url=receiver.url, events=["project.updated"])
        ids = renamed(client, ["delivered"])
        until(lambda: len(receiver.deliveries) > 0, 30)
        client.webhooks.delete(webhook.id)
    delivery = receiver.deliveries[0]
    event = webhooks.unwrap(delivery.body, delivery.headers, webhook.secret)
    assert isinstance(event, models.ProjectUpdatedEvent)
    assert event.id == ids[0]
    with pytest.raises(webhooks.SignatureError):
        webhooks.unwrap(delivery.body, delivery.headers, OTHER)


def test_signatures_are_those_of_standard_webhooks() -> None:
    headers = webhooks.sign(BODY, SECRET, message_id="evt_1")
    assert standardwebhooks.Webhook(SECRET).verify(BODY, headers)["id"] == "evt_1"
    event = webhooks.unwrap(BODY.decode(), {name.title(): value for name, value in headers.items()}, SECRET)
    assert isinstance(event, models.UnknownEvent)
    assert (event.type, event.data) == ("batch.deleted", {"a": 1})


def test_while_a_secret_is_rotated_either_is_taken() -> None:
    old, new = (webhooks.sign(BODY, secret, message_id="evt_1") for secret in (OTHER, SECRET))
    both = {**old, "webhook-signature": f"{new['webhook-signature']} {old['webhook-signature']}"}
    for headers, secrets in ((old, [SECRET, OTHER]), (new, [SECRET, OTHER]), (both, [OTHER]), (both, [SECRET])):
        assert webhooks.unwrap(BODY, headers, secrets).id == "evt_1"


@pytest.mark.parametrize("seconds", [-301, 301])
def test_a_signature_of_another_time_is_refused(seconds: int) -> None:
    now = int(time.time())
    headers = webhooks.sign(BODY, SECRET, message_id="evt_1", timestamp=now + seconds)
    with pytest.raises(webhooks.SignatureError, match="301 s"):
        webhooks.unwrap(BODY, headers, SECRET, now=now)
    assert webhooks.unwrap(BODY, headers, SECRET, now=now, tolerance=301).id == "evt_1"


@pytest.mark.parametrize(
    "change",
    [
        {"webhook-signature": "v1,AAAA"},
        {"webhook-signature": ""},
        {"webhook-id": "evt_2"},
        {"webhook-timestamp": "1e9"},
        {"webhook-timestamp": "²"},
    ],
)
def test_changed_headers_are_refused(change: dict[str, str]) -> None:
    headers = webhooks.sign(BODY, SECRET, message_id="evt_1")
    with pytest.raises(webhooks.SignatureError):
        webhooks.unwrap(BODY, {**headers, **change}, SECRET)


def test_missing_headers_and_changed_bodies_are_refused() -> None:
    headers = webhooks.sign(BODY, SECRET, message_id="evt_1")
    for name in headers:
        with pytest.raises(webhooks.SignatureError, match=name):
            webhooks.unwrap(BODY, {key: value for key, value in headers.items() if key != name}, SECRET)
    with pytest.raises(webhooks.SignatureError):
        webhooks.unwrap(BODY + b" ", headers, SECRET)
