"""WEDGE's published use cases: `ID/solutions_N/TESTS/conversations.txt`, what a model was told of a problem, a C++
program and a slow and a fast input of it, and what it answered.

The program, the statement with its samples in words, and the two inputs are read; the two inputs, which come from
CodeContests, are the existing tests. Conversations of one program are one program with all their inputs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from slowpath.evaluation.data.data_set import DataSet, read_small
from slowpath.evaluation.units import Content, ExistingTest, LeftOut, Program
from slowpath.model.languages import SUFFIXES
from slowpath.model.patterns import late_regex

LAYOUT = "usecases"
CONVERSATION = "conversations.txt"
NAME = "solution.cpp"
_TOLD = late_regex(
    r"^\(E\) Problem Statement\s*\n(?P<statement>.*?)"
    r"^\(F\) Program Solving the Problem Statement\s*\n(?P<program>.*?)"
    r"^\(G\) The Slow & Fast Inputs\s*\n\s*\(G\.1\) Slow Input\s*\n(?P<slow>.*?)"
    r"^\(G\.2\) Fast Input\s*\n(?P<fast>.*?)^\(H\) ",
    re.MULTILINE | re.DOTALL,
)


@dataclass(frozen=True)
class _Told:
    statement: str
    program: str
    slow: str
    fast: str


def find(data: Path) -> DataSet | None:
    """The conversations below `data`, or below its folder `use-cases`; None where there are none."""
    root = data / "use-cases" if (data / "use-cases").is_dir() else data
    found = sorted(root.glob(f"*/*/*/{CONVERSATION}")) if root.is_dir() else []
    if not found:
        return None
    programs: dict[Path, Program] = {}
    left_out = []
    for path in found:
        solution = path.parent.parent
        if _told(path) is None:
            left_out.append(LeftOut(path.parent.relative_to(root).as_posix(), "Its conversation holds no program."))
        else:
            problem = solution.parent.name
            programs.setdefault(solution, Program(f"{problem}/{solution.name}", problem, SUFFIXES[".cpp"]))
    return DataSet(
        LAYOUT,
        tuple(programs.values()),
        tuple(left_out),
        partial(_load, root),
        "Statements, programs and inputs come from CodeContests (CC BY 4.0) by way of WEDGE.",
    )


def _told(path: Path) -> _Told | None:
    said = _TOLD.search(read_small(path).decode("utf-8", "replace"))
    return _Told(**said.groupdict()) if said is not None else None


def _load(root: Path, program: Program, with_tests: bool) -> Content:
    paths = sorted((root / program.id).glob(f"*/{CONVERSATION}"))
    told = [(path.parent.name, said) for path in paths if (said := _told(path)) is not None]
    if not told:
        raise ValueError("its conversation holds no program")
    first = told[0][1]
    files = ((NAME, first.program.encode()), ("statement.md", first.statement.encode()))
    return Content(files, NAME, tests=tuple(_tests(told)) if with_tests else ())


def _tests(told: list[tuple[str, _Told]]) -> Iterator[ExistingTest]:
    for name, said in told:
        for kind, text in (("slow", said.slow), ("fast", said.fast)):
            yield ExistingTest(f"{name}/{kind}", f"{text.strip()}\n".encode())
