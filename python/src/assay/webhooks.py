"""Webhooks as a receiver sees them: what arrives is verified and read (https://www.standardwebhooks.com)."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from collections.abc import Mapping, Sequence

from assay.errors import AssayError
from assay.models import Event, read_event

TOLERANCE_S = 300


class SignatureError(AssayError):
    """What arrived was not signed with a secret of the webhook, or not now."""


def unwrap(
    body: bytes | str,
    headers: Mapping[str, str],
    secrets: str | Sequence[str],
    *,
    tolerance: float = TOLERANCE_S,
    now: float | None = None,
) -> Event:
    """The event of a webhook request, once its signature is verified.

    `body` is the raw body of the request: JSON that was parsed and written again has another signature. `secrets` are one
    secret or, while it is rotated, the old one and the new one. A request whose time is more than `tolerance` seconds from
    `now` (Unix time; default: the clock) is refused, so that nobody can record it and send it again later. Raises
    SignatureError.
    """
    named = {name.lower(): value for name, value in headers.items()}
    try:
        message_id, timestamp = named["webhook-id"], named["webhook-timestamp"]
        signatures = named["webhook-signature"]
    except KeyError as missing:
        raise SignatureError(f"the header {missing.args[0]} is missing") from None
    if not timestamp.isascii() or not timestamp.isdigit():
        raise SignatureError("webhook-timestamp is no number of seconds")
    distance = abs((time.time() if now is None else now) - int(timestamp))
    if distance > tolerance:
        raise SignatureError(f"webhook-timestamp is {distance:.0f} s from now")
    raw = body.encode() if isinstance(body, str) else body
    given = [one.removeprefix("v1,") for one in signatures.split(" ") if one.startswith("v1,")]
    known = [secrets] if isinstance(secrets, str) else secrets
    expected = [_signature(raw, message_id, timestamp, secret) for secret in known]
    # Each is compared, so that the time does not tell which one matches.
    matches = [hmac.compare_digest(one.encode(), other.encode()) for one in given for other in expected]
    if not any(matches):
        raise SignatureError("webhook-signature fits neither the body nor the secrets")
    return read_event(json.loads(raw))


def sign(body: bytes | str, secret: str, *, message_id: str, timestamp: int | None = None) -> dict[str, str]:
    """The headers of a signed webhook request, for tests of a receiver. `timestamp`: Unix time; default: now."""
    raw = body.encode() if isinstance(body, str) else body
    seconds = str(int(time.time()) if timestamp is None else timestamp)
    return {
        "webhook-id": message_id,
        "webhook-timestamp": seconds,
        "webhook-signature": f"v1,{_signature(raw, message_id, seconds, secret)}",
    }


def _signature(body: bytes, message_id: str, timestamp: str, secret: str) -> str:
    try:
        key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except binascii.Error:
        raise ValueError("a secret is whsec_ and base64") from None
    signed = b".".join([message_id.encode(), timestamp.encode(), body])
    return base64.b64encode(hmac.digest(key, signed, hashlib.sha256)).decode()
