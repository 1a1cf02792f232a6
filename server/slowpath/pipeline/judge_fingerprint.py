"""What a program is judged by, beside its own text, as one value that changes with it."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

from slowpath import wire
from slowpath.model.problem import Solution
from slowpath.model.validation import ValidatorSource
from slowpath.pipeline.opponents import given_reference, references_beside
from slowpath.pipeline.programs import read_problem


def grounds(solution: Solution, references: Sequence[Path] | None, formats: Mapping[str, str]) -> str:
    """A digest of the statement, the limits, the written format, the validators, the checker and the references.

    `references` are as in `break_spec`, `formats` the editor's texts of formats by their paths. Samples have no part in
    it: an input that was found becomes one when it's saved as a test. Reads files and runs nothing. Raises
    `SourceUnreadable` for a reference that was named and isn't there.
    """
    problem = read_problem(solution)
    problem = replace(problem, format_text=formats.get(str(problem.format_path), problem.format_text))
    taken = references_beside(problem, solution) if references is None else tuple(map(given_reference, references))
    checkers = [*problem.validators, *([problem.answer_checker] if problem.answer_checker is not None else [])]
    said = [
        problem.statement,
        problem.limits,
        problem.bounds,
        problem.answer_rules,
        problem.judged_apart,
        problem.format_text,
        checkers,
        taken,
    ]
    whole = sha256(json.dumps(wire.encode(said)).encode())
    for checker in checkers:
        for part in parts_of(checker):
            whole.update(part)
    return whole.hexdigest()


def parts_of(checker: ValidatorSource) -> Iterator[bytes]:
    """The files of a validator; those that can't be read are as none."""
    path = checker.path
    for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
        with contextlib.suppress(OSError):
            yield sha256(file.read_bytes()).digest()
