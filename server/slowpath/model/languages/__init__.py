"""The languages that are known, one file each, in the order in which they are listed to people.

A further language is a file here and its id in `IDS`. What else there is of it is looked up by its id, in a file or
folder of that name: how it is built and run (`toolchain/languages/`, which each must have), how its text is read
(`inputs/sources/`), and where there are such, rules (`analysis/rules/`) and faster versions (`rewrites/`).
"""

from __future__ import annotations

import importlib
from collections.abc import Iterable
from pathlib import Path

from slowpath.model.languages.language import LanguageFacts

__all__ = [
    "IDS",
    "LANGUAGE_FACTS",
    "SUFFIXES",
    "LanguageFacts",
    "dear_last",
    "facts_of",
    "id_of_editor",
    "is_defined",
    "is_native",
    "listed",
    "name_of",
]

IDS = ("cpp", "python", "java")

LANGUAGE_FACTS: dict[str, LanguageFacts] = {name: importlib.import_module(f"{__name__}.{name}").FACTS for name in IDS}

SUFFIXES: dict[str, str] = {suffix: facts.id for facts in LANGUAGE_FACTS.values() for suffix in facts.suffixes}
"""The id of the language of each ending of a file's name."""


def facts_of(path: Path) -> LanguageFacts | None:
    """The language of a file by its ending, or None."""
    return LANGUAGE_FACTS.get(SUFFIXES.get(path.suffix.lower(), ""))


def dear_last(paths: Iterable[Path]) -> list[Path]:
    """The programs of known languages, those that are dear to run behind the others, else in their order."""
    known = [(facts.is_dear, path) for path in paths if (facts := facts_of(path)) is not None]
    return [path for _, path in sorted(known, key=lambda each: each[0])]


def name_of(language: str) -> str:
    """What people call a language; its id where it isn't known."""
    return LANGUAGE_FACTS[language].name if language in LANGUAGE_FACTS else language


def is_native(language: str) -> bool:
    """Whether programs of a language are machine code, made by a compiler of C++."""
    return language in LANGUAGE_FACTS and LANGUAGE_FACTS[language].is_native


def is_defined(language: str) -> bool:
    """Whether nothing is undefined that programs of a language do."""
    return language in LANGUAGE_FACTS and LANGUAGE_FACTS[language].is_defined


def id_of_editor(editor_id: str) -> str | None:
    """The language that an editor calls so, or None."""
    return next((facts.id for facts in LANGUAGE_FACTS.values() if editor_id in facts.editor_ids), None)


def listed(last: str = "or") -> str:
    """The names of all, as in a sentence: "C++ or Python"."""
    *names, end = (facts.name for facts in LANGUAGE_FACTS.values())
    return f"{', '.join(names)} {last} {end}" if names else end
