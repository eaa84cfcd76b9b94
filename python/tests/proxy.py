"""A proxy before the service that does what networks do: it loses requests and answers, cuts bodies and changes bytes."""

import contextlib
import http.client
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit


@dataclass(frozen=True)
class Fault:
    """What happens to one request instead of what should."""

    lose_request: bool = False
    lose_answer: bool = False
    """The service gets the request, and the client never hears of it."""
    cut_request_at: int | None = None
    """Only so many bytes of the body reach the service, then both connections break."""
    cut_answer_at: int | None = None
    """Only so many bytes of the body reach the client."""
    answer: tuple[int, dict[str, str], bytes] | None = None
    """Sent in place of the service's."""
    change: Callable[[bytes], bytes] | None = None
    """Applied to the body of the answer."""


@dataclass(frozen=True)
class Seen:
    """A request that reached the proxy."""

    method: str
    path: str
    headers: dict[str, str]
    at: float


@dataclass
class Proxy:
    """Its address, what it saw, and the faults of the next requests of a method."""

    origin: str = ""
    seen: list[Seen] = field(default_factory=list)
    faults: dict[str, list[Fault]] = field(default_factory=dict)

    def requests(self, method: str) -> list[Seen]:
        """The requests of a method so far."""
        return [one for one in self.seen if one.method == method]


@contextlib.contextmanager
def proxy_before(origin: str) -> Iterator[Proxy]:
    """A proxy before the service at `origin`."""
    proxy = Proxy()
    target = urlsplit(origin).netloc

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def handle_any(self) -> None:
            self.close_connection = True
            headers = {name.lower(): value for name, value in self.headers.items()}
            proxy.seen.append(Seen(self.command, self.path, headers, time.monotonic()))
            faults = proxy.faults.get(self.command)
            fault = faults.pop(0) if faults else Fault()
            body = self.rfile.read(int(headers.get("content-length", 0)))
            if fault.lose_request:
                return
            if fault.answer is not None:
                status, answered, content = fault.answer
                self.reply(status, {**answered, "content-length": str(len(content))}, content)
                return
            service = http.client.HTTPConnection(target, timeout=60)
            try:
                self.forward(service, headers, body, fault)
            finally:
                service.close()

        do_GET = do_HEAD = do_POST = do_PATCH = do_PUT = do_DELETE = handle_any

        def forward(self, service: http.client.HTTPConnection, headers: dict[str, str], body: bytes, fault: Fault) -> None:
            service.putrequest(self.command, self.path, skip_host=True, skip_accept_encoding=True)
            for name, value in headers.items():
                service.putheader(name, value)
            service.endheaders()
            service.send(body[: fault.cut_request_at])
            if fault.cut_request_at is not None:
                return
            answer = service.getresponse()
            answered = {name.lower(): value for name, value in answer.getheaders()}
            if fault.lose_answer:
                answer.read()
                return
            if answered.get("content-type", "").startswith("text/event-stream"):
                self.stream(answer, answered, fault)
                return
            content = answer.read()
            if fault.change is not None:
                content = fault.change(content)
            self.reply(answer.status, answered, content[: fault.cut_answer_at])

        def stream(self, answer: http.client.HTTPResponse, answered: dict[str, str], fault: Fault) -> None:
            answered.pop("transfer-encoding", None)
            self.reply(answer.status, answered, b"")
            sent = 0
            while line := answer.readline():
                self.wfile.write(line)
                sent += line.startswith(b"data:")
                if fault.cut_answer_at is not None and sent > fault.cut_answer_at:
                    return

        def reply(self, status: int, headers: dict[str, str], body: bytes) -> None:
            self.send_response_only(status)
            for name, value in headers.items():
                if name not in ("connection", "keep-alive", "transfer-encoding"):
                    self.send_header(name, value)
            if "transfer-encoding" in headers:
                self.send_header("content-length", str(len(body)))
            self.send_header("connection", "close")
            self.end_headers()
            with contextlib.suppress(OSError):
                self.wfile.write(body)

    class Server(ThreadingHTTPServer):
        def handle_error(self, *_: object) -> None:
            """A client that went away is what the tests are about."""

    server = Server(("127.0.0.1", 0), Handler)
    proxy.origin = f"http://127.0.0.1:{server.server_address[1]}"
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield proxy
    finally:
        server.shutdown()
        server.server_close()
