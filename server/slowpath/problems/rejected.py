"""The programs of a package that its setters know to be wrong, or too slow."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

from slowpath.model.languages import SUFFIXES
from slowpath.problems.files import Notebook, entries, inside, is_file, read_bytes

WRONG_FOLDERS = (
    "wrong_answer",
    "run_time_error",
    "rejected",
    "partially_accepted",
    "memory_limit_exceeded",
    "output_limit_exceeded",
)
SLOW_FOLDERS = ("time_limit_exceeded",)
_WRONG_TAGS = frozenset({"wrong-answer", "presentation-error", "memory-limit-exceeded", "rejected", "failed"})
_SLOW_TAGS = frozenset(
    {"time-limit-exceeded", "time-limit-exceeded-or-accepted", "time-limit-exceeded-or-memory-limit-exceeded"}
)


@dataclass(frozen=True)
class RejectedPrograms:
    """Programs of one file each, in languages that are run here."""

    wrong: tuple[Path, ...] = ()
    slow: tuple[Path, ...] = ()


def rejected_programs(root: Path) -> RejectedPrograms:
    """Those of an ICPC/Kattis package (by the folders of `submissions`) or of a Polygon package (by the tags of its
    solutions). Never raises for bad content."""
    tagged = list(_tagged(root))
    return RejectedPrograms(
        (*_in_folders(root, WRONG_FOLDERS), *(path for tag, path in tagged if tag in _WRONG_TAGS)),
        (*_in_folders(root, SLOW_FOLDERS), *(path for tag, path in tagged if tag in _SLOW_TAGS)),
    )


def _in_folders(root: Path, names: tuple[str, ...]) -> Iterator[Path]:
    for name in names:
        for path in entries(root / "submissions" / name):
            if is_file(path) and path.suffix.lower() in SUFFIXES:
                yield path


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
        if path is not None and is_file(path) and path.suffix.lower() in SUFFIXES:
            yield str(each.get("tag")), path
