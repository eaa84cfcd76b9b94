"""Labels as data frames: a certified batch, or a project as it stands."""

from __future__ import annotations

import contextlib
import json
import shutil
import tempfile
import weakref
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from assay import models
from assay._connection import Connection, perform
from assay._downloads import fetch
from assay._flow import Flow, Sleep
from assay._operation import Operation, route
from assay._splits import SHARES, checked_shares, split_of
from assay.errors import AssayError

if TYPE_CHECKING:
    import datasets
    import pandas as pd
    import pyarrow as pa

LONGEST_POLL_S = 5.0


class ExportFailedError(AssayError):
    """The service could not make the export. The message says why."""


class Dataset:
    """The records of a dataset, one per item, as docs/formats.md describes `jsonl`.

    Iterating reads them from a temporary file, so that a large dataset does not fill the memory. The file is removed with
    the dataset.
    """

    def __init__(
        self,
        path: Path,
        *,
        name: str,
        version: int | None,
        is_certified: bool,
        split: str | None,
        shares: Mapping[str, float],
        seed: int,
    ) -> None:
        self.name = name
        """Of the batch or project."""
        self.version = version
        """The certified revision of the batch; None for a project."""
        self.is_certified = is_certified
        self.split = split
        self._path = path
        self._shares = shares
        self._seed = seed
        weakref.finalize(self, shutil.rmtree, path.parent, ignore_errors=True)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        """Each record with its `split`."""
        with self._path.open(encoding="utf-8") as lines:
            for line in lines:
                record = json.loads(line)
                record["split"] = split_of(record["id"], record["group"], self._shares, self._seed)
                if self.split is None or record["split"] == self.split:
                    yield record

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __repr__(self) -> str:
        state = f"certified, version {self.version}" if self.is_certified else "not certified"
        return f"<assay.Dataset {self.name!r}, {state}, split {self.split or 'all'}>"

    def labeled(self) -> Iterator[dict[str, Any]]:
        """The records that have a label."""
        return (record for record in self if record["status"] == "accepted")

    def to_pandas(self) -> pd.DataFrame:
        """A row for each record; `label` is that of a classification, else the result stays an object.

        Needs `pip install assay[pandas]`.
        """
        with _extra("pandas"):
            import pandas as pd
        return pd.DataFrame([_row(record) for record in self], columns=list(COLUMNS))

    def to_arrow(self) -> pa.Table:
        """A row for each record. `result`, `fields`, `metadata` and `answers`, whose form differs, are JSON.

        Needs `pip install assay[arrow]`.
        """
        with _extra("arrow"):
            import pyarrow as pa
        kinds = {"text": pa.string(), "integer": pa.int64(), "number": pa.float64()}
        schema = pa.schema([(name, kinds[kind]) for name, kind in COLUMNS.items()])
        batches = (pa.RecordBatch.from_pylist(rows, schema=schema) for rows in _in_parts(map(_flat_row, self)))
        return pa.Table.from_batches(batches, schema=schema)

    def to_datasets(self) -> datasets.Dataset:
        """The table of `to_arrow` as a dataset of Hugging Face. Needs `pip install assay[datasets]`."""
        with _extra("datasets"):
            import datasets
        return datasets.Dataset(self.to_arrow())


COLUMNS: Mapping[str, Literal["text", "integer", "number"]] = {
    "id": "text",
    "external_id": "text",
    "group": "text",
    "split": "text",
    "filename": "text",
    "line": "integer",
    "text": "text",
    "label": "text",
    "result": "text",
    "fields": "text",
    "status": "text",
    "excluded_reason": "text",
    "support": "number",
    "origin": "text",
    "width": "integer",
    "height": "integer",
    "duration": "number",
    "sha256": "text",
    "metadata": "text",
    "answers": "text",
    "batch_id": "text",
}
AS_JSON = ("result", "fields", "metadata", "answers")
ROWS_PER_PART = 10_000


def _row(record: Mapping[str, Any]) -> dict[str, Any]:
    file, result = record.get("file") or {}, record.get("result") or {}
    label = result.get("label")
    found = {**file, **record, "label": label if isinstance(label, str) else None}
    return {name: found.get(name) for name in COLUMNS}


