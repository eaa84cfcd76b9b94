"""PNG files, written without a library for images."""

import struct
import zlib
from collections.abc import Sequence


def gray(rows: Sequence[Sequence[int]]) -> bytes:
    """An image of gray values from 0 to 255."""
    pixels = zlib.compress(b"".join(b"\0" + bytes(row) for row in rows))
    header = struct.pack(">IIBBBBB", len(rows[0]), len(rows), 8, 0, 0, 0, 0)
    chunks = [_chunk(b"IHDR", header), _chunk(b"IDAT", pixels), _chunk(b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
