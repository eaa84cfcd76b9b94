"""Certificates that a service issued are checked, and every change of a bundle is found."""

import asyncio
import base64
import hashlib
import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from service import Service

import assay
from assay import Assay, AsyncAssay, models
from assay._envelope import canonical_json
from work import audit, work

CERTIFICATE = "certificate.dsse.json"
TEXTS = 8


@pytest.fixture(scope="module")
def issued(service: Service, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A bundle with media, unpacked."""
    folder = tmp_path_factory.mktemp("issued")
    with Assay(api_key=service.key, base_url=service.origin) as client:
        project = client.projects.create(
            annotation_type="text_classification",
            labels=[{"name": "good"}, {"name": "bad"}],
            quality_level="basic",
        )
        (folder / "texts.jsonl").write_text("".join(f'{{"text": "Text {place}"}}\n' for place in range(TEXTS)))
        upload = client.uploads.from_file(folder / "texts.jsonl")
        batch = client.batches.create(project_id=project.id, upload_ids=[upload.id])
        for annotator in ("ann", "bob"):
            work(client, batch.id, annotator, "annotate", lambda _: {"label": "good"})
        client.batches.wait_for(batch.id, "completed", timeout=180)
        audit(client, batch.id, lambda _: {"label": "good"})
        client.batches.wait_for(batch.id, timeout=180)
        path = client.downloads.to_file(batch.id, folder / "bundle.zip", format="csv", bundle=True, include="media")
        shutil.unpack_archive(path, folder / "bundle")
    return folder / "bundle"


@pytest.fixture
def bundle(issued: Path, tmp_path: Path) -> Path:
    """A copy of it, to change."""
    return Path(shutil.copytree(issued, tmp_path / "bundle"))


@pytest.fixture
def keys(client: Assay) -> models.CertificateKeys:
    return client.certificates.list_keys()


def files_of(folder: Path) -> list[str]:
    return sorted(file.relative_to(folder).as_posix() for file in folder.rglob("*") if file.is_file())


def codes(found: assay.Verification) -> set[tuple[str, str]]:
    return {(fault.code, fault.path) for fault in found.faults}


def test_a_bundle_is_valid_in_every_file_with_the_keys_of_the_service(
    bundle: Path, service: Service, keys: models.CertificateKeys
) -> None:
    found = assay.verify_certificate(bundle, keys=keys)
    assert (found.ok, found.faults, found.notes) == (True, [], [])
    assert sorted(found.files) == [path for path in files_of(bundle) if path != CERTIFICATE]
    assert found.certificate is not None
    assert (found.certificate.revision, found.certificate.level) == (1, "basic")
    assert found.certificate.predicate["N"] == TEXTS
    assert found.keyid == keys.keys[0].kid

    async def with_await() -> assay.Verification:
        async with AsyncAssay(api_key=service.key, base_url=service.origin) as client:
            return assay.verify_certificate(bundle, keys=await client.certificates.list_keys())

    assert asyncio.run(with_await()) == found
    assert assay.verify_certificate(bundle, keys=(bundle / "assay-keys.json").read_text()) == found


def test_without_keys_those_of_the_bundle_are_used_and_a_note_says_so(bundle: Path) -> None:
    (bundle / "more.txt").write_text("x")
    found = assay.verify_certificate(bundle)
    assert found.ok
    assert "compare it with" in found.notes[0]
    assert found.notes[1:] == ["more.txt is not among what was certified"]


def test_every_changed_and_every_missing_file_is_found(bundle: Path, keys: models.CertificateKeys) -> None:
    for path in files_of(bundle):
        held = (bundle / path).read_bytes()
        code = "changed_certificate" if path == CERTIFICATE else "changed_file"
        (bundle / path).write_bytes(bytes([held[0] ^ 1]) + held[1:])
        assert codes(assay.verify_certificate(bundle, keys=keys)) == {(code, path)}
        (bundle / path).unlink()
        missing = "missing_certificate" if path == CERTIFICATE else "missing_file"
        assert codes(assay.verify_certificate(bundle, keys=keys)) == {(missing, path)}
        (bundle / path).write_bytes(held)
    (bundle / "assay-keys.json").unlink()
    assert ("missing_file", "assay-keys.json") in codes(assay.verify_certificate(bundle))


def test_no_bit_of_a_certificate_can_be_changed(bundle: Path, keys: models.CertificateKeys) -> None:
    held = (bundle / CERTIFICATE).read_bytes()
    for place in range(0, len(held), 61):
        for bit in (1, 32, 128):
            (bundle / CERTIFICATE).write_bytes(held[:place] + bytes([held[place] ^ bit]) + held[place + 1 :])
            found = assay.verify_certificate(bundle, keys=keys)
            assert not found.ok
            assert found.certificate is None


def envelope_of(raw: bytes) -> dict[str, Any]:
    return dict(json.loads(raw))


@pytest.mark.parametrize(
    "change",
    [
        lambda raw: raw.rstrip(),
        lambda raw: raw.replace(b",", b", ", 1),
        lambda raw: b"\xef\xbb\xbf" + raw,
        lambda raw: b"[" * 100_000,
        lambda raw: json.dumps(envelope_of(raw) | {"signatures": []}).encode(),
        lambda raw: raw.replace(b'"sig":"', b'"sig":"AAAA'),
        lambda raw: raw.replace(b"=", b"", 1),
        lambda raw: b"NaN\n",
    ],
)
def test_other_forms_of_a_certificate_are_changes(
    bundle: Path, keys: models.CertificateKeys, change: Callable[[bytes], bytes]
) -> None:
    held = (bundle / CERTIFICATE).read_bytes()
    (bundle / CERTIFICATE).write_bytes(change(held))
    assert codes(assay.verify_certificate(bundle, keys=keys)) == {("changed_certificate", CERTIFICATE)}


def test_revoked_and_expired_keys_and_certificates_are_found(bundle: Path, keys: models.CertificateKeys) -> None:
    def with_(**changes: Any) -> assay.Verification:
        changed = keys.model_dump(mode="json")
        changed["keys"][0] |= changes
        return assay.verify_certificate(bundle, keys=json.dumps(changed))

    revoked = with_(revoked_at="2026-01-01T00:00:00.000Z")
    assert (codes(revoked), revoked.certificate) == ({("revoked_key", CERTIFICATE)}, None)
    assert codes(with_(not_after="2020-01-01T00:00:00.000Z")) == {("expired_key", CERTIFICATE)}
    assert with_(not_after="2999-01-01T00:00:00.000Z").ok
    assert codes(with_(kid="0" * 64)) == {("unknown_key", CERTIFICATE)}
    assert codes(with_(x="A" * 43)) == {("unknown_key", CERTIFICATE)}
    valid = assay.verify_certificate(bundle, keys=keys).certificate
    assert valid is not None
    ended = {"id": valid.id, "revoked_at": "2026-01-01T00:00:00.000Z", "reason": "a mistake"}
    changed = keys.model_dump(mode="json") | {"revoked_certificates": [ended]}
    found = assay.verify_certificate(bundle, keys=json.dumps(changed))
    assert codes(found) == {("revoked_certificate", CERTIFICATE)}
    assert found.faults[0].message.endswith(": a mistake")


def signed_anew(raw: bytes, change: Callable[[dict[str, Any]], None]) -> tuple[bytes, str]:
    """The envelope with a changed statement, signed with another key, and that key's set."""
    key = Ed25519PrivateKey.generate()
    public = key.public_key().public_bytes_raw()
    kid = hashlib.sha256(bytes.fromhex("302a300506032b6570032100") + public).hexdigest()
    envelope = envelope_of(raw)
    statement = json.loads(base64.b64decode(envelope["payload"]))
    change(statement)
    payload = json.dumps(statement).encode()
    kind = envelope["payloadType"]
    signature = key.sign(f"DSSEv1 {len(kind)} {kind} {len(payload)} ".encode() + payload)
    written = {
        "payloadType": kind,
        "payload": base64.b64encode(payload).decode(),
        "signatures": [{"keyid": kid, "sig": base64.b64encode(signature).decode()}],
    }
    x = base64.urlsafe_b64encode(public).decode().rstrip("=")
    fixed = {"kty": "OKP", "crv": "Ed25519", "alg": "EdDSA", "use": "sig", "pem": "", "created_at": "2026-01-01T00:00:00Z"}
    ours = {**fixed, "kid": kid, "x": x, "not_after": None, "revoked_at": None}
    keys = {"keys": [ours], "revoked_certificates": []}
    return json.dumps(written, separators=(",", ":")).encode() + b"\n", json.dumps(keys)


def test_a_forged_certificate_is_known_by_its_key(bundle: Path, keys: models.CertificateKeys) -> None:
    raw, own = signed_anew((bundle / CERTIFICATE).read_bytes(), lambda statement: statement["predicate"].update(score=100))
    (bundle / CERTIFICATE).write_bytes(raw)
    found = assay.verify_certificate(bundle, keys=keys)
    assert (codes(found), found.certificate) == ({("unknown_key", CERTIFICATE)}, None)
    assert assay.verify_certificate(bundle, keys=own).ok


def test_rules_that_do_not_have_the_stated_digest_are_a_change(bundle: Path) -> None:
    def change(statement: dict[str, Any]) -> None:
        statement["predicate"]["judging_rules"]["rules"]["labels"] = []

    raw, own = signed_anew((bundle / CERTIFICATE).read_bytes(), change)
    (bundle / CERTIFICATE).write_bytes(raw)
    assert codes(assay.verify_certificate(bundle, keys=own)) == {("changed_certificate", CERTIFICATE)}


def test_paths_outside_the_bundle_are_no_files(bundle: Path) -> None:
    (bundle.parent / "outside").write_text("x")
    digest = hashlib.sha256(b"x").hexdigest()
    paths = ["../outside", str(bundle.parent / "outside"), "a\0b", "x" * 5_000, "a\ud800"]

    def change(statement: dict[str, Any]) -> None:
        statement["subject"].extend({"name": path, "digest": {"sha256": digest}} for path in paths)

    raw, own = signed_anew((bundle / CERTIFICATE).read_bytes(), change)
    (bundle / CERTIFICATE).write_bytes(raw)
    assert codes(assay.verify_certificate(bundle, keys=own)) == {("missing_file", path) for path in paths}


def test_what_is_no_bundle_and_no_key_set_is_named(bundle: Path) -> None:
    with pytest.raises(NotADirectoryError, match="unpack the bundle first"):
        assay.verify_certificate(bundle.parent / "bundle.zip")
    for keys in ("{}", "nonsense", '{"keys": [{}], "revoked_certificates": []}'):
        with pytest.raises(ValueError, match=r"the keys are not an assay-keys\.json"):
            assay.verify_certificate(bundle, keys=keys)


@pytest.mark.parametrize(
    ("value", "written"),
    [
        # RFC 8785, appendix B, and the sorting of section 3.2.3
        (4.50, "4.5"),
        (2e-3, "0.002"),
        (1e-27, "1e-27"),
        (1e-6, "0.000001"),
        (1.5e-7, "1.5e-7"),
        (333333333.33333329, "333333333.3333333"),
        (1e30, "1e+30"),
        (1e21, "1e+21"),
        (999999999999999900000, "999999999999999900000"),
        (-0.0, "0"),
        (-120, "-120"),
        ({"\u20ac": 1, "\r": 2, "\ufb33": 3, "1": [True, None], "\U0001f600": 5, "\u0080": 6, "\u00f6": 7},
         '{"\\r":2,"1":[true,null],"\u0080":6,"\u00f6":7,"\u20ac":1,"\U0001f600":5,"\ufb33":3}'),
    ],
)  # fmt: skip
def test_json_is_canonical_as_in_ecmascript(value: Any, written: str) -> None:
    assert canonical_json(value) == written
