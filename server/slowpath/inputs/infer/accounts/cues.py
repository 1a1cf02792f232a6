"""Words by which a sentence restricts what an input may be, as data (`cues.toml`)."""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources

from slowpath.model.patterns import late_regex

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib


@dataclass(frozen=True)
class Cue:
    """One way of restricting an input. `held` are the facts of a format that satisfy it, `here` those that do so only
    on the very sentence. `where` are the sentences that are looked at: "input", "story" (the input's too) or "promise".
    A fact that is `shared` accounts for all sentences with facts of their own. `says` and `denies` are its examples."""

    id: str
    pattern: re.Pattern[str]
    where: str
    held: frozenset[str]
    here: frozenset[str]
    shared: bool
    says: tuple[str, ...]
    denies: tuple[str, ...]


@lru_cache(maxsize=1)
def cues() -> tuple[Cue, ...]:
    """All rows, in the file's order. Raises `ValueError` for a row that isn't sound."""
    rows = tomllib.loads(resources.files(__package__).joinpath("cues.toml").read_text("utf-8"))["cue"]
    return tuple(
        Cue(
            row["id"],
            late_regex(row["pattern"], re.I),
            row["where"],
            frozenset(row.get("held", ())),
            frozenset(row.get("here", ())),
            row.get("shared", False),
            tuple(row["says"]),
            tuple(row["not"]),
        )
        for row in rows
    )
