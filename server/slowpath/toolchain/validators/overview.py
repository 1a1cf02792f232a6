"""Bounds that a testlib validator reports of itself, with `--testOverviewLogFileName`, when it judges the samples.

testlib notes for each named value the bounds with which it was read, where these were constant
(`constant-bounds "n": 1 1000`), and the names of all values. Only a validator that takes arguments does so.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Sequence
from pathlib import Path

from slowpath.model.patterns import late_regex
from slowpath.model.problem import NamedBound, Sample
from slowpath.model.validation import ValidatorSource
from slowpath.sandbox.bounded import run_bounded
from slowpath.settings import Settings
from slowpath.toolchain.validators.languages import judging_program, program_files

MOST_SAMPLES = 3
_TAKES_ARGUMENTS = re.compile(rb"registerValidation\s*\(\s*\w+\s*,")
_BOUNDS = late_regex(r'^constant-bounds "([^"\n]*)": (\?|-?\d+) (\?|-?\d+)$', re.MULTILINE)
_NAME = late_regex(r"[A-Za-z]\w*?(?=$|_[a-z0-9]$|\W)")


def reported_bounds(source: ValidatorSource, samples: Sequence[Sample], settings: Settings) -> tuple[NamedBound, ...]:
    """The constant bounds by name (`n_min`, `n_max`); those on which the samples' logs agree.

    Compiles and runs the validator. Raises as `judging_program`.
    """
    takes_arguments = any(_TAKES_ARGUMENTS.search(path.read_bytes()) for path in program_files(source))
    if source.kind != "testlib" or not takes_arguments:
        return ()
    program = judging_program(source, settings)
    command = (*program.argv, *source.flag_sets[0])
    found: dict[str, tuple[str, str]] = {}
    with tempfile.TemporaryDirectory(prefix="slowpath-validator-") as folder:
        for sample in samples[:MOST_SAMPLES]:
            run = run_bounded(
                [*command, "--testOverviewLogFileName", "stdout"],
                sample.data,
                cwd=Path(folder),
                search_path=settings.search_path,
                allowed=program.allowed,
            )
            for name, low, high in bounds_in(run.said):
                found[name] = (low, high) if found.get(name, (low, high)) == (low, high) else ("?", "?")
    return tuple(
        NamedBound(f"{name}_{end}", int(value), f'{source.name}: constant-bounds "{name}"')
        for name, pair in found.items()
        for end, value in zip(("min", "max"), pair, strict=True)
        if value != "?"
    )


def bounds_in(log: str) -> list[tuple[str, str, str]]:
    """Name, least and greatest value ("?" where it isn't constant) of each value in a log; `a_i` counts as `a`."""
    made = []
    for said, low, high in _BOUNDS.findall(log):
        name = _NAME.match(said)
        if name is not None:
            made.append((name[0], low, high))
    return made
