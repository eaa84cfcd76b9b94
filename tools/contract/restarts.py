"""A webhook that always fails, and a service that is restarted before each retry.

    python tools/contract/restarts.py

Prints a line for each thing that it found to hold; exits with 1 at the first that does not.
"""

import time

from mail import receiving_mail
from receiver import Receiver, receiving
from report import report, require
from service import Process, Service, data_folder, given_batch, running_process, until

OWNER = "owner@acme.test"
RETRY_DELAYS = [5, 6, 7, 8, 9]
"""Long enough for a restart, seconds."""
LATE_SECONDS = 1.0
START_SECONDS = 30
"""A retry that comes due while the service is down is made once it is up."""


def main() -> None:
    """Six requests, then off, and one mail: as if nothing had happened in between."""
    with (
        receiving_mail() as mailbox,
        receiving(500) as receiver,
        data_folder() as folder,
        running_process(
            folder,
            {
                "ASSAY_BOOTSTRAP_EMAIL": OWNER,
                "ASSAY_SMTP_URL": mailbox.url,
                "ASSAY_ALLOW_NETWORKS": "127.0.0.0/8",
                "ASSAY_WEBHOOK_RETRY_DELAYS": ",".join(map(str, RETRY_DELAYS)),
            },
        ) as (process, service),
    ):
        webhook = service.post("/v1/webhooks", {"url": receiver.url, "events": ["batch.created"]})
        path = f"/v1/webhooks/{webhook['id']}"
        given_batch(service, 1)
        ups = [wait_and_restart(process, service, path, retry) for retry in range(len(RETRY_DELAYS))]
        until(lambda: not service.get(path)["enabled"], RETRY_DELAYS[-1] + START_SECONDS)
        until(lambda: len(mailbox.mails) > 0, 30)
        time.sleep(3)  # time for a second mail
        restart(process, is_killed=True)
        given_batch(service, 1)
        time.sleep(RETRY_DELAYS[0] + 2)

        check_requests(receiver, ups)
        [delivery] = [each for each in list_deliveries(service, path) if each["status"] == "failed"]
        require(delivery["attempt_count"] == len(RETRY_DELAYS) + 1, "each is on record")
        state = service.get(path)
        require((state["enabled"], state["disabled_reason"]) == (False, "delivery_failures"), "then the webhook is off")
        recipients = [recipient for recipient, _ in mailbox.mails]
        require(recipients == [[OWNER]], f"exactly one mail, to its owner: {recipients}")


def wait_and_restart(process: Process, service: Service, path: str, retry: int) -> float:
    """Restarts the service once it has noted that the attempt before `retry` failed; gives when it was up again."""
    until(lambda: list_deliveries(service, path)[0]["attempt_count"] == retry + 1, RETRY_DELAYS[retry] + START_SECONDS)
    restart(process, is_killed=retry % 2 == 0)
    return time.monotonic()


def restart(process: Process, *, is_killed: bool) -> None:
    """Ends the service, at once or in good order, and starts it again."""
    if is_killed:
        process.kill()
    else:
        process.stop()
    process.start()
    report("killed and started again" if is_killed else "stopped and started again")


def list_deliveries(service: Service, path: str) -> list[dict]:
    """What was sent to the webhook, or was to be."""
    return service.get(f"{path}/deliveries")["data"]


def check_requests(receiver: Receiver, ups: list[float]) -> None:
    """Requires six requests of one delivery, none before its time, and none later than the restart made it."""
    attempts = [delivery.headers["x-delivery-attempt"] for delivery in receiver.deliveries]
    require(attempts == ["0", "1", "2", "3", "4", "5"], f"exactly six requests: attempts {attempts}")
    for name in ("webhook-id", "x-delivery-id", "x-signature"):
        require(len({delivery.headers[name] for delivery in receiver.deliveries}) == 1, f"{name} stays the same")
    times = [delivery.at for delivery in receiver.deliveries]
    for delay, up, before, at in zip(RETRY_DELAYS, ups, times, times[1:], strict=False):
        latest = max(before + delay, up) + LATE_SECONDS
        require(before + delay <= at <= latest, f"after {delay} s: {at - before:.2f} s, up again {up - before:.2f} s")


if __name__ == "__main__":
    main()
