"""Large files in and out by programs that others wrote, with the service or the program killed on the way.

    python tools/contract/transfers.py

Needs curl, wget and aria2c. Prints a line for each thing that it found to hold; exits with 1 at the first that does
not.
"""

import base64
import hashlib
import http.client
import random
import shutil
import struct
import subprocess
import tempfile
import time
import zlib
from pathlib import Path
from typing import Any

from report import report, require
from service import Process, Service, data_folder, running_process, until
from tusclient.client import TusClient
from tusclient.exceptions import TusUploadFailed
from tusclient.uploader import Uploader

PIECE_BYTES = 5_000_000
SIDE_PIXELS = 8_200
"""Of a square image with 3 bytes a pixel: 202 MB."""
PIECES_BEFORE_KILL = 20
LONGEST_WAIT_SECONDS = 9
"""How long tus-js-client tries again by default before it gives up: after 0, 1, 3 and 5 s."""
MOST_STOP_SECONDS = 10
"""After which `docker stop` kills."""
TEXTS = 24
TEXT_CHARACTERS = 1_000_000
LABELS = ("yes", "no")


class Sha256Uploader(Uploader):
    """Sends the SHA-256 of each piece."""

    CHECKSUM_ALGORITHM_PAIR = ("sha256", hashlib.sha256)


class LyingUploader(Uploader):
    """Sends the SHA-1 of other bytes than those of the piece."""

    CHECKSUM_ALGORITHM_PAIR = ("sha1", lambda piece: hashlib.sha1(piece[::-1]))


def main() -> None:
    """All checks, on one service."""
    with data_folder() as folder, running_process(folder, {}) as (process, service):
        scratch = Path(tempfile.mkdtemp(prefix="assay-transfers-"))
        try:
            check_resumption(process, service, scratch)
            check_checksums(service, scratch)
            check_two_clients(service, scratch)
            check_states(service)
            check_downloads(service, scratch)
            check_stop(process, service, scratch)
        finally:
            shutil.rmtree(scratch)


def check_resumption(process: Process, service: Service, scratch: Path) -> None:
    """An upload of 200 MB goes on where it was when the service was killed, and is what was sent."""
    path = scratch / "noise.png"
    write_noise(path)
    size, sha256 = path.stat().st_size, digest_of(path)
    uploader = uploader_of(service, path, metadata={"filename": path.name, "filetype": "image/png"})
    uploader.upload(stop_at=PIECES_BEFORE_KILL * PIECE_BYTES)
    uploader.stop_at = size
    sending = begin_piece(service, uploader, size - uploader.offset, b"never to be seen again")
    time.sleep(1)
    require(refusal_of(uploader) == 423, f"after {uploader.offset} of {size} bytes a piece is on its way")
    process.kill()
    sending.close()

    process.start()
    begun = time.monotonic()
    resumed = uploader_of(service, path, Sha256Uploader, url=uploader.url, upload_checksum=True)
    require(resumed.offset >= uploader.offset, f"the service goes on from byte {resumed.offset}")
    until(lambda: refusal_of(resumed) is None, LONGEST_WAIT_SECONDS)
    report(f"it takes the next piece {time.monotonic() - begun:.1f} s after it is up again")
    resumed.upload()
    upload = until_ready(service, uploader.url)
    require(upload["sha256"] == sha256 and upload["size_bytes"] == size, "what it has then is what was sent")
    [file] = upload["files"]
    content = service.ask("GET", f"/v1/files/{file['id']}/content").body
    require(hashlib.sha256(content).hexdigest() == sha256, "and so is what it gives back")


def write_noise(path: Path) -> None:
    """An image of random pixels, which nothing makes smaller."""
    rng = random.Random(1)
    row = 3 * SIDE_PIXELS
    packer = zlib.compressobj(level=0)
    pixels = b"".join(packer.compress(b"\0" + rng.randbytes(row)) for _ in range(SIDE_PIXELS)) + packer.flush()
    header = struct.pack(">IIBBBBB", SIDE_PIXELS, SIDE_PIXELS, 8, 2, 0, 0, 0)
    path.write_bytes(
        b"\x89PNG\r\n\x1a\n" + b"".join([chunk(b"IHDR", header), chunk(b"IDAT", pixels), chunk(b"IEND", b"")])
    )


