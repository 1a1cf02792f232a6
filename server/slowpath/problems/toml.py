"""TOML on every supported Python: the standard library's reader, or `tomli` (the same code) before 3.11."""

from __future__ import annotations

import sys

from slowpath.problems.files import Notebook

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib


def toml_map(text: str, name: str, book: Notebook) -> dict:
    """The table in `text`; empty with a note when it can't be parsed."""
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        book.note(f"{name} is not valid TOML ({error}); what it says was left out.")
        return {}
