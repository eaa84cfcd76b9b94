"""Tries to send the service to addresses that it must not reach, by every way in which a caller can name one.

    python tools/contract/addresses.py

Prints a line for each thing that it found to hold; exits with 1 at the first that does not. Names that change their
mind between two look-ups need a name server of one's own: server/src/platform/network/outbound.test.ts has them.
"""

import contextlib
import json
import re
import socket
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from report import report, require
from service import Service, running_service, until

ALLOWED = "127.0.0.77"
"""The one private address that the operator allows, where the redirects are."""

SPELLINGS = [
    "127.0.0.1",
    "127.0.0.1.",
    "127.1",
    "127.0.1",
    "127.8.9.10",
    "2130706433",
    "0x7f000001",
    "0x7f.1",
    "0x7f.0x0.0x0.0x1",
    "017700000001",
    "0177.0.0.1",
    "%31%32%37.0.0.1",
    "①②⑦.⓪.⓪.①",
    "127。0。0。1",
    "0",
    "0.0.0.0",
    "10.1.2.3",
    "100.64.0.1",
    "169.254.169.254",
    "2852039166",
    "0xa9fea9fe",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.1.1",
    "198.18.0.1",
    "224.0.0.1",
    "255.255.255.255",
    "[::]",
    "[::1]",
    "[0:0:0:0:0:0:0:1]",
    "[::127.0.0.1]",
    "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]",
    "[::FFFF:A9FE:A9FE]",
    "[64:ff9b::7f00:1]",
    "[2002:7f00:1::]",
    "[fd00:ec2::254]",
    "[fe80::1]",
    "[ff02::1]",
]
NAMES = ["localhost", "LOCALHOST", "LocalHost"]
"""What is behind a name shows only when it is called."""

ADDRESS = re.compile(r"\d{1,3}(?:\.\d{1,3}){3}|[0-9a-f]*::[0-9a-f]|ECONN|EHOST", re.IGNORECASE)
"""What no message may tell of."""


NOT_FETCHED = (
    "could not be fetched: the server cannot be reached: "
    "its name is unknown, it refuses connections, or its address is not allowed"
)
"""All that is said of an upload by a URL that reaches no server."""
REDIRECTED = "could not be fetched: the server answered 302, and redirects are not followed"


@dataclass
class Canary:
    """A port that counts whoever connects to it, by any address of this machine."""

    port: int
    hits: int = 0


def main() -> None:
    """All checks, on one service that is not of this machine only, so that loopback is private to it."""
    with (
        singing() as canary,
        running_service(ASSAY_BASE_URL="https://assay.test", ASSAY_ALLOW_NETWORKS=f"{ALLOWED}/32") as service,
    ):
        check_spellings(service, canary)
        check_names(service, canary)
        for target in ("http://169.254.169.254/latest/meta-data/", f"http://127.0.0.1:{canary.port}/"):
            check_redirect(service, target)
        require(canary.hits == 0, "nobody called the canary")


@contextlib.contextmanager
def singing() -> Iterator[Canary]:
    """A canary that was seen to count."""
    server = socket.create_server(("::", 0), family=socket.AF_INET6, dualstack_ipv6=True, backlog=100)
    canary = Canary(server.getsockname()[1])

    def count() -> None:
        with contextlib.suppress(OSError):  # it is closed in the end
            while True:
                server.accept()[0].close()
                canary.hits += 1

    threading.Thread(target=count, daemon=True).start()
    for address in ("127.0.0.1", "::1"):
        socket.create_connection((address, canary.port)).close()
    until(lambda: canary.hits == 2, 10)
    canary.hits = 0
    yield canary
    server.close()


