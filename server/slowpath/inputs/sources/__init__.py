"""How the texts of programs are read, by language: a file each, found by the language's id."""

from __future__ import annotations

import importlib
from functools import lru_cache

from slowpath.inputs.sources.source import SourceLanguage
from slowpath.model.languages import IDS

__all__ = ["SourceLanguage", "source_language"]


@lru_cache(maxsize=16)
def source_language(language: str) -> SourceLanguage | None:
    """How texts of a language are read; None for one that isn't known, or whose texts nobody reads."""
    if language not in IDS:
        return None
    try:
        return importlib.import_module(f"{__name__}.{language}").SOURCE
    except ModuleNotFoundError as error:
        if error.name != f"{__name__}.{language}":
            raise
        return None
