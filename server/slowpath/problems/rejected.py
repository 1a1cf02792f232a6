"""The programs of a package that its setters know to be wrong, or too slow; in a plain folder those that are called so
(`wrong-1.cpp`, `slow.py`), as `slowpath evaluate` knows them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

from slowpath.model.languages import SUFFIXES
from slowpath.problems.files import Notebook, entries, inside, is_file, read_bytes
from slowpath.problems.references import stem_words

WRONG_FOLDERS = (
    "wrong_answer",
    "run_time_error",
    "rejected",
    "partially_accepted",
    "memory_limit_exceeded",
    "output_limit_exceeded",
)
SLOW_FOLDERS = ("time_limit_exceeded",)
WRONG_WORDS, SLOW_WORDS = ("wrong", "wa"), ("slow", "tle")
"""With one of these the name of a program in a plain folder begins."""
_NO_PROGRAMS = frozenset(("", ".md", ".txt", ".yaml", ".yml", ".in", ".ans", ".out"))
"""Endings of files that lie among programs and aren't any; folders hold programs of several files."""
_WRONG_TAGS = frozenset({"wrong-answer", "presentation-error", "memory-limit-exceeded", "rejected", "failed"})
_SLOW_TAGS = frozenset(
    {"time-limit-exceeded", "time-limit-exceeded-or-accepted", "time-limit-exceeded-or-memory-limit-exceeded"}
)


@dataclass(frozen=True)
class RejectedPrograms:
    """Programs of one file each, in languages that are run here; `others` lie among them and aren't."""

    wrong: tuple[Path, ...] = ()
    slow: tuple[Path, ...] = ()
    others: tuple[Path, ...] = ()


def rejected_programs(root: Path) -> RejectedPrograms:
    """Those of an ICPC/Kattis package (by the folders of `submissions`), of a Polygon package (by the tags of its
    solutions) and of a plain folder (by their names). Never raises for bad content."""
    tagged = list(_tagged(root))
    runnable = [(tag, path) for tag, path in tagged if _is_run(path)]
    return RejectedPrograms(
        (
            *_in_folders(root, WRONG_FOLDERS),
            *(path for tag, path in runnable if tag in _WRONG_TAGS),
            *_called(root, WRONG_WORDS),
        ),
        (
            *_in_folders(root, SLOW_FOLDERS),
            *(path for tag, path in runnable if tag in _SLOW_TAGS),
            *_called(root, SLOW_WORDS),
        ),
        tuple(
            path
            for path in (
                *_entries_of(root, (*WRONG_FOLDERS, *SLOW_FOLDERS)),
                *(path for tag, path in tagged if tag in _WRONG_TAGS | _SLOW_TAGS),
            )
            if not _is_run(path) and not path.name.startswith(".") and path.suffix.lower() not in _NO_PROGRAMS
        ),
    )


def _is_run(path: Path) -> bool:
    return is_file(path) and path.suffix.lower() in SUFFIXES


def _entries_of(root: Path, names: tuple[str, ...]) -> Iterator[Path]:
    for name in names:
        yield from entries(root / "submissions" / name)


def _in_folders(root: Path, names: tuple[str, ...]) -> Iterator[Path]:
    return filter(_is_run, _entries_of(root, names))


def _called(root: Path, words: tuple[str, ...]) -> Iterator[Path]:
    return (path for path in entries(root) if _is_run(path) and stem_words(path.stem)[:1] in [[word] for word in words])


def _tagged(root: Path) -> Iterator[tuple[str, Path]]:
    if not is_file(root / "problem.xml"):
        return
    try:
        problem = ElementTree.fromstring(read_bytes(root / "problem.xml", Notebook()) or b"")
    except (ElementTree.ParseError, ValueError, LookupError, RecursionError):
        return
    for each in problem.iterfind("assets/solutions/solution"):
        source = each.find("source")
        path = inside(root, str(source.get("path"))) if source is not None and source.get("path") else None
        if path is not None and is_file(path):
            yield str(each.get("tag")), path
