"""Reads Parquet files and folders for Hugging Face, and compares every row with the record that it was made from."""

import json
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path

import datasets
import duckdb
import pandas as pd
import pyarrow.parquet as pq
from records import records_beside, require

datasets.disable_progress_bars()

JSON_COLUMNS = ("metadata", "conversation", "result", "fields", "answers", "model")
FILE_COLUMNS = {
    "file_id": "id",
    "filename": "filename",
    "content_type": "content_type",
    "sha256": "sha256",
    "image_width": "width",
    "image_height": "height",
    "duration": "duration",
}
RESULT_COLUMNS = {"label": "label", "labels": "labels", "transcript": "text", "generated_text": "text"}
OBJECTS = ("objects", "spans", "segments")


def check_parquet(path: Path) -> str:
    """pyarrow, pandas and DuckDB each read the rows, in row groups of a bounded size, as the records have them."""
    records = records_beside(path)
    table = pq.read_table(path)
    require_same(table.to_pylist(), records)
    groups = pq.ParquetFile(path).metadata
    sizes = [groups.row_group(group).num_rows for group in range(groups.num_row_groups)]
    require(sum(sizes) == len(records) and all(size <= 10_000 for size in sizes), f"row groups of {sizes} rows")
    found = duckdb.sql(f"select * from read_parquet('{path}')")
    require_same([dict(zip(found.columns, row, strict=True)) for row in found.fetchall()], records)
    frame = pd.read_parquet(path)
    require(list(frame["id"]) == [record["id"] for record in records], "pandas reads other items")
    require([json.loads(text) for text in frame["metadata"]] == [record["metadata"] for record in records], "metadata")
    return f"{len(records)} rows in {len(sizes)} groups"


def check_hf_dataset(folder: Path) -> str:
    """`load_dataset` finds the split train with the rows, and images of the right size."""
    records = records_beside(folder)
    with tempfile.TemporaryDirectory() as cache:
        data = datasets.load_dataset(str(folder), cache_dir=cache)
        require(list(data) == ["train"], f"the splits are {list(data)}")
        rows = list(data["train"])
    images = [row.pop("image") for row in rows if "image" in row]
    if (folder / "train").is_dir():
        for image, record in zip(images, records, strict=True):
            size = (record["file"]["width"], record["file"]["height"])
            require(image.size == size, f"{record['id']}: an image of {image.size}")
            require(Path(image.filename).name.startswith(record["id"]), f"{record['id']}: {image.filename}")
    require_same(rows, records)
    require((folder / "README.md").read_text("utf-8").startswith("---\n"), "the card has no metadata")
    return f"{len(records)} rows, {len(images)} images"


def require_same(rows: Iterable[Mapping], records: list[dict]) -> None:
    rows = list(rows)
    require(len(rows) == len(records), f"{len(rows)} rows of {len(records)} items")
    for row, record in zip(rows, records, strict=True):
        for name, value in row.items():
            require(same(name, value, record), f"{record['id']}: {name} is {value!r}")


def same(name: str, value: object, record: dict) -> bool:
    result = record["result"]
    if name in JSON_COLUMNS:
        return (None if value is None else json.loads(str(value))) == record.get(name)
    if name in FILE_COLUMNS:
        return value == record["file"][FILE_COLUMNS[name]]
    if name == "objects":
        return value == (None if result is None else len(next(result[part] for part in OBJECTS if part in result)))
    if name in RESULT_COLUMNS:
        return value == (None if result is None else result[RESULT_COLUMNS[name]])
    return value == record[name]
