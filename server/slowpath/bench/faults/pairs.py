"""Pairs of a wrong and a right program as benchmarks keep them: AlgoBugs' layout, and folders of pairs.

AlgoBugs (section III-A): a folder a pair with `metadata.json`, which names the statement, the right and the wrong
program and the category; a zip a problem holds such folders. A folder of pairs: `buggy.*` and `accepted.*` beside a
statement and samples, with `bug.toml` where somebody wrote down what is known of the bug.
"""

from __future__ import annotations

import json
import re
import sys
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from slowpath.model.languages import SUFFIXES

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

METADATA, BUG = "metadata.json", "bug.toml"
LARGEST_MEMBER_BYTES = 4 << 20


@dataclass(frozen=True)
class Pair:
    """A wrong program with the right one. `problem` groups pairs, `label` is the benchmark's category as it writes
    it, "" where it has none. `folder` is a problem's folder that is read as it is; else there is a `statement`, which
    holds the samples too. `smallest` is the smallest breaking input that is known."""

    problem: str
    name: str
    buggy: Path
    accepted: Path
    statement: Path | None = None
    folder: Path | None = None
    label: str = ""
    smallest: Path | None = None

    @property
    def key(self) -> str:
        """What names it in results."""
        return f"{self.problem}/{self.name}"


def pairs_in(data: Path, scratch: Path) -> list[Pair]:
    """All pairs under `data` (a folder, or a zip), by problem and number; zips are unpacked into `scratch`."""
    found = list(_algobugs(data) if data.is_dir() else ())
    for archive in sorted(data.rglob("*.zip") if data.is_dir() else [data]):
        found += _algobugs(_unpacked(archive, scratch / archive.stem))
    found += _planted(data) if data.is_dir() else []
    by_key = {pair.key: pair for pair in reversed(found)}
    return sorted(by_key.values(), key=lambda pair: (_natural(pair.problem), _natural(pair.name)))


def chosen(pairs: Sequence[Pair], only: Sequence[str], most: int | None) -> list[Pair]:
    """The pairs whose problem or key is named (all where nothing is), at most `most` of each problem."""
    taken: dict[str, int] = {}
    made = []
    for pair in pairs:
        if only and not {pair.problem, pair.name, pair.key} & set(only):
            continue
        taken[pair.problem] = taken.get(pair.problem, 0) + 1
        if most is None or taken[pair.problem] <= most:
            made.append(pair)
    return made


def _natural(name: str) -> tuple:
    return tuple((int(part), "") if part.isdigit() else (-1, part) for part in re.split(r"(\d+)", name))


def _unpacked(archive: Path, folder: Path) -> Path:
    """The archive's small files in `folder`, none outside of it."""
    with zipfile.ZipFile(archive) as opened:
        for member in opened.infolist():
            if not member.is_dir() and member.file_size <= LARGEST_MEMBER_BYTES:
                opened.extract(member, folder)
    return folder


def _algobugs(data: Path) -> Iterator[Pair]:
    for path in sorted(data.rglob(METADATA)):
        try:
            said = json.loads(path.read_text(encoding="utf-8", errors="replace"))
        except ValueError:
            continue
        if isinstance(said, dict):
            yield from _algobugs_pair(path.parent, said)


def _algobugs_pair(folder: Path, said: dict[str, Any]) -> Iterator[Pair]:
    """The pair, where both programs are there under the names that the metadata gives, or under the usual ones."""
    buggy = _first(folder, str(said.get("buggy_solution_file", "")), "solution_buggy")
    accepted = _first(folder, str(said.get("correct_solution_file", "")), "solution_correct")
    statement = folder / str(said.get("problem_statement_file", "problem_statement.md"))
    if buggy is not None and accepted is not None and statement.is_file():
        # The same problem stands there as 2200e and 2200E.
        problem = str(said.get("problem_id", folder.parent.name)).removeprefix("CF_").upper()
        yield Pair(
            problem,
            folder.name.rpartition(" ")[2] or folder.name,
            buggy,
            accepted,
            statement,
            label=str(said.get("bug_category", "")),
        )


def _first(folder: Path, named: str, usual: str) -> Path | None:
    """A program that is named, or the usual one with an ending that is known."""
    names = [named, *(usual + suffix for suffix in SUFFIXES)]
    return next((folder / name for name in names if name.endswith(tuple(SUFFIXES)) and (folder / name).is_file()), None)


def _planted(data: Path) -> Iterator[Pair]:
    for suffix in SUFFIXES:
        for buggy in sorted(data.rglob(f"buggy{suffix}")):
            accepted = _first(buggy.parent, "", "accepted")
            if accepted is not None:
                said = _bug(buggy.parent / BUG)
                smallest = buggy.parent / str(said.get("smallest", "smallest.in"))
                yield Pair(
                    buggy.parent.name,
                    buggy.parent.name,
                    buggy,
                    accepted,
                    folder=buggy.parent,
                    label=str(said.get("category", "")),
                    smallest=smallest if smallest.is_file() else None,
                )


def _bug(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
