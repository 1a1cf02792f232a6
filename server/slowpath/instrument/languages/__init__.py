"""How texts of ours are put into programs, by language: a file each, found by the language's id.

Its modules have places (`*_places.resolve`) and write checkers (`*_checkers`); probes are put in by whoever builds.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from slowpath.instrument.insertions import Insertion
from slowpath.instrument.marks import Piece
from slowpath.model.constraint import Condition, Place
from slowpath.model.languages import IDS


@dataclass(frozen=True)
class Instrumented:
    """What is known of putting text into programs of one language. Each raises `CannotPlace`.

    `resolve` gives the spot of a place in a text. `shared_piece` is what all checkers of a text share, `pieces_of`
    the pieces of one: of a text, its id, its sentence, its condition and its mode.
    """

    resolve: Callable[[bytes, Place], Insertion]
    shared_piece: Callable[[bytes], Piece]
    pieces_of: Callable[[bytes, str, str, Condition, str], list[Piece]]


@lru_cache(maxsize=16)
def instrumented(language: str) -> Instrumented | None:
    """How texts are put into programs of a language; None where nobody knows."""
    if language not in IDS:
        return None
    try:
        return importlib.import_module(f"{__name__}.{language}").INSTRUMENTED
    except ModuleNotFoundError as error:
        if error.name != f"{__name__}.{language}":
            raise
        return None
