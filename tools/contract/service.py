"""A service of its own for a check, started as `npm start` does, and a plain client of it."""

import contextlib
import json
import os
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from email.message import Message
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
START_SECONDS = 120
REQUESTS_PER_MINUTE = 1_000_000
"""The highest rate there is: the checks look at what is answered, not at how many answers there are."""


@dataclass(frozen=True)
class Answer:
    """What a request was answered with, whatever its status."""

    status: int
    headers: Message
    body: bytes

    def json(self) -> Any:
        """The body, read; None where it is empty."""
        return json.loads(self.body) if self.body else None


@dataclass(frozen=True)
class Service:
    """A running service, and the key of an account that no rate limit disturbs."""

    origin: str
    key: str

    def ask(self, method: str, path: str, body: Any = None, **more: str) -> Answer:
        """Sends JSON and gives the answer, also one that is no success."""
        data = None if body is None else json.dumps(body).encode()
        headers = {"Authorization": f"Bearer {self.key}", "Content-Type": "application/json", **more}
        request = urllib.request.Request(self.origin + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return Answer(answer.status, answer.headers, answer.read())
        except urllib.error.HTTPError as refused:
            return Answer(refused.code, refused.headers, refused.read())

    def send(self, method: str, path: str, body: Any = None, **more: str) -> Any:
        """Sends JSON and gives the answer's; throws for an answer that is no success."""
        answer = self.ask(method, path, body, **more)
        if answer.status >= 300:
            raise RuntimeError(f"{method} {path}: {answer.status} {answer.body.decode()}")
        return answer.json()

    def post(self, path: str, body: Any = None) -> Any:
        """Makes or does something."""
        return self.send("POST", path, {} if body is None else body)

    def get(self, path: str) -> Any:
        """Reads something."""
        return self.send("GET", path)


class Process:
    """The service's process, started as `npm start` does, with all that it starts itself."""

    def __init__(self, folder: Path, settings: dict[str, str]) -> None:
        self.port = free_port()
        self.environment = {
            **os.environ,
            "PATH": f"{ROOT / 'node_modules/.bin'}:{os.environ['PATH']}",
            # The receivers of the examples exist nowhere. A resolver that leaves some of these questions unanswered holds a thread
            # of the service for 20 seconds each.
            "RES_OPTIONS": "timeout:1 attempts:1",
            "PORT": str(self.port),
            "ASSAY_DATA_DIR": str(folder),
            "ASSAY_LOG_LEVEL": "error",
            **settings,
        }

    def start(self) -> None:
        """Returns when the service answers."""
        command = ["npm", "start", "--silent"]
        self.running = subprocess.Popen(command, cwd=ROOT, env=self.environment, start_new_session=True)
        until(lambda: self.running.poll() is not None or is_ready(self.port), START_SECONDS)
        if self.running.poll() is not None:
            raise RuntimeError("the service does not start")

    def operate(self, *command: str) -> str:
        """What `assay` with this command prints."""
        run = subprocess.run(
            ["assay", *command], env=self.environment, check=True, stdout=subprocess.PIPE, text=True
        )
        return run.stdout.strip()

    def kill(self) -> None:
        """Ends it at once: no shutdown, no last word to clients or database."""
        os.killpg(self.running.pid, signal.SIGKILL)
        self.running.wait()

    def stop(self) -> None:
        """Asks it to end, and waits until it has."""
        self.running.terminate()
        self.running.wait()


@contextlib.contextmanager
def running_service(**settings: str) -> Iterator[Service]:
    """A service with `settings` on an empty data folder, whose account has the highest rate."""
    with data_folder() as folder, running_process(folder, settings) as (process, service):
        account = service.get("/v1/account")["id"]
        process.operate("account", "set-plan", account, "--plan", "enterprise", "--rate", str(REQUESTS_PER_MINUTE))
        yield service


@contextlib.contextmanager
def running_process(folder: Path, settings: dict[str, str]) -> Iterator[tuple[Process, Service]]:
    """The service on `folder`, and the process that may be killed and started again."""
    key = secrets.token_urlsafe(32).replace("-", "_")
    process = Process(folder, {"ASSAY_BOOTSTRAP_API_KEY": key, **settings})
    try:
        process.start()
        yield process, Service(f"http://127.0.0.1:{process.port}", key)
    finally:
        process.stop()


@contextlib.contextmanager
def data_folder() -> Iterator[Path]:
    """An empty folder, removed in the end with the database, wherever that lies."""
    folder = Path(tempfile.mkdtemp(prefix="assay-contract-"))
    folder.chmod(0o755)  # as root PostgreSQL runs as another user, who must get in
    try:
        yield folder
    finally:
        access = folder / "postgres.json"
        if access.exists():
            shutil.rmtree(folder / json.loads(access.read_text())["directory"], ignore_errors=True)
        shutil.rmtree(folder)


def until(holds: Callable[[], bool], seconds: float) -> None:
    """Returns once `holds`; throws where it does not within `seconds`."""
    end = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > end:
            raise TimeoutError(f"not within {seconds} seconds")
        time.sleep(0.05)


def is_ready(port: int) -> bool:
    """Whether /readyz answers 200."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz", timeout=5):
            return True
    except OSError:
        return False


def free_port() -> int:
    """A port of the loopback interface that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def given_batch(service: Service, texts: int) -> dict[str, Any]:
    """A batch of short texts that need one answer each and no verdict."""
    project = service.post(
        "/v1/projects",
        {
            "annotation_type": "text_classification",
            "labels": [{"name": "yes"}, {"name": "no"}],
            "quality_level": "none",
        },
    )
    files = [{"filename": f"{place}.txt", "text": f"text {place}"} for place in range(texts)]
    upload = service.post("/v1/uploads", {"files": files})
    until(lambda: service.get(f"/v1/uploads/{upload['id']}")["status"] == "ready", 60)
    return service.post("/v1/batches", {"project_id": project["id"], "upload_ids": [upload["id"]]})
