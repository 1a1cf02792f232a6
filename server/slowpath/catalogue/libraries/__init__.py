"""What the library of a language is slow at, by the language's id: a file each, found by its name.

A construction here is aimed at work that no counter sees: tables and sorts of the library itself.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache

from slowpath.catalogue.construction import Construction
from slowpath.catalogue.facts import TargetFacts
from slowpath.catalogue.points import Axes
from slowpath.model.languages import IDS

Probe = Callable[[str], bytes]
"""Compiles a program with the user's compiler, runs it and returns what it printed."""


@dataclass(frozen=True)
class Question:
    """What can be known only by asking the user's own library. `about` stands in a program for which the answer
    matters, `said` is told meanwhile, `answer` adds to the facts what was learnt and raises `SlowpathError`."""

    about: bytes
    said: str
    answer: Callable[[TargetFacts, Probe], TargetFacts]


@dataclass(frozen=True)
class Library:
    """`keys` are integers that fall together in its hash tables, `orders` arrays that its sorts are slow at, `pairs`
    two columns whose rows fall together as keys."""

    keys: dict[str, Construction] = field(default_factory=dict)
    orders: dict[str, Construction] = field(default_factory=dict)
    pairs: dict[str, tuple[Axes, str]] = field(default_factory=dict)
    question: Question | None = None


NOTHING = Library()


@lru_cache(maxsize=16)
def library_of(language: str) -> Library:
    """The library of a language; one of which nothing is known where there is no such file."""
    if language not in IDS:
        return NOTHING
    try:
        return importlib.import_module(f"{__name__}.{language}").LIBRARY
    except ModuleNotFoundError as error:
        if error.name != f"{__name__}.{language}":
            raise
        return NOTHING
