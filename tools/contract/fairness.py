"""A healthy webhook beside many that never answer, 1,000 events a minute.

    python tools/contract/fairness.py

Prints a line for each thing that it found to hold; exits with 1 at the first that does not. Reads memory from /proc.
"""

import contextlib
import json
import socket
import statistics
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from pathlib import Path

from receiver import Delivery, receiving
from report import require
from service import Service, data_folder, running_process, until

HANGING = 20
EVENTS = 2_500
SECONDS = 150
PROJECTS = 10
MOST_P95_SECONDS = 2.0
SETTLED_AFTER_SECONDS = 100  # until then the heap grows to what it needs at this pace
MOST_GROWTH_MIB = 40
MIB = 1024 * 1024


def main() -> None:
    """All checks, on one service."""
    with (
        hanging() as tarpit,
        receiving(200) as healthy,
        data_folder() as folder,
        running_process(folder, {"ASSAY_ALLOW_NETWORKS": "127.0.0.0/8"}) as (process, service),
    ):
        for url in [tarpit] * HANGING + [healthy.url]:
            service.post("/v1/webhooks", {"url": url, "events": ["project.updated"]})
        resident = change_projects(service, service_pid(process.running.pid))
        until(lambda: len(healthy.deliveries) >= EVENTS, 30)
        ids = {delivery.headers["webhook-id"] for delivery in healthy.deliveries}
        require(len(ids) == len(healthy.deliveries) == EVENTS, f"{EVENTS} events in {SECONDS} s, each delivered once")
        latencies = [latency(delivery) for delivery in healthy.deliveries]
        p95 = statistics.quantiles(latencies, n=20)[-1]
        spread = f"p50 {statistics.median(latencies) * 1000:.0f} ms, p95 {p95 * 1000:.0f} ms"
        require(p95 < MOST_P95_SECONDS, f"beside {HANGING} that hang the healthy one hears of each: {spread}")
        early = max(resident[SETTLED_AFTER_SECONDS : SETTLED_AFTER_SECONDS + 20])
        late = max(resident[-20:])
        require(late - early < MOST_GROWTH_MIB, f"the service's memory goes from {early:.0f} to {late:.0f} MiB")


@contextlib.contextmanager
def hanging() -> Iterator[str]:
    """The URL of a port that takes connections and requests, and answers none."""
    with socket.create_server(("127.0.0.1", 0), backlog=4_096) as server:  # nobody accepts
        yield f"http://127.0.0.1:{server.getsockname()[1]}/hook"


def change_projects(service: Service, pid: int) -> list[float]:
    """Makes the events at an even pace, whether or not the last was answered; gives the memory, each second, in MiB."""
    projects = [service.post("/v1/projects", {"annotation_type": "text_classification"})["id"] for _ in range(PROJECTS)]
    resident: list[float] = []
    begun = time.monotonic()
    with ThreadPoolExecutor(8) as pool:
        changes = []
        for place in range(EVENTS):
            time.sleep(max(0, begun + place * SECONDS / EVENTS - time.monotonic()))
            path = f"/v1/projects/{projects[place % PROJECTS]}"
            changes.append(pool.submit(service.send, "PATCH", path, {"name": f"change {place}"}))
            if len(resident) <= time.monotonic() - begun:
                resident.append(resident_mib(pid))
        for change in changes:
            change.result()
    return resident


def latency(delivery: Delivery) -> float:
    """Seconds from the event to its request."""
    created = datetime.fromisoformat(json.loads(delivery.body)["created_at"]).timestamp()
    return delivery.at + time.time() - time.monotonic() - created


def service_pid(npm: int) -> int:
    """The process of the service, which npm started."""
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):  # it has ended meanwhile
            parent = int(stat.read_text().rpartition(")")[2].split()[1])
            if parent == npm:
                return int(stat.parent.name)
    raise RuntimeError("npm has started nothing")


def resident_mib(pid: int) -> float:
    """Of physical memory."""
    [kib] = [
        line.split()[1] for line in Path(f"/proc/{pid}/status").read_text().splitlines() if line.startswith("VmRSS")
    ]
    return int(kib) * 1024 / MIB


if __name__ == "__main__":
    main()
