"""Receives what the service sends, verifies it with foreign libraries, and times the retries of what fails.

    python tools/contract/deliveries.py

Prints a line for each thing that it found to hold; exits with 1 at the first that does not.
"""

import hashlib
import hmac
import math
import time
from datetime import UTC, datetime, timedelta
from email import message_from_bytes

import standardwebhooks
import svix
from mail import Mailbox, receiving_mail
from receiver import Delivery, receiving
from report import report, require
from service import Service, given_batch, running_service, until

OWNER = "owner@acme.test"
OTHER_SECRET = "whsec_" + "QUFB" * 8
RETRY_DELAYS = [1, 2, 3, 4, 5]
MOST_LATE_SECONDS = 1.0

LIBRARIES = {
    "standardwebhooks": standardwebhooks.Webhook,
    "svix": svix.Webhook,
}
Library = standardwebhooks.Webhook | svix.Webhook


def main() -> None:
    """All checks, on one service."""
    with (
        receiving_mail() as mailbox,
        running_service(
            ASSAY_BOOTSTRAP_EMAIL=OWNER,
            ASSAY_SMTP_URL=mailbox.url,
            ASSAY_ALLOW_NETWORKS="127.0.0.0/8",
            ASSAY_WEBHOOK_RETRY_DELAYS=",".join(map(str, RETRY_DELAYS)),
        ) as service,
    ):
        check_signatures(service)
        check_retries(service, mailbox)
        check_recovery(service, mailbox)


def check_signatures(service: Service) -> None:
    """What arrives is signed for the receiver's own secret, and for nothing else."""
    with receiving(200) as receiver:
        webhook = service.post("/v1/webhooks", {"url": receiver.url})
        batch = given_batch(service, 1)
        service.post(f"/v1/batches/{batch['id']}/start")
        service.send("PATCH", f"/v1/projects/{batch['project_id']}", {"name": "Über den Wolken \u2028 1.0"})
        until(lambda: len(receiver.deliveries) == 3, 30)
        service.send("DELETE", f"/v1/webhooks/{webhook['id']}")

    types = {delivery.headers["x-event-type"] for delivery in receiver.deliveries}
    require(types == {"batch.created", "batch.processing", "project.updated"}, f"each event arrives: {types}")
    for delivery in receiver.deliveries:
        check_libraries(delivery, webhook["secret"])
        check_one_liner(delivery, webhook["secret"])


def check_libraries(delivery: Delivery, secret: str) -> None:
    """Both libraries take the delivery as it is, and refuse it altered, out of time or for another secret."""
    kind = delivery.headers["x-event-type"]
    for name, library in LIBRARIES.items():
        library(secret).verify(delivery.body, delivery.headers)  # raises where it is not signed
        report(f"{name} verifies {kind}")
        flipped = bytes([delivery.body[0] ^ 1]) + delivery.body[1:]
        refuses(f"{name} refuses {kind} with one bit flipped", library(secret), flipped, delivery.headers)
        refuses(f"{name} refuses {kind} for another secret", library(OTHER_SECRET), delivery.body, delivery.headers)
        for seconds in (-301, 301):
            moved = sign_for(library(secret), delivery, datetime.now(UTC) + timedelta(seconds=seconds))
            refuses(f"{name} refuses {kind} of {seconds:+} s", library(secret), delivery.body, moved)


def sign_for(library: Library, delivery: Delivery, at: datetime) -> dict[str, str]:
    """The headers of `delivery`, rightly signed for the whole second at or beyond `at` as seen from now."""
    seconds = math.ceil(at.timestamp()) if at > datetime.now(UTC) else math.floor(at.timestamp())
    moment = datetime.fromtimestamp(seconds, UTC)
    signature = library.sign(delivery.headers["webhook-id"], moment, delivery.body.decode())
    return {**delivery.headers, "webhook-timestamp": str(seconds), "webhook-signature": signature}


