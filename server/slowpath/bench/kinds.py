"""What kind of bug wrong programs have, as somebody told who read them (`kinds.toml`), and how often a search says so.

Labels name packages, programs and pairs of the benchmark only. Where nobody read a pair, the benchmark's own category
counts if it is one of ours.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

from slowpath.model.breaking import FaultCategory

LABELS = Path(__file__).parent / "kinds.toml"
Kinds = tuple[FaultCategory, ...]
"""The kinds that a bug may be said to be, the likeliest first; none where nobody knows."""


@dataclass(frozen=True)
class KindScore:
    """How often a kind was said of programs whose kind is known and that were exposed, and how often it was right."""

    known: int
    said: int
    right: int


def kind_score(rows: Iterable[tuple[Kinds, str]]) -> KindScore:
    """The score of what was said ("" for nothing) of exposed programs."""
    known = [(kinds, said) for kinds, said in rows if kinds]
    return KindScore(len(known), sum(bool(said) for _, said in known), sum(is_right(*each) for each in known))


def is_right(kinds: Kinds, said: str) -> bool:
    """Whether what was said is one of the kinds."""
    return any(kind.value == said for kind in kinds)


def program_kinds(package: str, program: str) -> Kinds:
    """The kinds of a package's wrong program, which is named by its path in the package."""
    return _labels()["packages"].get(package, {}).get(program.removeprefix("submissions/"), ())


def pair_kinds(problem: str, name: str, label: str = "") -> Kinds:
    """The kinds of a benchmark's pair; `label` is the benchmark's own category, which counts where it is one of
    ours."""
    own = next((kind for kind in FaultCategory if kind.value == label), None)
    return _labels()["pairs"].get(problem, {}).get(name, ()) or ((own,) if own is not None else ())


@cache
def _labels() -> dict[str, dict[str, dict[str, Kinds]]]:
    read = tomllib.loads(LABELS.read_text(encoding="utf-8"))
    return {
        part: {
            name: {each: tuple(map(FaultCategory, kinds)) for each, kinds in labelled.items()}
            for name, labelled in read[part].items()
        }
        for part in ("packages", "pairs")
    }
