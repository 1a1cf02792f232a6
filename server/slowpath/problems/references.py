"""Other solutions of the same problem that lie beside one, found by how people name them.

`brute.cpp`, `naive.py`, `slow.cpp` are simple and slow; `good.cpp`, `correct.py`, `std.cpp` are said to be right. The
word may stand before or behind the solution's own name (`a_brute.cpp`, `brute_a.cpp`, `a__Good.cpp`), or in the place
of its last part (`tree_buggy.cpp`, `tree_correct.cpp`). A name is a hint: whoever runs them tries them on the samples
first.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from slowpath.model.breaking import Role
from slowpath.model.languages import facts_of
from slowpath.model.patterns import late_regex
from slowpath.model.problem import Problem
from slowpath.problems.files import entries, is_file

BRUTE_WORDS = frozenset({"brute", "bruteforce", "bf", "naive", "slow", "stupid", "dumb", "simple", "baoli"})
RIGHT_WORDS = frozenset(
    {"good", "correct", "right", "accepted", "ac", "ok", "std", "jury", "ref", "reference", "model", "author"}
)
ACCEPTED_FOLDERS = ("accepted", "submissions/accepted")
_PARTS = late_regex(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+")


def with_named_references(problem: Problem, solution: Path) -> Problem:
    """`problem` with the files whose names say that they're other solutions of it, none that it knows already."""
    known = {solution.absolute(), *(path.absolute() for path in problem.solutions)}
    found = [path for path in _candidates(problem.root, solution) if path.absolute() not in known]
    return replace(problem, references=tuple(dict.fromkeys((*problem.references, *found))))


def reference_role(path: Path) -> Role:
    """What a reference's name, or its folder's, says of it: simple, or right."""
    return Role.BRUTE if BRUTE_WORDS & set(stem_words(path.stem)) else Role.ACCEPTED


def _candidates(root: Path, solution: Path) -> Iterator[Path]:
    for folder in dict.fromkeys((solution.parent, root)):
        yield from (path for path in entries(folder) if _is_solution(path) and _is_named_so(path.stem, solution.stem))
    for folder_name in ACCEPTED_FOLDERS:
        yield from (path for path in entries(root / folder_name) if _is_solution(path))


def _is_solution(path: Path) -> bool:
    return facts_of(path) is not None and is_file(path)


def _is_named_so(stem: str, own: str) -> bool:
    """Whether a file's name says that it's another solution of the problem that `own` solves."""
    words, own_words = stem_words(stem) or [stem], stem_words(own)
    said = [word for word in words if word in BRUTE_WORDS | RIGHT_WORDS]
    if not {words[0], words[-1]} & set(said):
        return False
    others = [word for word in words if word not in said and word != "force"]
    return not others or others == own_words or others == own_words[:-1]


def stem_words(stem: str) -> list[str]:
    """The parts of a name, lower case: `a_Brute2` is a, brute. A number alone counts nothing at the end."""
    found = [part.lower() for part in _PARTS.findall(stem)]
    while len(found) > 1 and found[-1].isdigit():
        found.pop()
    return found
