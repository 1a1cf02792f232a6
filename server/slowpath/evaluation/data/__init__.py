"""Readers of data sets, one file each. A new one is a file with `find`, and its name in `READERS`.

A reader lists and loads, and runs nothing. Whatever is wrong with a part of a data set leaves out that part, with its
reason; the rest is read.
"""

from __future__ import annotations

import importlib
from pathlib import Path

from slowpath.errors import UsageError
from slowpath.evaluation.data.data_set import DataSet

READERS = ("codecontests", "coffe", "wedge", "usecases", "algobugs", "packages", "folders")
"""In the order in which they are tried: the first that finds programs of its layout, or something to leave out."""

__all__ = ["READERS", "DataSet", "read_data"]


def read_data(data: Path, layout: str = "") -> DataSet:
    """The data set at `data`, by the reader named `layout`, or by the first that knows it. Raises `UsageError` where
    none does."""
    if not data.exists():
        raise UsageError(f"{data}: no such file or folder.", "Give a data set: docs/evaluate.md lists the layouts.")
    for name in (layout,) if layout else READERS:
        found: DataSet | None = importlib.import_module(f"{__name__}.{name}").find(data.resolve())
        if found is not None:
            return found
    raise UsageError(
        f"{data}: nothing in it is known as a data set{f' of the layout {layout}' if layout else ''}.",
        "docs/evaluate.md lists the layouts.",
    )