def chunk(kind: bytes, data: bytes) -> bytes:
    """A chunk of a PNG file."""
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def digest_of(path: Path) -> str:
    """The SHA-256 of a file, in hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def uploader_of(service: Service, path: Path, kind: type[Uploader] = Uploader, **options: Any) -> Uploader:
    """tuspy, about to send `path`."""
    client = TusClient(f"{service.origin}/v1/uploads", {"Authorization": f"Bearer {service.key}"})
    return kind(str(path), client=client, chunk_size=PIECE_BYTES, **options)


def begin_piece(service: Service, uploader: Uploader, length: int, first: bytes) -> http.client.HTTPConnection:
    """Announces a piece of `length` bytes where the upload is, and sends the first of them."""
    sending = http.client.HTTPConnection(service.origin.removeprefix("http://"))
    sending.putrequest("PATCH", uploader.url.removeprefix(service.origin))
    headers = {
        "Content-Type": "application/offset+octet-stream",
        "Upload-Offset": uploader.offset,
        "Content-Length": length,
    }
    for name, value in {**uploader.get_headers(), **headers}.items():
        sending.putheader(name, str(value))
    sending.endheaders(first)
    return sending


def until_ready(service: Service, url: str) -> Any:
    """The upload, once all of it was looked at."""
    path = url.removeprefix(service.origin)
    until(lambda: service.get(path)["status"] != "processing", 120)
    upload = service.get(path)
    if upload["status"] != "ready":
        raise SystemExit(f"FAILED: {url} is {upload['status']}: {upload['error']}")
    return upload


def check_checksums(service: Service, scratch: Path) -> None:
    """A piece with another checksum than its own is refused and does not count; with its own it is taken."""
    path = scratch / "checked.txt"
    path.write_text("checked " * 1_000)
    lying = uploader_of(service, path, LyingUploader, upload_checksum=True)
    refusal = refusal_of(lying)
    require(
        refusal == 460 and lying.get_offset() == 0, f"a wrong checksum is refused with {refusal}, its bytes forgotten"
    )
    uploader_of(service, path, upload_checksum=True, url=lying.url).upload()  # tuspy's own: SHA-1
    upload = until_ready(service, lying.url)
    require(upload["sha256"] == digest_of(path), "with the right one the upload is what was sent")


def check_two_clients(service: Service, scratch: Path) -> None:
    """Of two clients of one upload one waits or is told where the other is; nothing is written twice."""
    path = scratch / "shared.txt"
    path.write_text("shared " * 1_000)
    size = path.stat().st_size
    late = uploader_of(service, path)
    late.set_url(late.create_url())
    first = begin_piece(service, late, size, path.read_bytes()[:10])
    until(lambda: service.get(late.url.removeprefix(service.origin))["status"] == "uploading", 10)
    require(refusal_of(late) == 423, "while one client sends, the other is refused with 423")
    first.send(path.read_bytes()[10 : size // 2])
    first.close()  # it breaks off
    until(lambda: late.get_offset() == size // 2, 10)
    require(refusal_of(late) == 409, "one that does not know how far the first came is refused with 409")
    uploader_of(service, path, url=late.url).upload()
    upload = until_ready(service, late.url)
    require(upload["sha256"] == digest_of(path), "and then goes on from where the first broke off")


def check_stop(process: Process, service: Service, scratch: Path) -> None:
    """A client that has fallen silent in the midst of a piece does not keep the service from ending."""
    path = scratch / "stalled.txt"
    path.write_text("stalled " * 1_000)
    uploader = uploader_of(service, path)
    uploader.set_url(uploader.create_url())
    sending = begin_piece(service, uploader, path.stat().st_size, b"stalled")
    until(lambda: service.get(uploader.url.removeprefix(service.origin))["status"] == "uploading", 10)
    begun = time.monotonic()
    process.running.terminate()
    try:
        process.running.wait(MOST_STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        raise SystemExit(f"FAILED: told to stop, the service still runs after {MOST_STOP_SECONDS} s") from None
    report(f"told to stop amid a piece that does not come, the service ends after {time.monotonic() - begun:.1f} s")
    sending.close()


def refusal_of(uploader: Uploader) -> int | None:
    """The status by which the next piece is refused; None where it is taken."""
    try:
        uploader.upload_chunk()
    except TusUploadFailed as fault:
        return fault.status_code
    return None


def check_states(service: Service) -> None:
    """Before it is certified a batch has no download: 409, whichever of the other states it is in."""
    for state in ("created", "processing", "completed", "failed"):
        batch_id = batch_in(service, state, ["a text", "another one"])
        answer = service.ask("GET", f"/v1/batches/{batch_id}/download")
        require(
            (answer.status, answer.json()["error"]) == (409, "batch_not_certified"), f"409 for a batch that is {state}"
        )


def check_downloads(service: Service, scratch: Path) -> None:
    """Programs that fetch in ranges, at once or after a break, get the bytes that Repr-Digest promises."""
    rng = random.Random(2)
    texts = [rng.randbytes(TEXT_CHARACTERS // 2).hex() for _ in range(TEXTS)]
    batch_id = batch_in(service, "certified", texts)
    path = f"/v1/batches/{batch_id}/download?format=jsonl"
    whole = service.ask("GET", path)
    size = len(whole.body)
    promised = whole.headers["Repr-Digest"]
    require(size > TEXTS * TEXT_CHARACTERS, f"a download of {size} bytes")
    require(promised == repr_digest(whole.body), "its Repr-Digest is that of its bytes")

    url, authorization = service.origin + path, f"Authorization: Bearer {service.key}"
    pieces = b""
    for start in range(0, size, size // 3):
        asked = f"{start}-{min(size, start + size // 3) - 1}"
        pieces += subprocess.run(
            ["curl", "-fsS", "-r", asked, "-H", authorization, url], check=True, capture_output=True
        ).stdout
    require(repr_digest(pieces) == promised, "curl -r: the ranges put together")

    fetch_with_aria2(["--header", authorization, url], scratch)
    require(repr_digest((scratch / "aria2").read_bytes()) == promised, "aria2c -x8: eight connections at once")

    fetched = scratch / "wget"
    wget = ["wget", "-c", "-q", "--header", authorization, "-O", str(fetched), url]
    slow = subprocess.Popen([*wget, "--limit-rate=4m"])
    until(lambda: fetched.exists() and fetched.stat().st_size > size // 8, 60)
    slow.kill()
    slow.wait()
    kept = fetched.stat().st_size
    require(kept < size, f"wget was killed after {kept} bytes")
    subprocess.run(wget, check=True)
    require(repr_digest(fetched.read_bytes()) == promised, "wget -c goes on and has the whole")

    check_if_range(service, path, whole.headers["ETag"], size)


def fetch_with_aria2(arguments: list[str], scratch: Path) -> None:
    """Fetches over eight connections; requires that so many were made."""
    options = [
        "-x8",
        "-s8",
        "-k1M",
        "--file-allocation=none",
        "--console-log-level=info",
        "-d",
        str(scratch),
        "-o",
        "aria2",
    ]
    done = subprocess.run(["aria2c", *options, *arguments], check=True, capture_output=True, text=True)
    ranges = done.stdout.count("\nRange: bytes=")
    require(ranges >= 7, f"aria2c asked for {ranges} ranges")


def check_if_range(service: Service, path: str, etag: str, size: int) -> None:
    """A range of bytes that are no longer those of the client's ETag gives the whole."""
    current = service.ask("GET", path, Range="bytes=10-19", **{"If-Range": etag})
    require((current.status, len(current.body)) == (206, 10), "If-Range with the ETag gives the range")
    stale = service.ask("GET", path, Range="bytes=10-19", **{"If-Range": '"sha256-stale"'})
    require((stale.status, len(stale.body)) == (200, size), "If-Range with another gives the whole")


