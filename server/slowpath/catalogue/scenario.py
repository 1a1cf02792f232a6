"""STAB's catalogue of adversarial scenarios (section 3.2, appendix G) as data, one file a scenario in `scenarios/`.

A scenario is a family of algorithms; each of its implementations says how it can be attacked: the vulnerability
class and the principle in the paper's words, the cues by which a source shows it (`analysis.cues`), and the names of
the constructions that emit the principle inside a format. Entries marked `beyond` aren't in the paper.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from typing import Any

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

VULNERABILITIES = ("structural", "numerical", "size-only")
"""Appendix G: what a slow input depends on: arrangement, exact values, or size alone."""


@dataclass(frozen=True)
class Implementation:
    """One way to implement the family, and what makes it slow.

    `constructions` are names of choices in slots, `cues` ids of cues; `boundary` is what a size-only entry asks of
    saturation ("largest n"), empty for the others.
    """

    name: str
    vulnerability: str
    principle: str
    constructions: tuple[str, ...]
    cues: tuple[str, ...]
    source: str
    boundary: str = ""
    beyond: bool = False


@dataclass(frozen=True)
class Scenario:
    """A family of algorithms. `anchors` are short problem descriptions whose mean is the family's centroid.
    `needs_cycles` says that what makes it slow can't stand in a tree."""

    id: str
    title: str
    keywords: tuple[str, ...]
    anchors: tuple[str, ...]
    implementations: tuple[Implementation, ...]
    needs_cycles: bool = False

    @property
    def principles(self) -> tuple[str, ...]:
        """The construction principles of all implementations."""
        return tuple(implementation.principle for implementation in self.implementations)


@lru_cache(maxsize=1)
def scenarios() -> tuple[Scenario, ...]:
    """All scenarios, by id. Raises `ValueError` for a file that says something else than it should."""
    files = resources.files("slowpath.catalogue").joinpath("scenarios").iterdir()
    texts = {file.name: file.read_text(encoding="utf-8") for file in files if file.name.endswith(".toml")}
    return tuple(sorted((_scenario(name, tomllib.loads(text)) for name, text in texts.items()), key=lambda s: s.id))


def _scenario(file: str, table: dict[str, Any]) -> Scenario:
    try:
        made = tuple(_implementation(entry) for entry in table.pop("implementations"))
        return Scenario(**{key: _frozen(value) for key, value in table.items()}, implementations=made)
    except (TypeError, KeyError, ValueError) as error:
        raise ValueError(f"{file}: {error}") from error


def _implementation(table: dict[str, Any]) -> Implementation:
    made = Implementation(**{key: _frozen(value) for key, value in table.items()})
    if made.vulnerability not in VULNERABILITIES:
        raise ValueError(f"{made.name}: there is no vulnerability class {made.vulnerability!r}")
    if bool(made.boundary) != (made.vulnerability == "size-only"):
        raise ValueError(f"{made.name}: size-only entries, and only these, name their boundary")
    return made


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value
