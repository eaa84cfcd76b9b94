"""A model's server for Assay: it takes signed requests only, and gives each to a function."""

import base64
import hashlib
import hmac
import json
import time
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Answer = Callable[[dict[str, Any]], dict[str, Any]]
"""From a request of Assay (`type`: predict, interact or prepare) to its answer."""

TOLERANCE_S = 300
"""How far the time of a request may be from this machine's."""

MOST_BYTES = 16 * 1024 * 1024
"""The largest request that is read."""


def signature_of(secret: str, message_id: str, timestamp: str, body: bytes) -> str:
    """The signature of Standard Webhooks, version 1. `secret`: `whsec_` and base64."""
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = b".".join([message_id.encode(), timestamp.encode(), body])
    return "v1," + base64.b64encode(hmac.digest(key, signed, hashlib.sha256)).decode()


def model_server(answer: Answer, secret: str, port: int = 0) -> ThreadingHTTPServer:
    """A server on the loopback interface; `serve_forever` starts it. Port 0 takes a free one, see `server_port`."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            """Answers a request."""
            length = int(self.headers.get("content-length", "0"))
            if length > MOST_BYTES:
                return self.send_error(413)
            body = self.rfile.read(length)
            if not self.is_signed(body):
                return self.send_error(401)
            return self.send_json(answer(json.loads(body)))

        def is_signed(self, body: bytes) -> bool:
            named = [self.headers.get(f"webhook-{name}", "") for name in ("id", "timestamp", "signature")]
            message_id, timestamp, given = named
            if not timestamp.isdigit() or abs(time.time() - int(timestamp)) > TOLERANCE_S:
                return False
            return hmac.compare_digest(given.encode(), signature_of(secret, message_id, timestamp, body).encode())

        def send_json(self, value: dict[str, Any]) -> None:
            body = json.dumps(value).encode()
            self.send_response(200)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Logs nothing."""

    return ThreadingHTTPServer(("127.0.0.1", port), Handler)