def repr_digest(content: bytes) -> str:
    """The header's value for `content`; see RFC 9530."""
    return f"sha-256=:{base64.b64encode(hashlib.sha256(content).digest()).decode()}:"


def batch_in(service: Service, state: str, texts: list[str]) -> str:
    """A batch of `texts` that has come as far as `state`; one that failed has an auditor who disagrees."""
    labels = [{"name": name} for name in LABELS]
    project = service.post(
        "/v1/projects",
        {
            "annotation_type": "text_classification",
            "labels": labels,
            "quality_level": "standard",
            "quality_policy": {"overlap": 1},
        },
    )
    uploads = [
        service.post("/v1/uploads", {"files": [{"filename": f"{place}.txt", "text": text}]})
        for place, text in enumerate(texts)
    ]
    body = {"project_id": project["id"], "upload_ids": [upload["id"] for upload in uploads]}
    batch_id = service.post("/v1/batches", body)["id"]
    if state == "processing":
        service.post(f"/v1/batches/{batch_id}/start")
    if state in ("completed", "certified", "failed"):
        answer(service, {"batch_id": batch_id, "annotator": "ann", "kinds": ["annotate"]}, LABELS[0])
    if state in ("certified", "failed"):
        audited = {"batch_id": batch_id, "annotator": "eve", "kinds": ["audit"]}
        label = LABELS[0] if state == "certified" else LABELS[1]
        until(lambda: answer(service, audited, label) == 0 and state_of(service, batch_id) != "completed", 60)
    until(lambda: state_of(service, batch_id) == state, 30)
    return batch_id


def state_of(service: Service, batch_id: str) -> str:
    """Where a batch is."""
    return service.get(f"/v1/batches/{batch_id}")["status"]


def answer(service: Service, claim: dict[str, Any], label: str) -> int:
    """Answers all there is for one member; gives how many tasks that were."""
    for answered in range(10**6):
        tasks = service.post("/v1/tasks/claim", claim)["data"]
        if not tasks:
            return answered
        for task in tasks:
            body = {"annotator": claim["annotator"], "result": {"label": label}}
            submitted = service.ask("POST", f"/v1/tasks/{task['id']}/submit", body)
            # A round fails at one wrong label too many, which cancels the audits in progress.
            if submitted.status != 200 and b"is canceled" not in submitted.body:
                raise RuntimeError(f"a submit was answered with {submitted.status} {submitted.body.decode()}")
    raise RuntimeError("there is no end of tasks")


if __name__ == "__main__":
    main()
