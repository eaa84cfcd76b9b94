"""Writes the Arrow files of this folder, with pyarrow 26.0.1: python make.py"""

import base64
import datetime
import pathlib

import pyarrow as pa
import pyarrow.parquet as pq

FOLDER = pathlib.Path(__file__).parent
PNG = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAIAAAB7QOjdAAAAD0lEQVQImWP4z8Dwn4EBAAj+Af/KOtJRAAAAAElFTkSuQmCC"
)


def write(name: str, table: pa.Table, stream: bool = False, compression: str | None = None) -> None:
    options = pa.ipc.IpcWriteOptions(compression=compression)
    new = pa.ipc.new_stream if stream else pa.ipc.new_file
    with new(FOLDER / f"{name}.arrow", table.schema, options=options) as writer:
        writer.write_table(table, max_chunksize=2)


TEXTS = pa.table(
    {
        "text": ["It came on time.", "Ünï ☃ late", "third"],
        "external_id": ["a", "b", None],
        "group": pa.array(["g1", None, "g2"], pa.large_utf8()),
        "priority": pa.array([1, 0, -3], pa.int32()),
        "score": [0.5, float("nan"), None],
        "n": pa.array([1, 2**60, -5], pa.int64()),
        "when": pa.array([datetime.datetime(2026, 1, 2, 3, 4, 5), None, datetime.datetime(2020, 1, 1)], pa.timestamp("us")),
        "day": pa.array([datetime.date(2026, 1, 2), None, None], pa.date32()),
        "tags": [["x", "y"], [], None],
        "nested": [{"a": 1, "b": ["p"]}, {"a": None, "b": None}, None],
        "flag": [True, False, None],
        "price": pa.array([None, "1.50", "2.25"]).cast(pa.decimal128(5, 2)),
        "pair": pa.array([[1, 2], None, [3, 4]], pa.list_(pa.int8(), 2)),
        "view": pa.array(["short", "longer than twelve bytes", None], pa.string_view()),
        "nothing": pa.nulls(3),
    }
)
write("text", TEXTS)
write("text-stream", TEXTS, stream=True)
write("text-zstd", TEXTS, compression="zstd")
write("text-lz4", TEXTS, compression="lz4")
REPEATED = pa.table({"text": [f"Review {n}: " + "it came on time, and " * (n % 9) for n in range(4_000)]})
with pa.ipc.new_file(FOLDER / "repeated-lz4.arrow", REPEATED.schema, options=pa.ipc.IpcWriteOptions(compression="lz4")) as repeated:
    repeated.write_table(REPEATED)  # one batch, whose texts are several blocks of a frame
# As pandas writes a `category`: texts, numbers, with nulls, and with a list in each value.
CODED = pa.table(
    {
        "text": pa.array(["a", "b", "a"]).dictionary_encode(),
        "label": pa.DictionaryArray.from_arrays(pa.array([1, None, 0], pa.int8()), pa.array(["late", "on time"])),
        "year": pa.array([2026, 2025, 2026], pa.int16()).dictionary_encode(),
        "tags": pa.DictionaryArray.from_arrays(pa.array([0, 1, 0], pa.int64()), pa.array([["x", "y"], []])),
    }
)
write("dictionary", CODED)
write("dictionary-zstd", CODED, compression="zstd")
with pa.ipc.new_stream(
    FOLDER / "dictionary-deltas.arrow",
    pa.schema([("text", pa.dictionary(pa.int32(), pa.string()))]),
    options=pa.ipc.IpcWriteOptions(emit_dictionary_deltas=True),
) as deltas:  # the second batch has one value more, the third one a new dictionary
    for values in [["a", "b"], ["a", "b", "c"], ["z", "y"]]:
        coded = pa.DictionaryArray.from_arrays(pa.array(range(len(values)), pa.int32()), pa.array(values))
        deltas.write_batch(pa.record_batch({"text": coded}))
outside = pa.DictionaryArray.from_arrays(pa.array([0, 7], pa.int32()), pa.array(["a", "b"]), safe=False)
write("dictionary-outside", pa.table({"text": outside}))
write("dictionary-within", pa.table({"text": ["a"], "list": pa.array([["x"]], pa.list_(pa.dictionary(pa.int32(), pa.string())))}))
MAPS = pa.table(
    {
        "text": ["a", "b", "c"],
        "m": pa.array([[("k", 1), ("l", None)], [], None], pa.map_(pa.string(), pa.int32())),
        "n": pa.array([[(7, ["x"])], [(8, []), (2**60, None)], []], pa.map_(pa.int64(), pa.list_(pa.string()))),
        "deep": pa.array([[("o", [("p", 0.5)])], None, []], pa.map_(pa.string(), pa.map_(pa.string(), pa.float64()))),
    }
)
write("map", MAPS)
write("map-lz4", MAPS, compression="lz4")
pq.write_table(MAPS, FOLDER / "map.parquet")
write("union", pa.table({"text": ["a"], "u": pa.UnionArray.from_sparse(pa.array([0], pa.int8()), [pa.array([1])])}))
write("no-content", pa.table({"n": [1]}))
write("empty", TEXTS.slice(0, 0))
write("images", pa.table({"image": [{"bytes": PNG, "path": "one.png"}, {"bytes": PNG, "path": None}], "label": [0, 1]}))
messages = [{"role": "user", "content": "Why?"}]
responses = [{"id": "a", "text": "So."}, {"id": "b", "text": "Because."}]
write("messages", pa.table({"messages": [messages], "responses": [responses]}), stream=True)
