"""What an operation of the API asks for, and how its answer is read."""

from __future__ import annotations

import enum
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final, TypeVar, cast
from urllib.parse import quote

from pydantic import BaseModel, TypeAdapter

T = TypeVar("T")
U = TypeVar("U")


class Omitted(enum.Enum):
    """The type of an argument that was left out. None is sent as null, which clears a field."""

    OMITTED = "omitted"

    def __bool__(self) -> bool:
        return False


OMITTED: Final = Omitted.OMITTED


@dataclass(frozen=True)
class Operation:
    """One call of the API, however often it is sent."""

    method: str
    path: str
    query: Mapping[str, Any] = field(default_factory=dict)
    body: Mapping[str, Any] | None = None
    idempotency_key: str | None = None
    timeout: float | None = None


def route(template: str, *ids: str) -> str:
    """The path with each `{}` replaced by an id. Raises ValueError for an empty id, which would name a list."""
    if not all(ids):
        raise ValueError(f"{template} needs an id that is not empty")
    return template.format(*(quote(one, safe="") for one in ids))


def given(arguments: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments that were not left out."""
    return {name: value for name, value in arguments.items() if value is not OMITTED}


def query_text(value: Any) -> str:
    """A value as it stands in a query."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return zoned(value) if isinstance(value, datetime) else str(value)


def plain(value: Any) -> Any:
    """For json.dumps: what JSON does not know, as the service takes it."""
    if isinstance(value, datetime):
        return zoned(value)
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json", by_alias=True)
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, Sequence):
        return list(value)
    raise TypeError(f"{type(value).__name__} cannot be sent as JSON")


def zoned(moment: datetime) -> str:
    """The time with its offset; one without is taken as local, as everywhere in Python."""
    return (moment if moment.tzinfo else moment.astimezone()).isoformat()


def text(body: Any) -> str:
    """Reads an answer that is text."""
    return cast(str, body)


def nothing(_: Any) -> None:
    """Reads an answer without a body."""


def list_of(read: Callable[[Any], T]) -> Callable[[Any], list[T]]:
    """Reads `{"data": [...]}`."""
    return lambda body: [read(entry) for entry in body["data"]]


def either(first: type[T], second: type[U]) -> Callable[[Any], T | U]:
    """Reads the one of two models that fits better."""
    union: TypeAdapter[T | U] = TypeAdapter(cast(Any, first | second))
    return union.validate_python
