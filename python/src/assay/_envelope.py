"""The certificate of a bundle as it is written: an envelope (DSSE) around a statement (in-toto)."""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, NoReturn

PAYLOAD_TYPE = "application/vnd.in-toto+json"


class CertificateError(ValueError):
    """The bytes are no certificate; the message says why."""


@dataclass(frozen=True)
class Certificate:
    """What a certificate says; docs/certificate.md describes its predicate."""

    id: str
    batch_id: str
    revision: int
    score: float
    """0 to 100."""
    level: str
    issued_at: str
    """ISO 8601, UTC."""
    files: Mapping[str, str]
    """SHA-256 in hexadecimal by path."""
    predicate: Mapping[str, Any]


@dataclass(frozen=True)
class Signed:
    """A certificate that was read, and the bytes that its signature covers."""

    certificate: Certificate
    keyid: str
    signature: bytes
    signed_bytes: bytes


def open_certificate(raw: bytes) -> Signed:
    """Reads a certificate, and does not check the signature.

    Raises CertificateError unless every byte is as the service writes it: JSON and base64 have several forms for the same
    content, and a certificate must not be changed at all.

    Sources: github.com/secure-systems-lab/dsse, protocol.md and envelope.md; github.com/in-toto/attestation,
    spec/v1/statement.md.
    """
    text = _decoded(raw)
    envelope = _record(_parsed(text), "the envelope")
    if envelope.get("payloadType") != PAYLOAD_TYPE:
        raise CertificateError(f"its payloadType is not {PAYLOAD_TYPE}")
    payload = _bytes(envelope.get("payload"), "payload")
    signatures = envelope.get("signatures")
    if not isinstance(signatures, list) or len(signatures) != 1:
        raise CertificateError("it must have exactly one signature")
    signature = _record(signatures[0], "the signature")
    keyid, sig = _text(signature.get("keyid"), "keyid"), _text(signature.get("sig"), "sig")
    written = {"payloadType": PAYLOAD_TYPE, "payload": envelope["payload"], "signatures": [{"keyid": keyid, "sig": sig}]}
    if json.dumps(written, ensure_ascii=False, separators=(",", ":")) + "\n" != text:
        raise CertificateError("its bytes were changed after signing")
    return Signed(
        certificate=_certificate(_record(_parsed(_decoded(payload)), "the statement")),
        keyid=keyid,
        signature=_bytes(sig, "sig"),
        signed_bytes=f"DSSEv1 {len(PAYLOAD_TYPE)} {PAYLOAD_TYPE} {len(payload)} ".encode() + payload,
    )


def have_stated_digest(predicate: Mapping[str, Any]) -> bool:
    """Whether the rules in a certificate have the digest that it states.

    True for certificates of earlier versions, which have no rules.
    """
    if "judging_rules" not in predicate:
        return True
    stated = predicate["judging_rules"]
    if not isinstance(stated, dict) or "rules" not in stated or "sha256" not in stated:
        return False
    try:
        canonical = canonical_json(stated["rules"]).encode()
    except (UnicodeEncodeError, OverflowError):
        return False  # no text and no number that a service writes
    return bool(hashlib.sha256(canonical).hexdigest() == stated["sha256"])


def canonical_json(value: Any) -> str:
    """JSON without white space, with the names of each object in the order of their UTF-16 code units (RFC 8785)."""
    if isinstance(value, list):
        return f"[{','.join(map(canonical_json, value))}]"
    if isinstance(value, dict):
        names = sorted(value, key=lambda name: str(name).encode("utf-16-be", "surrogatepass"))
        return "{" + ",".join(f"{canonical_json(name)}:{canonical_json(value[name])}" for name in names) + "}"
    if isinstance(value, int | float) and not isinstance(value, bool):
        return _number(float(value))
    return json.dumps(value, ensure_ascii=False)


def _number(value: float) -> str:
    """As ECMAScript writes it: the shortest digits that give the number, with an exponent from 1e21 on and below 1e-6."""
    if value == 0:
        return "0"
    sign, digits, exponent = Decimal(repr(value)).normalize().as_tuple()
    if not isinstance(exponent, int):
        raise OverflowError("not a number that JSON has")
    text, point = "".join(map(str, digits)), len(digits) + exponent
    minus = "-" if sign else ""
    if -6 < point <= 21:
        if point <= 0:
            return f"{minus}0.{'0' * -point}{text}"
        whole = text.ljust(point, "0")
        return minus + (whole if len(whole) == point else f"{whole[:point]}.{whole[point:]}")
    power = point - 1
    fraction = f".{text[1:]}" if len(text) > 1 else ""
    return f"{minus}{text[0]}{fraction}e{'+' if power > 0 else '-'}{abs(power)}"


def _certificate(statement: Mapping[str, Any]) -> Certificate:
    if not _text(statement.get("predicateType"), "predicateType").endswith("/annotation-certificate/v1"):
        raise CertificateError("its statement is not an annotation certificate")
    subject = statement.get("subject")
    if not isinstance(subject, list):
        raise CertificateError("its statement has no subject")
    predicate = _record(statement.get("predicate"), "the predicate")
    return Certificate(
        id=_text(predicate.get("id"), "id"),
        batch_id=_text(_record(predicate.get("batch"), "the batch").get("id"), "batch.id"),
        revision=int(_amount(predicate.get("revision"), "revision")),
        score=_amount(predicate.get("score"), "score"),
        level=_text(predicate.get("level"), "level"),
        issued_at=_text(predicate.get("issued_at"), "issued_at"),
        files=dict(map(_file, subject)),
        predicate=predicate,
    )


def _file(subject: Any) -> tuple[str, str]:
    named = _record(subject, "a subject")
    digest = _record(named.get("digest"), "a digest")
    return _text(named.get("name"), "name"), _text(digest.get("sha256"), "sha256")


def _decoded(raw: bytes) -> str:
    try:
        return raw.decode()
    except UnicodeDecodeError as cause:
        raise CertificateError("it is not UTF-8") from cause


def _parsed(text: str) -> Any:
    def refuse(name: str) -> NoReturn:
        raise ValueError(f"{name} is no JSON")

    try:
        return json.loads(text, parse_constant=refuse)
    except (ValueError, RecursionError) as cause:
        raise CertificateError("it is not JSON") from cause


def _record(value: Any, what: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise CertificateError(f"{what} is not a JSON object")
    return value


def _text(value: Any, what: str) -> str:
    if not isinstance(value, str):
        raise CertificateError(f"{what} is missing")
    return value


def _amount(value: Any, what: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise CertificateError(f"{what} is missing")
    return value


def _bytes(value: Any, what: str) -> bytes:
    """Canonical base64 with padding: each byte string has exactly one form."""
    text = _text(value, what)
    if re.fullmatch(r"[A-Za-z0-9+/]*={0,2}", text) is None:
        raise CertificateError(f"{what} is not base64")
    try:
        decoded = base64.b64decode(text, validate=True)
    except binascii.Error as cause:
        raise CertificateError(f"{what} is not base64") from cause
    if base64.b64encode(decoded).decode() != text:
        raise CertificateError(f"{what} is not canonical base64")
    return decoded
