"""Writes the Parquet files of this folder, with pyarrow 26.0.1 and Pillow: python make.py"""

import datetime
import io
import pathlib

import pyarrow as pa
import pyarrow.parquet as pq
from PIL import Image

FOLDER = pathlib.Path(__file__).parent


def write(name: str, table: pa.Table, **options: object) -> None:
    pq.write_table(table, FOLDER / f"{name}.parquet", **options)


def png(index: int) -> bytes:
    target = io.BytesIO()
    Image.new("RGB", (8 + index, 4), (index * 40, 10, 10)).save(target, "PNG")
    return target.getvalue()


TEXTS = pa.table(
    {
        "text": ["It came on time.", "Ünï ☃ late", "third"],
        "external_id": ["a", "b", None],
        "group": ["g1", None, "g2"],
        "priority": pa.array([1, 0, -3], pa.int32()),
        "score": [0.5, float("nan"), None],
        "n": pa.array([1, 2**60, -5], pa.int64()),
        "when": pa.array([datetime.datetime(2026, 1, 2, 3, 4, 5), None, datetime.datetime(2020, 1, 1)], pa.timestamp("us")),
        "tags": [["x", "y"], [], None],
        "nested": [{"a": 1, "b": ["p"]}, {"a": None, "b": None}, None],
        "flag": [True, False, None],
    }
)
for codec in ["snappy", "zstd", "gzip", "brotli", "none"]:
    write(f"text-{codec}", TEXTS, compression=codec, row_group_size=2)
write("text-v2", TEXTS, data_page_version="2.0", compression="zstd")
write("text-lz4", TEXTS, compression="lz4")

MESSAGE = pa.struct([("role", pa.string()), ("content", pa.string()), ("name", pa.string())])
RESPONSE = pa.struct([("id", pa.string()), ("text", pa.string()), ("model", pa.string())])
write(
    "messages",
    pa.table(
        {
            "messages": pa.array([[{"role": "user", "content": "Why?"}]], pa.list_(MESSAGE)),
            "responses": pa.array([[{"id": "x", "text": "A"}, {"id": "y", "text": "B", "model": "m"}]], pa.list_(RESPONSE)),
            "id": [7],
        }
    ),
)
write("prompt", pa.table({"prompt": ["Why?"], "responses": [["A", "B"]]}))
write("url", pa.table({"url": ["http://127.0.0.1:1/a.png"], "external_id": ["a"]}))
IMAGES = {"bytes": [png(0), png(1), png(2)], "path": ["i0.png", None, "i2.png"]}
write(
    "images",
    pa.table(
        {
            "image": [dict(zip(IMAGES, row)) for row in zip(*IMAGES.values())],
            "label": [0, 1, 0],
            "id": ["k0", "k1", "k2"],
        }
    ),
    row_group_size=2,
)
write("no-image", pa.table({"image": [{"bytes": png(0), "path": "a.png"}, {"bytes": None, "path": "b.png"}]}))
write("no-content", pa.table({"other": [1]}))
write("faults", pa.table({"text": ["a", None, "", "d"], "priority": [0, 0, 0, 9999]}))
write("bytes", pa.table({"text": ["a", "b"], "raw": [b"ok", b"\xff\xfe"]}))
write("repeated", pa.table({"text": ["a", "b"], "id": [1, 1]}))
write("large-page", pa.table({"text": ["a" * (70 << 20)]}), compression="zstd", use_dictionary=False)
write("many-rows", pa.table({"text": ["a"] * 1_000_001}), compression="zstd")
write("dictionary", pa.table({"text": ["a" * 900_000] * 1_000}), compression="zstd")
write("nested", pa.table({"text": ["a"], "deep": pa.array([[[0] * 3_000_000]], pa.list_(pa.list_(pa.int32())))}), compression="zstd")
