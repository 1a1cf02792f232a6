"""JSON schemas of a tool's arguments and result, and arguments held against theirs. Made from the dataclasses."""

from __future__ import annotations

import dataclasses
from functools import cache
from typing import Any

from pydantic import TypeAdapter, ValidationError

from slowpath.errors import UsageError

MOST_ERRORS = 5
SHOWN = 80


@cache
def _adapter(kind: type) -> TypeAdapter[Any]:
    return TypeAdapter(kind)


@cache
def schema(kind: type) -> dict[str, Any]:
    """The JSON schema (2020-12) of a dataclass. No other fields than its own are taken."""
    return {**_plain(_adapter(kind).json_schema()), "additionalProperties": False}


def _plain(value: Any) -> Any:
    """Without what repeats the names of fields (`title`) and of our own types (`format` of a path)."""
    if isinstance(value, dict):
        return {
            key: _named(each) if key in ("properties", "$defs") else _plain(each)
            for key, each in value.items()
            if key != "title" and (key, each) != ("format", "path")
        }
    return [_plain(each) for each in value] if isinstance(value, list) else value


def _named(fields: dict[str, Any]) -> dict[str, Any]:
    return {name: _plain(each) for name, each in fields.items()}


def arguments_of(kind: type, given: dict[str, Any]) -> Any:
    """The arguments as their dataclass. Raises `UsageError` that says which is wrong, and what it was."""
    names = [field.name for field in dataclasses.fields(kind)]
    unknown = [name for name in given if name not in names]
    if unknown:
        raise UsageError(f"There is no argument {', '.join(unknown)}.", f"Known are {', '.join(names)}.")
    try:
        return _adapter(kind).validate_python(given)
    except ValidationError as error:
        raise UsageError(
            " ".join(map(_sentence, error.errors()[:MOST_ERRORS])), "The tool's input schema says what each may be."
        ) from error


def _sentence(error: Any) -> str:
    """`seconds: Input should be less than or equal to 300; it was 1000.`"""
    place = ".".join(map(str, error["loc"]))
    if error["type"] == "missing":
        return f"{place} is missing."
    was = repr(error["input"])
    return f"{place}: {error['msg']}; it was {was if len(was) <= SHOWN else was[:SHOWN] + '...'}."