def check_spellings(service: Service, canary: Canary) -> None:
    """An address is refused when it is named."""
    webhook = service.post("/v1/webhooks", {"url": f"http://{ALLOWED}:9/"})
    for host in SPELLINGS:
        for url in (f"{scheme}://{host}:{canary.port}/file.txt" for scheme in ("https", "http")):
            answers = [
                service.ask("POST", "/v1/webhooks", {"url": url}),
                service.ask("PATCH", f"/v1/webhooks/{webhook['id']}", {"url": url}),
                service.ask("POST", "/v1/uploads", {"url": url}),
                service.ask("POST", "/v1/uploads", {"urls": [url]}),
            ]
            messages = [answer.json()["message"] for answer in answers if answer.status == 400]
            if len(messages) < len(answers) or any(map(ADDRESS.search, messages)):
                raise SystemExit(f"FAILED: {url}: {[(answer.status, answer.body.decode()) for answer in answers]}")
    require(canary.hits == 0, f"{len(SPELLINGS)} spellings are refused in webhooks and uploads, and nobody is called")


def check_names(service: Service, canary: Canary) -> None:
    """A name of such an address is found out when it is called, as are the addresses in the lines of a file."""
    for host in NAMES:
        for scheme in ("https", "http"):
            url = f"{scheme}://{host}:{canary.port}/file.txt"
            [attempt] = tried(service, url)["attempts"]
            require(attempt["error_code"] == "blocked_address", f"a webhook at {scheme}://{host} is not called")
            fetch_fails(service, {"url": url}, f"an upload from {scheme}://{host}")
    fetch_fails(service, {"url": f"http://{ALLOWED}:9/"}, "an upload from a port where nobody listens")
    for host in ("localhost", "127.1", "[::ffff:7f00:1]"):
        line = json.dumps({"url": f"http://{host}:{canary.port}/image.png"})
        body = {"files": [{"filename": "lines.jsonl", "text": line + "\n"}]}
        fetch_fails(service, body, f"a line with http://{host}")
    require(canary.hits == 0, "and nobody was called")


def tried(service: Service, url: str) -> Any:
    """The delivery of a test event to `url`; requires that it says nothing about addresses."""
    webhook = service.post("/v1/webhooks", {"url": url})
    delivery = service.post(f"/v1/webhooks/{webhook['id']}/test", {"type": "batch.created"})
    service.send("DELETE", f"/v1/webhooks/{webhook['id']}")
    if ADDRESS.search(json.dumps(delivery)):
        raise SystemExit(f"FAILED: the delivery tells of an address: {delivery}")
    return delivery


def fetch_fails(service: Service, body: Any, what: str, why: str = NOT_FETCHED) -> None:
    """Requires that an upload is refused or fails with `why`, which tells of no address."""
    answer = service.ask("POST", "/v1/uploads", body)
    if answer.status == 400:
        message = answer.json()["message"]
    else:
        path = f"/v1/uploads/{answer.json()['id']}"
        until(lambda: service.get(path)["status"] in ("failed", "ready"), 90)
        upload = service.get(path)
        if upload["status"] == "ready":
            raise SystemExit(f"FAILED: {what} is fetched: {upload}")
        message = upload["error"]["message"]
    if not message.endswith(why):
        raise SystemExit(f"FAILED: {what} fails with another message than the others: {message}")
    report(f"{what} fails like any other")


def check_redirect(service: Service, target: str) -> None:
    """A redirect is an answer like any other and is not followed."""
    with redirecting(target) as (url, calls):
        [attempt] = tried(service, url)["attempts"]
        require(attempt["status_code"] == 302 and calls == ["POST"], f"a webhook that redirects to {target} has a 302")
        fetch_fails(service, {"url": url}, f"an upload from where one is redirected to {target}", REDIRECTED)
        require(calls == ["POST", "GET"], "which was called, and not followed")


@contextlib.contextmanager
def redirecting(target: str) -> Iterator[tuple[str, list[str]]]:
    """The URL of a server at the allowed address that redirects to `target`, and the methods it was called by."""
    calls: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            calls.append(self.command)
            self.rfile.read(int(self.headers.get("Content-Length", 0)))
            self.send_response(302)
            self.send_header("Location", target)
            self.send_header("Content-Length", "0")
            self.end_headers()

        do_GET = do_POST

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer((ALLOWED, 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://{ALLOWED}:{server.server_address[1]}/file.txt", calls
    finally:
        server.shutdown()


if __name__ == "__main__":
    main()
