"""Bundles against their certificates, offline: the same checks as those of `assay verify` and of the TypeScript client."""

from __future__ import annotations

import base64
import hashlib
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Literal

from pydantic import ValidationError

from assay import models
from assay._envelope import Certificate, CertificateError, Signed, have_stated_digest, open_certificate

CERTIFICATE = "certificate.dsse.json"
KEYS = "assay-keys.json"
MANIFEST = "manifest.sha256"
SPKI_PREFIX = bytes.fromhex("302a300506032b6570032100")
"""The DER of an Ed25519 public key before its 32 bytes (RFC 8410, section 4)."""
OWN_KEYS = (
    f"the key is as given by the bundle: compare it with /.well-known/{KEYS} of the service that made it, "
    "or give `keys`, such as client.certificates.list_keys()"
)

FaultCode = Literal[
    "changed_file",
    "missing_file",
    "changed_certificate",
    "missing_certificate",
    "revoked_certificate",
    "unknown_key",
    "revoked_key",
    "expired_key",
]


@dataclass(frozen=True)
class Fault:
    """One fault of a bundle, as a sentence."""

    code: FaultCode
    path: str
    """The file with the fault."""
    message: str


@dataclass(frozen=True)
class Verification:
    """What `verify_certificate` finds."""

    faults: list[Fault] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    """What is no fault, such as a file that nobody certified."""
    files: list[str] = field(default_factory=list)
    """The files whose bytes match the certificate."""
    certificate: Certificate | None = None
    """What the certificate says; None without a trustworthy signature."""
    keyid: str | None = None
    """SHA-256 of the public key's SPKI DER."""

    @property
    def ok(self) -> bool:
        """Whether there is no fault."""
        return not self.faults


def verify_certificate(
    folder: str | os.PathLike[str], *, keys: models.CertificateKeys | str | bytes | None = None
) -> Verification:
    """Checks an unpacked bundle against its certificate, offline.

    `keys` are those of `client.certificates.list_keys()`, or the text of an `assay-keys.json` from another source than the
    bundle. Without them the bundle's own are used, which finds damage but no forgery, and a note says so.

    Reads the files piece by piece. Needs `pip install assay[certificates]`. Raises ValueError if `keys` is no key set, and
    NotADirectoryError if there is no folder.
    """
    root = Path(folder)
    if not root.is_dir():
        raise NotADirectoryError(f"{root} is not a folder; unpack the bundle first")
    given = None if keys is None else _read_keys(keys)
    raw = _read(root, CERTIFICATE)
    if raw is None:
        message = f"there is no {CERTIFICATE}; is this an unpacked bundle of a certified dataset?"
        return Verification(faults=[Fault("missing_certificate", CERTIFICATE, message)])
    faults: list[Fault] = []
    known = _own_keys(root, faults) if given is None else given
    try:
        signed = open_certificate(raw)
    except CertificateError as fault:
        return Verification([*faults, Fault("changed_certificate", CERTIFICATE, f"{CERTIFICATE} was changed: {fault}")])
    trusted = _check_signature(signed, known, KEYS if given is None else "the given keys", faults)
    if trusted is None:
        return Verification(faults)
    named, right = _check_files(root, signed.certificate.files, faults)
    unnamed = [path for path in _list(root) if path not in named and path != CERTIFICATE]
    return Verification(
        faults,
        [
            *([OWN_KEYS] if given is None else []),
            *(f"{path} is not among what was certified" for path in unnamed),
        ],
        right,
        signed.certificate if trusted else None,
        signed.keyid,
    )


def _read_keys(keys: models.CertificateKeys | str | bytes) -> models.CertificateKeys:
    try:
        return keys if isinstance(keys, models.CertificateKeys) else models.CertificateKeys.model_validate_json(keys)
    except ValidationError as cause:
        raise ValueError(f"the keys are not an {KEYS}: {cause}") from cause


def _own_keys(root: Path, faults: list[Fault]) -> models.CertificateKeys:
    """The keys in the bundle; empty if they cannot be read, which is a fault."""
    raw = _read(root, KEYS)
    if raw is None:
        faults.append(Fault("missing_file", KEYS, f"{KEYS} is missing"))
        return models.CertificateKeys(keys=[], revoked_certificates=[])
    try:
        return _read_keys(raw)
    except ValueError:
        return models.CertificateKeys(keys=[], revoked_certificates=[])  # the digest check reports the change


