"""Keeps what was derived from a format, so that the work per input doesn't include the work per format.

Looked up by identity first, since hashing a whole format costs more than printing a small input, then by
value, so that an equal format that was built anew derives nothing again. Entries hold their format, hence an
id can't be taken by another one; the oldest are dropped. Formats are frozen, so nothing goes stale.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

Result = TypeVar("Result")
_ENTRIES = 256


def per_format(derive: Callable[[Any], Result]) -> Callable[[Any], Result]:
    """`derive`, computed once per format (or node) object."""
    kept: dict[int, tuple[Any, Result]] = {}
    by_value: dict[Any, Result] = {}

    @wraps(derive)
    def derived(fmt: Any) -> Result:
        entry = kept.get(id(fmt))
        if entry is not None and entry[0] is fmt:
            return entry[1]
        result = by_value.get(fmt)
        if result is None:
            result = derive(fmt)
            _trim(by_value)
            by_value[fmt] = result
        _trim(kept)
        kept[id(fmt)] = (fmt, result)
        return result

    return derived


def _trim(entries: dict) -> None:
    """Drops the oldest entries, so that one more has room."""
    while len(entries) >= _ENTRIES:
        entries.pop(next(iter(entries)), None)