def refuses(what: str, library: Library, body: bytes, headers: dict[str, str]) -> None:
    """Requires that `library` does not verify."""
    try:
        library.verify(body, headers)
    except standardwebhooks.WebhookVerificationError:  # svix raises the same
        report(what)
    else:
        raise SystemExit(f"FAILED: {what}")


def check_one_liner(delivery: Delivery, secret: str) -> None:
    """X-Signature is the plain HMAC of the raw body."""
    kind = delivery.headers["x-event-type"]
    sent = delivery.headers["x-signature"]
    signed = hmac.new(secret.encode(), delivery.body, hashlib.sha256).hexdigest()
    require(hmac.compare_digest(sent, signed), f"X-Signature of {kind} is the HMAC of its body")
    other = hmac.new(OTHER_SECRET.encode(), delivery.body, hashlib.sha256).hexdigest()
    require(sent != other, f"X-Signature of {kind} is not that of another secret")


def check_retries(service: Service, mailbox: Mailbox) -> None:
    """Six requests at the delays of the schedule, then the webhook is off and its owner has one mail."""
    with receiving(500) as receiver:
        webhook = service.post("/v1/webhooks", {"url": receiver.url, "events": ["batch.created"]})
        path = f"/v1/webhooks/{webhook['id']}"
        given_batch(service, 1)
        until(lambda: not service.get(path)["enabled"], sum(RETRY_DELAYS) + 30)
        until(lambda: len(mailbox.mails) > 0, 30)
        given_batch(service, 1)  # of which a webhook that is off hears nothing
        time.sleep(max(RETRY_DELAYS) + 2)

    attempts = [delivery.headers["x-delivery-attempt"] for delivery in receiver.deliveries]
    require(attempts == ["0", "1", "2", "3", "4", "5"], f"exactly six requests: attempts {attempts}")
    times = [delivery.at for delivery in receiver.deliveries]
    gaps = [after - before for before, after in zip(times, times[1:])]
    in_time = all(delay <= gap <= delay + MOST_LATE_SECONDS for delay, gap in zip(RETRY_DELAYS, gaps))
    require(in_time, "retries after " + ", ".join(f"{gap:.2f}" for gap in gaps) + " s")
    for name in ("webhook-id", "x-signature"):
        require(len({delivery.headers[name] for delivery in receiver.deliveries}) == 1, f"{name} stays the same")
    for delivery in receiver.deliveries:
        hook = standardwebhooks.Webhook(webhook["secret"])
        hook.verify(delivery.body, delivery.headers)
    timestamps = [int(delivery.headers["webhook-timestamp"]) for delivery in receiver.deliveries]
    require(timestamps == sorted(set(timestamps)), "every attempt has a timestamp of its own")
    require(service.get(path)["disabled_reason"] == "delivery_failures", "the webhook is off and says why")
    require(len(mailbox.mails) == 1, "exactly one mail")
    recipients, content = mailbox.mails[0]
    subject = message_from_bytes(content)["Subject"]
    require(recipients == [OWNER], f"the mail goes to the owner: {subject}")


def check_recovery(service: Service, mailbox: Mailbox) -> None:
    """A receiver that comes back at the last retry keeps its webhook."""
    with receiving(500) as receiver:
        webhook = service.post("/v1/webhooks", {"url": receiver.url, "events": ["batch.created"]})
        given_batch(service, 1)
        until(lambda: len(receiver.deliveries) == 5, sum(RETRY_DELAYS) + 30)
        receiver.status = 200
        until(lambda: len(receiver.deliveries) == 6, max(RETRY_DELAYS) + 30)
        deliveries = f"/v1/webhooks/{webhook['id']}/deliveries"
        until(lambda: service.get(deliveries)["data"][0]["status"] == "delivered", 30)
    require(service.get(f"/v1/webhooks/{webhook['id']}")["enabled"], "five failures and a success: still on")
    require(len(mailbox.mails) == 1, "and no mail of it")


if __name__ == "__main__":
    main()
