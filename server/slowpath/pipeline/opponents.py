"""What a program is held against: references that the user names, or that lie beside it under the usual names."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from slowpath.errors import SlowpathError, UsageError
from slowpath.model.breaking import Reference, Role
from slowpath.model.languages import dear_last
from slowpath.model.problem import Problem, Solution
from slowpath.model.validation import ValidatorSource
from slowpath.pipeline import programs

MOST_FOUND = 4
"""References that are taken by themselves: each is built and run on every input, and four say what ten would."""
TRUST = (Role.GIVEN, Role.ACCEPTED, Role.MODEL, Role.BRUTE)


def given_reference(path: Path) -> Reference:
    """The reference in a file that the user named; one whose name says that it's simple isn't held to be quick, nor its
    silence on large inputs to mean anything. Raises `SourceUnreadable`."""
    from slowpath.problems.references import reference_role

    role = Role.BRUTE if reference_role(path) is Role.BRUTE else Role.GIVEN
    return Reference(programs.read_solution(path), role)


def right_programs(references: Sequence[Path] | None, accepted: Path | None = None) -> list[Solution] | None:
    """The programs in files that the user named as right, as far as they can be read; None where those beside the
    program are taken."""
    if references is None and accepted is None:
        return None
    found = []
    for path in [*([accepted] if accepted else []), *(references or ())]:
        with contextlib.suppress(SlowpathError):  # Whoever holds the program against it says so.
            found.append(programs.read_solution(path))
    return found


def references_beside(problem: Problem, solution: Solution) -> tuple[Reference, ...]:
    """The references that are taken where none is named, in the order of trust: the package's accepted solutions, then
    what the usual names say of the files beside the program. Reads files and runs nothing."""
    found: dict[Path, Reference] = {}
    for path, role in _candidates(problem):
        if path.absolute() != solution.path.absolute() and path not in found:
            with contextlib.suppress(SlowpathError):
                found[path] = Reference(programs.read_solution(path), role)
    ranked = sorted(found.values(), key=lambda each: TRUST.index(each.role))
    # A simple solution is worth more than a fourth accepted one: it fails in other ways.
    simple = [each for each in ranked if each.role is Role.BRUTE][:1]
    others = [each for each in ranked if each not in simple][: MOST_FOUND - len(simple)]
    return tuple(sorted([*others, *simple], key=lambda each: TRUST.index(each.role)))


def _candidates(problem: Problem) -> Iterator[tuple[Path, Role]]:
    from slowpath.problems.references import reference_role

    yield from ((path, Role.ACCEPTED) for path in dear_last(problem.solutions))
    yield from ((path, reference_role(path)) for path in dear_last(problem.references))


def read_checker(path: Path) -> ValidatorSource:
    """The checker in a file or folder that the user named; its kind is seen by its content. Raises `UsageError`."""
    from slowpath.problems.answers import checker_from

    return checker_from(path)


def known_inputs(paths: Sequence[Path]) -> tuple[bytes, ...]:
    """The inputs in files that the user named, and those (`*.in`) in folders. Raises `UsageError`."""
    return tuple(_read(file) for path in paths for file in (sorted(path.glob("*.in")) if path.is_dir() else [path]))


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise UsageError(
            f"--known {path}: can't be read ({error.strerror}).", "Give a file, or a folder of inputs (*.in)."
        ) from error
