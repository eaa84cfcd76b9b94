"""Files up and down, whole, over connections that break."""

import hashlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from service import Service

import assay._uploads
from assay import Assay, ConnectionFailedError, DigestMismatchError, Progress, UploadFailedError, models
from proxy import Fault, Proxy, proxy_before

PIECE = 64 * 1024
SIZE = 5 * PIECE + 17


@pytest.fixture
def proxy(service: Service) -> Iterator[Proxy]:
    with proxy_before(service.origin) as proxy:
        yield proxy


@pytest.fixture
def behind(proxy: Proxy, service: Service) -> Iterator[Assay]:
    with Assay(api_key=service.key, base_url=proxy.origin) as client:
        yield client


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A text of several pieces."""
    monkeypatch.setattr(assay._uploads, "PIECE_BYTES", PIECE)
    path = tmp_path / "long.txt"
    path.write_text(("All work and no play. " * (SIZE // 20))[:SIZE])
    return path


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def test_an_upload_survives_what_networks_do(behind: Assay, proxy: Proxy, file: Path) -> None:
    proxy.faults["POST"] = [Fault(lose_answer=True)]
    proxy.faults["PATCH"] = [
        Fault(),
        Fault(lose_answer=True),
        Fault(cut_request_at=PIECE // 2),
        Fault(lose_request=True),
    ]
    told: list[Progress] = []
    upload = behind.uploads.from_file(file, metadata={"shop": "Köln"}, on_progress=told.append)
    assert (upload.status, upload.sha256) == ("ready", sha256(file.read_bytes()))
    assert upload.metadata == {"shop": "Köln"}
    assert [one.done_bytes for one in told] == sorted(one.done_bytes for one in told)
    assert (told[0].done_bytes, told[-1].done_bytes, told[-1].total_bytes) == (0, SIZE, SIZE)
    assert len(proxy.requests("HEAD")) >= 3


def test_an_upload_is_continued_by_its_id(behind: Assay, proxy: Proxy, client: Assay, file: Path, service: Service) -> None:
    proxy.faults["PATCH"] = [Fault(), Fault(), Fault(lose_request=True)]
    told: list[Progress] = []
    with Assay(api_key=service.key, base_url=proxy.origin, retries=0) as impatient, pytest.raises(ConnectionFailedError):
        impatient.uploads.from_file(file, on_progress=told.append)
    upload = client.uploads.from_file(file, upload_id=told[-1].id, on_progress=told.append)
    assert upload.id == told[0].id
    assert upload.sha256 == sha256(file.read_bytes())
    assert [one.done_bytes for one in told].count(0) == 1


def test_another_file_does_not_continue_an_upload(client: Assay, tmp_path: Path) -> None:
    first, second = tmp_path / "a.txt", tmp_path / "b.txt"
    first.write_text("one")
    second.write_text("three")
    upload = client.uploads.from_file(first)
    with pytest.raises(ValueError, match="3 bytes, this one has 5"):
        client.uploads.from_file(second, upload_id=upload.id)


def test_a_file_that_is_no_image_fails_with_its_reason(client: Assay, tmp_path: Path) -> None:
    file = tmp_path / "broken.zip"
    file.write_bytes(b"PK\x03\x04 no archive")
    with pytest.raises(UploadFailedError, match="upl_") as raised:
        client.uploads.from_file(file)
    assert raised.value.upload.error is not None


def test_a_folder_becomes_items_in_the_order_of_its_names(
    client: Assay, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(assay._uploads, "FORM_BYTES", 4_000)
    monkeypatch.setattr(assay._uploads, "FORM_FILES", 3)
    (tmp_path / "deep").mkdir()
    (tmp_path / ".hidden.txt").write_text("not this")
    names = [*(f"{place}.txt" for place in range(5)), "deep/6.txt", "large.txt"]
    for name in names:
        (tmp_path / name).write_text(f"text {name} " * (1_000 if name == "large.txt" else 1))
    told: list[Progress] = []
    uploads = client.uploads.from_folder(tmp_path, on_progress=told.append)
    files = [file for upload in uploads for file in client.uploads.list_files(upload.id)]
    assert [file.size_bytes for file in files] == [(tmp_path / name).stat().st_size for name in names]
    assert [upload.file_count for upload in uploads] == [3, 3, 1]
    assert told[-1].done_bytes == told[-1].total_bytes == sum(file.size_bytes for file in files)
    with pytest.raises(ValueError, match="no files"):
        client.uploads.from_folder(tmp_path / "nowhere")


@pytest.fixture
def stored(client: Assay, file: Path) -> models.File:
    """A file that the service has."""
    return next(iter(client.uploads.list_files(client.uploads.from_file(file).id)))


def test_a_download_goes_on_where_it_was_cut(behind: Assay, proxy: Proxy, stored: models.File, tmp_path: Path) -> None:
    proxy.faults["GET"] = [Fault(cut_answer_at=PIECE), Fault(lose_request=True), Fault(cut_answer_at=PIECE)]
    told: list[Progress] = []
    path = behind.downloads.to_file(stored.id, tmp_path / "new" / "copy.txt", on_progress=told.append)
    assert sha256(path.read_bytes()) == stored.sha256
    assert [one.headers["range"] for one in proxy.requests("GET")] == [
        "bytes=0-",
        f"bytes={PIECE}-",
        f"bytes={PIECE}-",
        f"bytes={2 * PIECE}-",
    ]
    assert told[-1].done_bytes == told[-1].total_bytes == SIZE
    assert list(path.parent.iterdir()) == [path]


def test_the_next_call_goes_on_with_a_download(
    behind: Assay, proxy: Proxy, service: Service, stored: models.File, tmp_path: Path
) -> None:
    path = tmp_path / "copy.txt"
    proxy.faults["GET"] = [Fault(cut_answer_at=PIECE), Fault(lose_request=True)]
    with Assay(api_key=service.key, base_url=proxy.origin, retries=0) as impatient, pytest.raises(ConnectionFailedError):
        impatient.downloads.to_file(stored.id, path)
    assert not path.exists()
    behind.downloads.to_file(stored.id, path)
    assert proxy.requests("GET")[-1].headers["range"] == f"bytes={PIECE}-"
    assert sha256(path.read_bytes()) == stored.sha256


def test_changed_bytes_are_refused(behind: Assay, proxy: Proxy, stored: models.File, tmp_path: Path) -> None:
    proxy.faults["GET"] = [Fault(change=lambda body: bytes([body[0] ^ 1]) + body[1:])]
    path = tmp_path / "copy.txt"
    path.write_text("what was there before")
    with pytest.raises(DigestMismatchError, match="SHA-256"):
        behind.downloads.to_file(stored.id, path)
    assert path.read_text() == "what was there before"
    assert not list(tmp_path.glob("*.part"))
    behind.downloads.to_file(stored.id, path)
    assert sha256(path.read_bytes()) == stored.sha256


def test_an_id_of_something_else_is_refused(client: Assay, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no batch, export or file"):
        client.downloads.to_file("proj_1", tmp_path / "nothing")