def _check_signature(signed: Signed, known: models.CertificateKeys, where: str, faults: list[Fault]) -> bool | None:
    """Whether the certificate can be trusted; None if it was changed, so that its files say nothing."""
    certificate, keyid = signed.certificate, signed.keyid

    def fail(code: FaultCode, message: str) -> None:
        faults.append(Fault(code, CERTIFICATE, message))

    key = next((key for key in known.keys if key.kid == keyid), None)
    public = None if key is None else _public_bytes(key.x)
    if key is None or public is None or hashlib.sha256(SPKI_PREFIX + public).hexdigest() != keyid:
        fail("unknown_key", f"the certificate is signed with the key {keyid}, which is not in {where}")
        return False
    if not _is_signed_with(public, signed):
        fail("changed_certificate", f"{CERTIFICATE} was changed: its signature does not fit")
        return None
    if not have_stated_digest(certificate.predicate):
        fail("changed_certificate", f"{CERTIFICATE} states another digest than that of its judging rules")
    if key.revoked_at is not None:
        when = key.revoked_at.isoformat()
        fail("revoked_key", f"the key {keyid} was revoked on {when}: do not trust anything that it signed")
    elif key.not_after is not None and not _is_before(certificate.issued_at, key.not_after):
        end = key.not_after.isoformat()
        fail("expired_key", f"the certificate was issued on {certificate.issued_at}, after its key's end on {end}")
    revoked = next((one for one in known.revoked_certificates if one.id == certificate.id), None)
    if revoked is not None:
        reason = "" if revoked.reason is None else f": {revoked.reason}"
        when = revoked.revoked_at.isoformat()
        fail("revoked_certificate", f"the certificate {certificate.id} was revoked on {when}{reason}")
    return key.revoked_at is None


def _public_bytes(x: str) -> bytes | None:
    if re.fullmatch(r"[A-Za-z0-9_-]{43}", x) is None:
        return None
    return base64.urlsafe_b64decode(f"{x}=")


def _is_signed_with(public: bytes, signed: Signed) -> bool:
    try:
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    except ImportError as missing:
        raise ImportError(f"{missing.name} is missing: pip install 'assay[certificates]'") from missing
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signed.signature, signed.signed_bytes)
    except (InvalidSignature, ValueError):
        return False
    return True


def _is_before(issued_at: str, end: datetime) -> bool:
    try:
        return datetime.fromisoformat(issued_at) <= end
    except (ValueError, TypeError):
        return False  # no time, or one without its zone


def _check_files(root: Path, subjects: Mapping[str, str], faults: list[Fault]) -> tuple[set[str], list[str]]:
    """Compares the files that the certificate lists, and by its manifest the others; gives all, and those that are right."""
    named = dict(subjects)
    right = [path for path, digest in subjects.items() if _is_right(root, path, digest, faults)]
    if MANIFEST in right:
        for path, digest in _manifest(_read(root, MANIFEST) or b"").items():
            if path in named:
                continue
            named[path] = digest
            if _is_right(root, path, digest, faults):
                right.append(path)
    return set(named), right


def _is_right(root: Path, path: str, digest: str, faults: list[Fault]) -> bool:
    found = _digest(root, path)
    if found == digest:
        return True
    if any(fault.code == "missing_file" and fault.path == path for fault in faults):
        return False
    if found is None:
        faults.append(Fault("missing_file", path, f"{path} is missing"))
    else:
        message = f"{path} was changed: its SHA-256 is {found}, certified was {digest}"
        faults.append(Fault("changed_file", path, message))
    return False


def _manifest(raw: bytes) -> dict[str, str]:
    """The output of `sha256sum`: digests by path."""
    lines = raw.decode(errors="replace").split("\n")
    return {line[66:]: line[:64] for line in lines if re.match(r"[0-9a-f]{64} {2}", line)}


def _read(root: Path, path: str) -> bytes | None:
    file = _file(root, path)
    return None if file is None else file.read_bytes()


def _digest(root: Path, path: str) -> str | None:
    file = _file(root, path)
    if file is None:
        return None
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


def _file(root: Path, path: str) -> Path | None:
    """None for what is no file in the folder: paths outside it, and pipes and devices, which may never end."""
    if path.startswith("/") or "\0" in path or ".." in re.split(r"[/\\]", path):
        return None
    file = root / path
    try:
        return file if file.is_file() else None
    except (OSError, UnicodeEncodeError):
        return None  # a name that is too long, or that no file can have


def _list(root: Path) -> list[str]:
    """All but folders. Links to folders count as files, and are not followed."""
    found: list[str] = []
    for folder, folders, files in os.walk(root):
        links = [name for name in folders if (Path(folder) / name).is_symlink()]
        found.extend((Path(folder) / name).relative_to(root).as_posix() for name in [*files, *links])
    return sorted(found)


__all__ = ["Certificate", "Fault", "FaultCode", "Verification", "verify_certificate"]
