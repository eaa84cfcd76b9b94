"""The reverse proxy of docs/operating.md: its nginx block, run as it stands there, before a service.

    python tools/contract/proxy.py

Needs `nginx` and `openssl`. Only ports and the paths of the certificate are replaced. Prints a line for each check that
passed; exits with 1 at the first that fails.
"""

import contextlib
import http.client
import json
import re
import ssl
import subprocess
from collections.abc import Iterator
from pathlib import Path

from report import require
from service import ROOT, Service, data_folder, free_port, given_batch, is_ready, running_process, until

UPLOAD_BYTES = 64 * 1024 * 1024
"""More than nginx takes by default, 1 MiB."""
FIRST_EVENT_SECONDS = 10


def main() -> None:
    """A page, a large upload and the stream of events, each through the proxy."""
    port = free_port()
    settings = {"ASSAY_TRUST_PROXY": "127.0.0.1/32", "ASSAY_BASE_URL": f"https://localhost:{port}"}
    with (
        data_folder() as folder,
        running_process(folder, settings) as (process, service),
        proxying(folder, port, process.port),
    ):
        until(lambda: is_ready(process.port), 10)
        check_page(port)
        check_upload(port, service)
        check_stream(port, service)


@contextlib.contextmanager
def proxying(folder: Path, port: int, service_port: int) -> Iterator[None]:
    """nginx with the documented block, listening on `port`."""
    home = folder / "nginx"
    home.mkdir()
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
         "-subj", "/CN=localhost", "-keyout", str(home / "key.pem"), "-out", str(home / "certificate.pem")],
        check=True,
        capture_output=True,
    )  # fmt: skip
    (home / "nginx.conf").write_text(configuration(home, port, service_port))
    command = ["nginx", "-p", str(home), "-c", str(home / "nginx.conf"), "-e", str(home / "error.log")]
    running = subprocess.Popen([*command, "-g", "daemon off;"])
    try:
        until(lambda: running.poll() is not None or listens(port), 20)
        require(running.poll() is None, "nginx accepts the documented block")
        yield
    finally:
        running.terminate()
        running.wait()


def configuration(home: Path, port: int, service_port: int) -> str:
    """A whole nginx.conf around the block of the guide."""
    page = (ROOT / "docs/operating.md").read_text()
    [block] = re.findall(r"```nginx\n(.*?)```", page, re.DOTALL)
    for old, new in {
        "listen 443 ssl": f"listen 127.0.0.1:{port} ssl",
        "/etc/ssl/assay.pem": str(home / "certificate.pem"),
        "/etc/ssl/assay.key": str(home / "key.pem"),
        "http://127.0.0.1:8080": f"http://127.0.0.1:{service_port}",
    }.items():
        require(block.count(old) == 1, f"the block has {old!r} once")
        block = block.replace(old, new)
    temporary = "".join(
        f"{name}_temp_path {home}/{name};\n" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    return f"pid {home}/pid;\nevents {{}}\nhttp {{\naccess_log off;\n{temporary}{block}}}\n"


def listens(port: int) -> bool:
    """Whether the proxy answers at all."""
    try:
        connect(port).connect()
    except OSError:
        return False
    return True


def connect(port: int) -> http.client.HTTPSConnection:
    """A connection to the proxy, whose certificate is self-signed."""
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return http.client.HTTPSConnection("127.0.0.1", port, timeout=60, context=context)


def check_page(port: int) -> None:
    """The workbench and the readiness come through."""
    for path in ("/readyz", "/"):
        connection = connect(port)
        connection.request("GET", path, headers={"Host": "localhost", "Accept": "text/html"})
        require(connection.getresponse().status == 200, f"GET {path} passes the proxy")


def check_upload(port: int, service: Service) -> None:
    """A file larger than nginx's default limit arrives whole."""
    connection = connect(port)
    line = b'{"text": "' + b"assay " * 10_000 + b'"}\n'
    body = line * (UPLOAD_BYTES // len(line))
    headers = {
        "Authorization": f"Bearer {service.key}",
        "Content-Type": "application/x-ndjson",
    }
    connection.request("POST", "/v1/uploads", body, headers)
    answer = connection.getresponse()
    text = answer.read()
    require(answer.status == 201, f"an upload of 64 MiB passes the proxy (status {answer.status})")
    require(json.loads(text)["size_bytes"] == len(body), "every byte of it arrives")


def check_stream(port: int, service: Service) -> None:
    """An event arrives while the stream stays open."""
    connection = connect(port)
    headers = {"Authorization": f"Bearer {service.key}", "Accept": "text/event-stream"}
    connection.request("GET", "/v1/stream", headers=headers)
    connection.sock.settimeout(FIRST_EVENT_SECONDS)
    answer = connection.getresponse()
    batch = given_batch(service, 1)
    lines = []
    while b"batch.created" not in b"".join(lines) or batch["id"].encode() not in b"".join(lines):
        lines.append(answer.readline())
        if lines[-1] == b"":
            raise SystemExit("FAILED: the stream ended before its first event")
    require(True, "events pass the proxy at once")
    connection.close()


if __name__ == "__main__":
    main()
