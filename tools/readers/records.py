"""The native records beside an export: what every other format must give back."""

import json
from pathlib import Path


def require(condition: bool, message: str) -> None:
    if not condition:
        raise AssertionError(message)


def records_beside(path: Path) -> list[dict]:
    """The lines of `dataset.jsonl` in the folder of an export, or of `<type>.jsonl` beside a sample."""
    folder = path if path.is_dir() else path.parent
    source = folder / "dataset.jsonl"
    if not source.is_file():
        source = path.with_name(path.name.split(".")[0] + ".jsonl")
    return [json.loads(line) for line in source.read_bytes().splitlines()]
