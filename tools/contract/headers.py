"""Every answer says what is left of the rate limit and which request it was, whatever was asked and however badly."""

import base64
import http.client
import json
import re
import socket
from dataclasses import dataclass, field
from typing import Any

from report import require
from service import Process, Service, until

ALWAYS = {
    "X-RateLimit-Limit": r"\d+",
    "X-RateLimit-Remaining": r"\d+",
    "X-RateLimit-Reset": r"\d{10}",
    "RateLimit-Policy": r'"(starter|enterprise|anonymous)";q=\d+;w=60',
    "RateLimit": r'"(starter|enterprise|anonymous)";r=\d+;t=\d+',
    "X-Request-Id": r"req_[0-9A-HJKMNP-TV-Z]{26}",
}
JSON = {"Content-Type": "application/json"}
TUS = {"Tus-Resumable": "1.0.0"}
PIECE = {**TUS, "Content-Type": "application/offset+octet-stream"}
NOT_IT = base64.b64encode(bytes(32)).decode()


@dataclass(frozen=True)
class Sent:
    """A request, and the status that must answer it."""

    status: int
    what: str
    method: str
    path: str
    body: bytes | None = None
    headers: dict[str, str] = field(default_factory=dict)
    key: str | None = None
    """Instead of the service's own."""


def check_headers(process: Process, service: Service) -> None:
    """Sends one of each kind."""
    for sent in [*plain_requests(process, service), *pieces(service)]:
        check_answer(sent, *exchange(service, sent))
    for sent, head in RAW:
        check_answer(sent, *exchange_raw(service, head.format(key=service.key)))


def check_answer(sent: Sent, response: http.client.HTTPResponse, body: bytes) -> None:
    """Every header that always is there, and the two fields of a refusal."""
    wrong = [name for name, form in ALWAYS.items() if not re.fullmatch(form, response.headers.get(name, ""))]
    if response.status >= 400 and sent.method != "HEAD" and set(json.loads(body)) != {"error", "message"}:
        wrong.append("the body")
    fault = f" but {', '.join(wrong)}" if wrong else ""
    require(response.status == sent.status and not wrong, f"{sent.what}: {response.status} with all headers{fault}")


def plain_requests(process: Process, service: Service) -> list[Sent]:
    """One for each status and each way to get it."""
    upload = service.post("/v1/uploads", {"files": [{"filename": "a.txt", "text": "some bytes"}]})
    until(lambda: service.get(f"/v1/uploads/{upload['id']}")["status"] == "ready", 60)
    project = service.post("/v1/projects", {"annotation_type": "text_classification"})
    batch = service.post("/v1/batches", {"project_id": project["id"], "upload_ids": [upload["id"]]})
    reader = service.post("/v1/api-keys", {"name": "reader", "scopes": ["keys:read"]})
    member = {"name": "Ada"}
    service.send("POST", "/v1/members", member, **{"Idempotency-Key": "once"})
    spent = process.operate("account", "create", "--email", "owner@globex.test", "--plan", "starter")
    account = Sent(200, "200", "GET", "/v1/account")
    for _ in range(60):
        exchange(service, Sent(200, "", "GET", "/v1/account", key=spent))
    etag = exchange(service, account)[0].headers["ETag"]
    content = f"/v1/files/{upload['files'][0]['id']}/content"
    return [
        account,
        Sent(200, "HEAD", "HEAD", "/v1/account"),
        Sent(200, "/healthz", "GET", "/healthz"),
        Sent(200, "/readyz", "GET", "/readyz"),
        Sent(200, "/openapi.json", "GET", "/openapi.json"),
        Sent(201, "201", "POST", "/v1/members", b'{"name":"Bob"}', JSON),
        Sent(204, "OPTIONS", "OPTIONS", "/v1/account"),
        Sent(204, "204", "DELETE", f"/v1/api-keys/{reader_to_delete(service)}", headers=JSON),
        Sent(206, "206", "GET", content, headers={"Range": "bytes=0-3"}),
        Sent(304, "304", "GET", "/v1/account", headers={"If-None-Match": etag}),
        Sent(400, "400 for bad JSON", "POST", "/v1/members", b"{", JSON),
        Sent(400, "400 for a bad URL", "GET", "/v1/%zz"),
        Sent(401, "401 for a wrong key", "GET", "/v1/account", key="nonsense"),
        Sent(401, "401 for no key", "GET", "/v1/account", key=""),
        Sent(403, "403", "GET", "/v1/account", key=reader["key"]),
        Sent(404, "404 for a route", "GET", "/v1/nothing"),
        Sent(404, "404 for an id", "GET", "/v1/members/xyz"),
        Sent(404, "404 to HEAD", "HEAD", "/v1/members/xyz"),
        Sent(405, "405", "PUT", "/v1/account"),
        Sent(409, "409", "GET", f"/v1/batches/{batch['id']}/download"),
        Sent(412, "412", "PATCH", "/v1/account", b"{}", {**JSON, "If-Match": '"stale"'}),
        Sent(413, "413", "POST", "/v1/members", b"", {**JSON, "Content-Length": "1048577"}),
        Sent(415, "415", "POST", "/v1/members", b"a,b", {"Content-Type": "text/csv"}),
        Sent(416, "416", "GET", content, headers={"Range": "bytes=100-200"}),
        Sent(417, "417", "POST", "/v1/members", b"{}", {**JSON, "Expect": "a miracle"}),
        Sent(422, "422", "POST", "/v1/members", b'{"name":"Eve"}', {**JSON, "Idempotency-Key": "once"}),
        Sent(429, "429", "GET", "/v1/account", key=spent),
        Sent(431, "431", "GET", "/v1/account", headers={"X-Long": "x" * 20_000}),
    ]


