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
from slowpath.instrument.measures import Measures
from slowpath.model.constraint import Condition, Place
from slowpath.model.languages import IDS


@dataclass(frozen=True)
class Instrumented:
    """What is known of putting text into programs of one language. Each raises `CannotPlace`.

    `resolve` gives the spot of a place in a text. `shared_piece` is what all checkers of a text share, `pieces_of`
    the pieces of one: of a text, its id, its sentence, its condition and its mode. None where a language has no such
    thing: `measures` are its words for distances, `wider` gives a program with wider integers, the widest first, and
    `finer` one with longer decimals.
    """

    resolve: Callable[[bytes, Place], Insertion]
    shared_piece: Callable[[bytes], Piece]
    pieces_of: Callable[[bytes, str, str, Condition, str], list[Piece]]
    measures: Measures | None = None
    wider: Callable[[bytes], tuple[bytes, ...]] | None = None
    finer: Callable[[bytes], bytes | None] | None = None


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


def widened(source: bytes, language: str) -> tuple[bytes, ...]:
    """The program with wider integers, the widest first; a version may be one that doesn't compile."""
    known = instrumented(language)
    return known.wider(source) if known is not None and known.wider is not None else ()


def finer(source: bytes, language: str) -> bytes | None:
    """The program with longer decimals, which may not compile; None where there is none."""
    known = instrumented(language)
    return known.finer(source) if known is not None and known.finer is not None else None
