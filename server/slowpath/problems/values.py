"""Numbers out of metadata that anyone may have written: the right type or None, never an exception."""

from __future__ import annotations

import math
import re
from typing import Any

import yaml

from slowpath.model.patterns import late_regex
from slowpath.problems.files import Notebook

LARGEST_TIME_S = 3600.0
_DEEP_YAML = late_regex(r"^\s*(?:[\w\"']+:\s*|-\s*)*[\[{][\[{\s]{63}", re.MULTILINE)
"""Nesting over which the parser takes seconds before it gives up; nobody's metadata looks like this."""


def positive_seconds(value: Any, largest: float = LARGEST_TIME_S) -> float | None:
    """A time limit in seconds: a finite positive number (or its text), at most an hour.

    `largest` serves callers whose unit is another one.
    """
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        seconds = float(value)
    except (ValueError, OverflowError):
        return None
    return seconds if math.isfinite(seconds) and 0 < seconds <= largest else None


def scaled_bytes(value: Any, unit: int) -> int | None:
    """A memory limit in bytes from a positive number of `unit` bytes."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        count = float(value) * unit
    except (ValueError, OverflowError):
        return None
    return int(count) if math.isfinite(count) and 0 < count < 1 << 50 else None


def whole(value: Any) -> int | None:
    """An integer written as one (`200000`, `"200_000"`, `2e5`, `10^5`, `2*10**5`), else None."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int):
        return value
    if isinstance(value, float):
        return int(value) if math.isfinite(value) and value == int(value) else None
    return _whole_text(value) if isinstance(value, str) else None


def _whole_text(text: str) -> int | None:
    text = text.strip().replace("_", "").replace(",", "")
    power = re.fullmatch(r"(-?)(?:(\d{1,6})\s*\*\s*)?(\d{1,3})\s*(?:\^|\*\*)\s*\{?(\d{1,2})\}?", text)
    if power:
        sign, factor, base, exponent = power.groups()
        return (-1 if sign else 1) * int(factor or 1) * int(base) ** int(exponent)
    if re.fullmatch(r"-?\d{1,40}", text):
        return int(text)
    if re.fullmatch(r"-?\d{1,6}(\.\d{1,6})?[eE]\+?\d{1,2}", text):
        return whole(float(text))
    return None


def yaml_map(text: str, name: str, book: Notebook) -> dict:
    """The YAML map in `text`; empty with a note when it is something else or can't be parsed."""
    if _DEEP_YAML.search(text):
        book.note(f"{name} is nested too deeply to be metadata; what it says was left out.")
        return {}
    try:
        data = yaml.safe_load(text)
    except (yaml.YAMLError, ValueError, TypeError, RecursionError, OverflowError) as error:
        mark = getattr(error, "problem_mark", None)
        where = f" at line {mark.line + 1}" if mark else ""
        book.note(f"{name} is not valid YAML{where}; what it says was left out.")
        return {}
    if data is None:
        return {}
    if not isinstance(data, dict):
        book.note(f"{name} holds no map; what it says was left out.")
        return {}
    return data


def as_map(value: Any) -> dict:
    """`value` when it is a map, else an empty one."""
    return value if isinstance(value, dict) else {}


def as_list(value: Any) -> list:
    """`value` when it is a list, else an empty one."""
    return value if isinstance(value, list) else []
