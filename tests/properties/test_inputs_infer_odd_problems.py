"""Inference on real-looking problems that were spoilt: statements, samples and programs cut, spliced, repeated, with
numbers and letters that nobody expects. It never raises, and what it finds fits the sample."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from odd_problems import Odd, odd

from slowpath.inputs.infer import infer
from slowpath.inputs.parsing.parse import parse

ROOT = Path(__file__).parents[2]
CASES = 2000
PARTS = 20
REPORTED = [
    Odd("Input\nThe first line contains n, at most " + "9" * 5000 + ".\n", "3\n", "n = int(input())\n"),
    Odd(
        "Input\nThe first line contains $n$ and $m$. Each of the next $m$ lines contains two vertices $a$ and $b$.\n",
        "",
        "n, m = map(int, input().split())\nfor _ in range(m):\n    a, b = map(int, input().split())\n",
    ),
    Odd("Input\nThere are at most 3 lines, and each line has <=", "3\n", "n = int(input())\n"),
    Odd("Input\nThere are <= ", "3\n", "n = int(input())\n"),
]


def known() -> list[Odd]:
    made = list(REPORTED)
    for folder in sorted((ROOT / "examples").iterdir()):
        source = next(iter(sorted(folder.glob("solution.*"))), None)
        samples = sorted((folder / "samples").glob("*.in"))
        if source is not None and (folder / "statement.md").is_file():
            made.append(
                Odd(
                    (folder / "statement.md").read_text(encoding="utf-8"),
                    samples[0].read_text(encoding="utf-8") if samples else "",
                    source.read_text(encoding="utf-8"),
                    "python" if source.suffix == ".py" else "cpp",
                )
            )
    return made + [
        Odd(path.read_text(encoding="utf-8"), "3\n1 2 3\n", made[-1].source, made[-1].language)
        for path in sorted((ROOT / "tests" / "golden" / "infer").glob("*.txt"))
    ]


KNOWN = known()


def check(made: Odd) -> None:
    problem = made.problem()
    report = infer(problem, made.solution())
    if report.format is None:
        assert report.misfits
    for sample in problem.samples if report.format is not None else ():
        parse(report.format, sample.data)


@pytest.mark.parametrize("made", REPORTED, ids=lambda made: made.statement[:60])
def test_what_once_raised(made):
    check(made)


@pytest.mark.daily(10)
@pytest.mark.parametrize("part", range(PARTS))
def test_spoilt_problems(part):
    for number in range(part * CASES // PARTS, (part + 1) * CASES // PARTS):
        try:
            check(odd(Random(number), KNOWN))
        except Exception as error:
            raise AssertionError(f"case {number} raised") from error
