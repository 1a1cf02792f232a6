"""The tools, one file each: `TOOL` declares one. A file here is a tool as soon as its name stands in `NAMES`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from slowpath.agents.work import Work

NAMES = tuple(
    (
        "find_slow_inputs break_solution explain_slow_lines infer_format set_format validate_input make_tests "
        "optimize_verified"
    ).split()
)
"""In the order in which they are listed."""


@dataclass(frozen=True)
class Tool:
    """One tool. `arguments` and `result` are dataclasses (`fields`); `run` runs in a process of its own.

    `measures` says that it takes times, so that no two such calls run at once, and keeps what it found; `writes` that
    it changes a file of the user's.
    """

    name: str
    title: str
    description: str
    arguments: type
    result: type
    run: Callable[[Any, Work], Any]
    measures: bool = True
    writes: bool = False


def tool(name: str) -> Tool:
    """The tool of that name. Raises `KeyError` for any other."""
    if name not in NAMES:
        raise KeyError(name)
    return import_module(f"{__name__}.{name}").TOOL
