"""Finds the kinds of relations: the modules beside this one that have `KINDS`."""

from __future__ import annotations

import importlib
import pkgutil
from functools import lru_cache
from pathlib import Path

from slowpath.inputs.relation_kinds.kind import RelationKind
from slowpath.inputs.text_form.lexer import Words
from slowpath.model.format_text import FormatCompletion


@lru_cache(maxsize=1)
def all_kinds() -> dict[str, RelationKind]:
    """Every kind, by its name."""
    package = __name__.rpartition(".")[0]
    modules = (
        importlib.import_module(f"{package}.{found.name}")
        for found in pkgutil.iter_modules([str(Path(__file__).parent)])
    )
    return {kind.name: kind for module in modules for kind in getattr(module, "KINDS", ())}


def offered() -> tuple[FormatCompletion, ...]:
    """What may begin a relation of these kinds behind "where"."""
    return tuple(kind.offered for kind in all_kinds().values() if kind.offered is not None)


@lru_cache(maxsize=1)
def words_before_names() -> frozenset[str]:
    """The words with which such relations begin, before a variable's name."""
    return frozenset(each.label.split()[0] for each in offered() if '"' not in each.insert.partition("|")[0])


def kind_of(name: str) -> RelationKind | None:
    """The kind of that name; None where it isn't one of this folder."""
    return all_kinds().get(name)


def kind_that_reads(words: Words) -> RelationKind | None:
    """The kind of which what stands behind "where" is; None where it is none of this folder."""
    return next((kind for kind in all_kinds().values() if kind.begins(words)), None)
