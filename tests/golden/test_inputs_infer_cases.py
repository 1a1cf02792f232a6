"""Small statements, samples and sources in many styles, with the format that must be inferred from each.

Each case is one file in `infer/`: sections `statement`, `sample` (any number), `cpp` or `python`, and `format`:
the text form, then what was assumed and what didn't fit.
"""

from __future__ import annotations

import cProfile
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from slowpath.inputs.infer import infer
from slowpath.inputs.parsing.parse import parse
from slowpath.inputs.printing import print_input
from slowpath.inputs.text_form.text import from_text
from slowpath.inputs.validating.validate import violations
from slowpath.model.format import FormatReport
from slowpath.model.problem import Problem, Sample, Solution

MOST_CALLS = 500_000
"""Somewhat more than the largest case takes, some 150 ms, with the account of its sentences, which makes inputs."""
CASES = sorted((Path(__file__).parent / "infer").glob("*.txt"))


def sections(path: Path) -> list[tuple[str, str]]:
    """(heading, text) of a case file."""
    parts = re.split(r"^=== (\w+)\n", path.read_text(encoding="utf-8"), flags=re.M)[1:]
    return list(zip(parts[::2], parts[1::2], strict=True))


def inferred(parts: list[tuple[str, str]]) -> FormatReport:
    """What is inferred from a case's statement, samples and source."""
    statement = next(text for heading, text in parts if heading == "statement")
    samples = tuple(
        Sample(f"s{index}", text.encode())
        for index, text in enumerate(text for heading, text in parts if heading == "sample")
    )
    language, source = next(part for part in parts if part[0] in ("cpp", "python"))
    problem = Problem("case", "plain", Path("."), statement, samples=samples)
    return infer(problem, Solution(Path(f"case.{language}"), language, source.encode()))


@cache
def report_of(path: Path) -> FormatReport:
    """What is inferred from a case, once for all that is asked about it."""
    return inferred(sections(path))


def written(report: FormatReport) -> str:
    """A report as the case files write it."""
    lines = [f"assumed {name}" for name in report.assumed]
    lines += [
        f"misfit {misfit.where}: {misfit.message}" + (f" -> {misfit.decision}" if misfit.decision else "")
        for misfit in report.misfits
    ]
    return (report.text if report.format else "") + "".join(line + "\n" for line in lines)


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_infers_the_expected_format(path: Path) -> None:
    assert written(report_of(path)) == sections(path)[-1][1]


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_every_sample_is_valid_and_prints_back(path: Path) -> None:
    report = report_of(path)
    for heading, text in sections(path):
        if heading == "sample" and report.format is not None:
            instance = parse(report.format, text.encode())
            assert print_input(report.format, instance).split() == text.encode().split()
            assert violations(report.format, instance) == []


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_the_text_form_reads_back(path: Path) -> None:
    report = report_of(path)
    if report.format is not None:
        assert from_text(report.text) == report.format


def calls_of(run: Callable[[], object]) -> int:
    """How many Python functions `run` calls: work that is the same on every machine."""
    counted = cProfile.Profile(subcalls=False, builtins=False)
    counted.runcall(run)
    return sum(entry.callcount for entry in counted.getstats())


@pytest.mark.daily(4)
@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_a_case_takes_few_steps(path: Path) -> None:
    parts = sections(path)
    report_of(path)  # The first time, parsers are loaded.
    assert 100 < calls_of(lambda: inferred(parts)) < MOST_CALLS