def _flat_row(record: Mapping[str, Any]) -> dict[str, Any]:
    row = _row(record)
    return row | {name: None if row[name] is None else json.dumps(row[name], ensure_ascii=False) for name in AS_JSON}


def _in_parts(rows: Iterator[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    part: list[dict[str, Any]] = []
    for row in rows:
        part.append(row)
        if len(part) == ROWS_PER_PART:
            yield part
            part = []
    if part:
        yield part


@contextlib.contextmanager
def _extra(name: str) -> Iterator[None]:
    try:
        yield
    except ImportError as missing:
        raise ImportError(f"{missing.name} is missing: pip install 'assay[{name}]'") from missing


def load(
    connection: Connection,
    name: str,
    *,
    version: int | Literal["latest"],
    split: str | None,
    shares: Mapping[str, float] | None,
    seed: int,
) -> Flow[Dataset]:
    """Downloads the records of a batch, certified, or of a project, as it stands."""
    parts = checked_shares(SHARES if shares is None else shares, split)
    found = yield from _find(connection, name)
    path = Path(tempfile.mkdtemp(prefix="assay-")) / "dataset.jsonl"
    try:
        revision = yield from _fetch_records(connection, found, version, path)
    except BaseException:
        shutil.rmtree(path.parent)
        raise
    return Dataset(
        path,
        name=found.name,
        version=revision,
        is_certified=revision is not None,
        split=split,
        shares=parts,
        seed=seed,
    )


def _fetch_records(
    connection: Connection,
    found: models.Batch | models.Project,
    version: int | Literal["latest"],
    path: Path,
) -> Flow[int | None]:
    """Downloads the records; gives the certified revision of a batch."""
    if isinstance(found, models.Batch):
        revision = found.revision if version == "latest" else version
        yield from fetch(connection, found.id, path, {"format": "jsonl", "revision": revision}, None)
        return revision
    if version != "latest":
        raise ValueError(f"the project {found.name!r} has no versions; load one of its batches")
    yield from _export(connection, found.id, path)
    return None


def _find(connection: Connection, name: str) -> Flow[models.Batch | models.Project]:
    """The batch or project of an id or name. Raises LookupError if there is none, or more than one."""
    if name.startswith("batch_"):
        body = yield from perform(connection, Operation("GET", route("/v1/batches/{}", name)))
        return models.Batch.model_validate(body)
    if name.startswith("proj_"):
        body = yield from perform(connection, Operation("GET", route("/v1/projects/{}", name)))
        return models.Project.model_validate(body)
    projects = yield from _all(connection, "/v1/projects", {"name": name})
    batches = yield from _all(connection, "/v1/batches", {})
    found = [models.Project.model_validate(one) for one in projects if one["name"] == name]
    named: list[models.Batch | models.Project] = [
        *found,
        *(models.Batch.model_validate(one) for one in batches if one["name"] == name),
    ]
    if not named:
        raise LookupError(f"there is no project or batch {name!r}")
    if len(named) > 1:
        raise LookupError(f"{name!r} is the name of {', '.join(one.id for one in named)}: load one by its id")
    return named[0]


def _all(connection: Connection, path: str, query: Mapping[str, str]) -> Flow[list[Any]]:
    entries: list[Any] = []
    cursor: dict[str, str] = {}
    while True:
        operation = Operation("GET", path, query={"limit": 100, **query, **cursor})
        page = yield from perform(connection, operation)
        entries.extend(page["data"])
        if not page["has_more"]:
            return entries
        cursor = {"cursor": page["next_cursor"]}


def _export(connection: Connection, project_id: str, path: Path) -> Flow[None]:
    """Makes an export of a project, downloads it, and deletes it."""
    made = yield from perform(
        connection, Operation("POST", "/v1/exports", body={"project_id": project_id, "format": "jsonl"})
    )
    address = route("/v1/exports/{}", made["id"])
    try:
        pause = 0.1
        while made["status"] == "processing":
            yield Sleep(pause)
            pause = min(LONGEST_POLL_S, pause * 1.5)
            made = yield from perform(connection, Operation("GET", address))
        if made["status"] == "failed":
            raise ExportFailedError(f"{made['id']}: {made['error']}")
        yield from fetch(connection, made["id"], path, {}, None)
    finally:
        yield from perform(connection, Operation("DELETE", address))