def reader_to_delete(service: Service) -> str:
    """The id of a key that nothing is sent with."""
    return service.post("/v1/api-keys", {"name": "idle", "scopes": ["keys:read"]})["id"]


def pieces(service: Service) -> list[Sent]:
    """All that a client of tus sends, in the order in which that is answered so."""
    creation = Sent(201, "tus creation", "POST", "/v1/uploads", headers={**TUS, "Upload-Length": "5"})
    response, _ = exchange(service, creation)
    place = response.headers["Location"]
    wrong_sum = {"Upload-Offset": "0", "Upload-Checksum": f"sha256 {NOT_IT}"}
    return [
        creation,
        Sent(204, "tus OPTIONS", "OPTIONS", "/v1/uploads", headers=TUS),
        Sent(200, "tus HEAD", "HEAD", place, headers=TUS),
        Sent(404, "tus HEAD of nothing", "HEAD", "/v1/uploads/xyz", headers=TUS),
        Sent(404, "tus PATCH of nothing", "PATCH", "/v1/uploads/xyz", b"ab", {**PIECE, "Upload-Offset": "0"}),
        Sent(400, "tus PATCH without an offset", "PATCH", place, b"ab", PIECE),
        Sent(409, "tus PATCH at a wrong offset", "PATCH", place, b"ab", {**PIECE, "Upload-Offset": "3"}),
        Sent(412, "tus PATCH of another version", "PATCH", place, b"ab", {**PIECE, "Tus-Resumable": "0.2.2"}),
        Sent(413, "tus PATCH beyond the end", "PATCH", place, b"abcdef", {**PIECE, "Upload-Offset": "0"}),
        Sent(415, "tus PATCH of another type", "PATCH", place, b"ab", {**TUS, "Content-Type": "text/plain"}),
        Sent(460, "tus PATCH with a wrong checksum", "PATCH", place, b"ab", {**PIECE, **wrong_sum}),
        Sent(204, "tus PATCH", "PATCH", place, b"ab", {**PIECE, "Upload-Offset": "0"}),
        Sent(204, "tus PATCH, the last", "PATCH", place, b"cde", {**PIECE, "Upload-Offset": "2"}),
        Sent(204, "tus DELETE", "DELETE", place, headers=TUS),
    ]


RAW = [
    (Sent(400, "raw garbage", "", ""), "no HTTP at all\r\n\r\n"),
    (
        Sent(400, "a request without Host", "GET", ""),
        "GET /v1/account HTTP/1.1\r\nAuthorization: Bearer {key}\r\nConnection: close\r\n\r\n",
    ),
]


def exchange(service: Service, sent: Sent) -> tuple[http.client.HTTPResponse, bytes]:
    """Sends exactly what is said, on a connection of its own."""
    connection = http.client.HTTPConnection(service.origin.removeprefix("http://"), timeout=30)
    key = service.key if sent.key is None else sent.key
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    connection.request(sent.method, sent.path, sent.body, {**headers, **sent.headers})
    response = connection.getresponse()
    body = response.read()
    connection.close()
    return response, body


def exchange_raw(service: Service, head: str) -> tuple[http.client.HTTPResponse, bytes]:
    """Sends bytes of one's own."""
    host, port = service.origin.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=30) as connection:
        connection.sendall(head.encode())
        response = http.client.HTTPResponse(connection)
        response.begin()
        return response, response.read()
