"""Which part of a dataset an item is in: train, validation or test.

The rule depends on the item alone, so an item never changes its part, whatever is added, and a server can state the same
rule: `SHA-256("<seed>:<key>")`, of which the first eight bytes, as a big-endian number over 2^64, are the item's place
between 0 and 1. The parts lie one after the other on that line. The key is the item's group, so that all pages of a document
go together, else the id of the item.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Mapping

SHARES: Mapping[str, float] = {"train": 0.8, "validation": 0.1, "test": 0.1}


def place_of(key: str, seed: int) -> float:
    """Where a key is between 0 and 1."""
    digest = hashlib.sha256(f"{seed}:{key}".encode()).digest()
    return int.from_bytes(digest[:8], "big") / 2**64


def split_of(item_id: str, group: str | None, shares: Mapping[str, float], seed: int) -> str:
    """The part that an item is in."""
    place = place_of(item_id if group is None else group, seed)
    end = 0.0
    for name, share in shares.items():
        end += share
        if place < end:
            return name
    return name


def checked_shares(shares: Mapping[str, float], split: str | None) -> Mapping[str, float]:
    """The shares; raises ValueError unless they make a whole and have the wanted part."""
    if not shares or any(share < 0 for share in shares.values()) or not math.isclose(sum(shares.values()), 1):
        raise ValueError(f"the shares {dict(shares)} must be positive and add up to 1")
    if split is not None and split not in shares:
        raise ValueError(f"there is no split {split!r}; there are {', '.join(shares)}")
    return shares
