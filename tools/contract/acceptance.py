"""What only shows on the wire, over real time, and when the service is killed.

    python tools/contract/acceptance.py

Prints a line for each thing that it found to hold; exits with 1 at the first that does not.
"""

import contextlib
import json
import random
import threading
import time
import uuid
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

from headers import check_headers
from receiver import Receiver, receiving
from report import report, require
from service import Process, Service, data_folder, given_batch, running_process, until

BATCHES = 60
KILLS = 4
ROWS = 30
RECOVERY_SECONDS = 150
"""A delivery that was on its way comes due again a minute after the crash."""


def main() -> None:
    """All checks, each on a service of its own."""
    check_limits_and_headers()
    with data_folder() as folder, running_process(folder, {}) as (_, service):
        check_lists(service)
    check_crashes()


def check_limits_and_headers() -> None:
    """An account passes what its plan grants a minute, and more once it has waited as long as it was told."""
    with data_folder() as folder, running_process(folder, {}) as (process, service):
        slow, other, fast = (given_account(process, service, plan) for plan in ("starter", "starter", "growth"))
        statuses = [ask_account(slow[place % 2])[0] for place in range(61)]
        require(statuses == [200] * 60 + [429], "starter: of 61 requests under two keys in turn the last is refused")
        for plan, keys, sent, granted in (("starter", other, 200, 60), ("growth", fast, 400, 300)):
            with ThreadPoolExecutor(50) as pool:
                found = Counter(status for status, _ in pool.map(ask_account, [*keys] * (sent // 2)))
            require(found == {200: granted, 429: sent - granted}, f"{plan}: of {sent} at once {granted} pass")
        every_key = [*slow, *other, *fast]
        refusals = [ask_account(key) for key in every_key]
        require([status for status, _ in refusals] == [429] * 6, "then each key of each account is refused")
        wait = max(wait for _, wait in refusals)
        end = time.monotonic() + wait
        check_headers(process, service)  # of another account, which does not feel it
        time.sleep(max(0, end - time.monotonic()))
        passed = [ask_account(key)[0] for key in every_key]
        require(passed == [200] * 6, f"and passes after the {wait} s of Retry-After")


def given_account(process: Process, service: Service, plan: str) -> tuple[Service, Service]:
    """The service under two keys of a new account, which have sent nothing yet."""
    email = f"{uuid.uuid4()}@acme.test"
    key = process.operate("account", "create", "--email", email, "--plan", plan)
    line = next(line for line in process.operate("account", "list").splitlines() if email in line)
    other = process.operate("key", "create", "--account", line.split()[0])
    return replace(service, key=key), replace(service, key=other)


def ask_account(service: Service) -> tuple[int, int]:
    """The status, and Retry-After in seconds."""
    answer = service.ask("GET", "/v1/account")
    return answer.status, int(answer.headers.get("Retry-After", 0))


def check_lists(service: Service) -> None:
    """Every list refuses a page that it does not offer, and gives each row once, whatever is added meanwhile."""
    lists = limits_by_list(service)
    require(len(lists) > 10, f"{len(lists)} lists")
    for path, largest in lists.items():
        for limit in ("0", str(largest + 1), "abc"):
            answer = service.ask("GET", path.replace("{id}", "x") + f"?limit={limit}")
            refused = answer.status == 400 and answer.json()["error"] == "invalid_request"
            if not (refused and "limit" in answer.json()["message"]):
                raise SystemExit(f"FAILED: GET {path}?limit={limit} gives {answer.status} {answer.body.decode()}")
    report("each refuses limit=0, one too many and abc")
    for sort in ("created_at", "-created_at", "updated_at", "-updated_at"):
        rows = [add_project(service) for _ in range(ROWS)]
        seen, cursor = [], ""
        while cursor is not None:
            page = service.get(f"/v1/projects?limit=7&sort={sort}{cursor and f'&cursor={cursor}'}")
            seen += [project["id"] for project in page["data"]]
            cursor = page["next_cursor"]
            add_project(service)
        once = all(seen.count(row) == 1 for row in rows) and len(seen) == len(set(seen))
        require(once, f"by {sort} each row comes once, though others are added between the pages")


def limits_by_list(service: Service) -> dict[str, int]:
    """The path of each list, and the most rows that it gives at once."""
    paths = service.get("/openapi.json")["paths"]
    return {
        path: parameter["schema"]["maximum"]
        for path, operations in paths.items()
        for parameter in operations.get("get", {}).get("parameters", [])
        if parameter["name"] == "limit"
    }


def add_project(service: Service) -> str:
    """Its id."""
    return service.post("/v1/projects", {"annotation_type": "text_classification"})["id"]


def check_crashes() -> None:
    """Whenever the service is killed: what it answered happened once, and each webhook hears of it."""
    with (
        contextlib.ExitStack() as stack,
        data_folder() as folder,
        running_process(folder, {"ASSAY_ALLOW_NETWORKS": "127.0.0.0/8"}) as (process, service),
    ):
        receivers = [stack.enter_context(receiving(200)) for _ in range(3)]
        hooks = [service.post("/v1/webhooks", {"url": receiver.url}) for receiver in receivers]
        first = given_batch(service, 2)
        file_ids = [file["id"] for file in service.get(f"/v1/batches/{first['id']}/files")["data"]]
        made: list[dict[str, Any]] = []
        work = threading.Thread(target=make_batches, args=(service, first["project_id"], file_ids, made))
        work.start()
        kill_at_times(process, lambda: len(made), work)
        require(len(made) == BATCHES, f"{BATCHES} batches made and started in spite of {KILLS} kills")

        listed = list_all(service, f"/v1/batches?project_id={first['project_id']}&limit=100")
        ids = {batch["id"] for batch in listed} - {first["id"]}
        require(ids == {batch["id"] for batch in made}, "each request under an Idempotency-Key made one batch")
        require(
            all(batch["status"] == "processing" for batch in listed if batch["id"] in ids), "and started it"
        )
        expected = {(batch_id, state) for batch_id in ids for state in ("batch.created", "batch.processing")}
        expected.add((first["id"], "batch.created"))
        for number, receiver in enumerate(receivers, start=1):
            until(lambda: set(ids_by_change(receiver)) >= expected, RECOVERY_SECONDS)
            heard = ids_by_change(receiver)
            require(set(heard) == expected, f"webhook {number} heard of all {len(expected)} changes, and no others")
            require(all(len(events) == 1 for events in heard.values()), "under one event id each")
            twice = sum(Counter(delivery.headers["webhook-id"] for delivery in receiver.deliveries).values())
            report(f"{twice - len(expected)} of {twice} requests were repeats")
        check_secrets(service, folder, [service.key, *(hook["secret"] for hook in hooks)])


def kill_at_times(process: Process, progress: Callable[[], int], work: threading.Thread) -> None:
    """Kills the service in each stretch of the work at a random moment, and starts it again."""
    rng = random.Random(1)
    for kill in range(1, KILLS + 1):
        until(lambda: progress() >= kill * BATCHES // (KILLS + 1) or not work.is_alive(), 300)
        time.sleep(rng.random() * 0.05)
        process.kill()
        process.start()
    work.join(300)


def make_batches(service: Service, project_id: str, file_ids: list[str], made: list[dict[str, Any]]) -> None:
    """Makes and starts batches one after the other, each step again until it is answered."""
    for place in range(BATCHES):
        body = {"project_id": project_id, "file_ids": file_ids, "name": f"batch {place}"}
        batch = persistently(service, "/v1/batches", body)
        persistently(service, f"/v1/batches/{batch['id']}/start", {})
        made.append(batch)


def persistently(service: Service, path: str, body: dict[str, Any]) -> Any:
    """The answer to one request, however often it takes; the key makes the repeats harmless."""
    key = str(uuid.uuid4())
    end = time.monotonic() + 180
    while True:
        try:
            return service.send("POST", path, body, **{"Idempotency-Key": key})
        except (OSError, RuntimeError) as fault:
            unanswered = isinstance(fault, OSError) or "idempotency_in_progress" in str(fault) or ": 503 " in str(fault)
            if not unanswered or time.monotonic() > end:
                raise
            time.sleep(0.2)


def ids_by_change(receiver: Receiver) -> dict[tuple[str, str], set[str]]:
    """The event ids under which each change of a batch was told."""
    found: dict[tuple[str, str], set[str]] = {}
    for delivery in list(receiver.deliveries):
        event = json.loads(delivery.body)
        found.setdefault((event["data"]["batch_id"], event["type"]), set()).add(event["id"])
    return found


def list_all(service: Service, path: str) -> list[Any]:
    """Every entry of a list."""
    page = service.get(path)
    rows = page["data"]
    while page["has_more"]:
        page = service.get(f"{path}&cursor={page['next_cursor']}")
        rows += page["data"]
    return rows


def check_secrets(service: Service, folder: Path, secrets: list[str]) -> None:
    """No key and no webhook secret stands on the disk, nor in what a GET answers."""
    answers = [
        json.dumps(service.get(path)) for path in ("/v1/api-keys", "/v1/webhooks", "/v1/account", "/openapi.json")
    ]
    require(not any(secret in answer for secret in secrets for answer in answers), "no answer repeats a secret")
    data = folder / json.loads((folder / "postgres.json").read_text())["directory"]
    files = [path for root in (folder, data) for path in root.rglob("*") if path.is_file()]
    require(len(files) > 100, f"{len(files)} files of the database and the data folder can be read")
    hits = [path for path in files if any(secret.encode() in path.read_bytes() for secret in secrets)]
    require(hits == [], f"no secret in plain in any of them: {hits}")


if __name__ == "__main__":
    main()
