"""Programs that ask for their input token by token, as Python generators, and what is inferred of them."""

from __future__ import annotations

import importlib.util
import re
import sys
from collections.abc import Callable
from pathlib import Path

from slowpath.inputs.infer import infer
from slowpath.inputs.infer.oracle.asking import Asker
from slowpath.inputs.infer.oracle.tokens import token_text
from slowpath.model.format import FormatReport
from slowpath.model.problem import Problem, Sample, Solution

_PATH = Path(__file__).parents[1] / "conformance" / "fake_program.py"
_SPEC = importlib.util.spec_from_file_location("fake_program", _PATH)
assert _SPEC is not None
assert _SPEC.loader is not None
fake = sys.modules.setdefault("fake_program", importlib.util.module_from_spec(_SPEC))
_SPEC.loader.exec_module(fake)
FakeOracle = fake.FakeOracle


def two_lists():
    n, m = int((yield 2)), int((yield 2))
    total = 0
    for _ in range(n):
        total += int((yield 5))
    for _ in range(m):
        total += int((yield (8, 9))) * int((yield ()))
    return total


def grid():
    h, w = int((yield 1)), int((yield 2))
    total = 0
    for row in range(h):
        for _ in range(w):
            total += (row + 1) * int((yield (4, 5)))
    return total


def cases():
    total = 0
    for _ in range(int((yield 1))):
        for _ in range(int((yield (3, 4)))):
            total += int((yield (5, 6)))
    return total


def tagged():
    total = 0
    for _ in range(int((yield 1))):
        tag = int((yield (3, 4)))
        if tag == 1:
            total += int((yield 6))
        elif tag == 2:
            total += int((yield 8)) * int((yield 9))
        else:
            return "unknown"
    return total


def until_end():
    total = 0
    while (word := (yield 1)) is not None:
        total += int(word)
    return total


def with_reader():
    """Every token is read by a function on lines 1 and 2."""
    n = int((yield (1, 2, 7)))
    total = int((yield (1, 2, 8)))
    for _ in range(n):
        total += int((yield (1, 2, 10, 11))) * int((yield (1, 2)))
    return total


def fixed_array():
    n = int((yield 1))
    array = [0] * 1000
    for at in range(n):
        array[at] = int((yield 3))
    return sum(array)


def early_answer():
    n = int((yield 1))
    if n == 1:
        return "one"
    total = 0
    for _ in range(n):
        total += int((yield 4))
    return total


def idle_tail():
    total = int((yield 1)) * 2 + int((yield 2))
    yield 4
    return total


def asked(program: Callable, **options) -> Asker:
    return Asker(FakeOracle(program, **options))


def text_of(text: str):
    made = token_text(text.encode())
    assert made is not None
    return made


def inferred(program: Callable, *samples: str, statement: str = "", **options) -> FormatReport:
    """What is inferred for a program whose text says nothing."""
    problem = Problem(
        "p",
        "plain",
        Path("."),
        statement,
        samples=tuple(Sample(f"s{at}", sample.encode()) for at, sample in enumerate(samples)),
    )
    return infer(problem, Solution(Path("p.f90"), "fortran", b"end"), FakeOracle(program, **options))


def shape(report: FormatReport) -> str:
    """The text form without bounds."""
    return re.sub(r" -?\d[\d*^]*\.\.\S+?(?=[;\s]|$)|\nwhere .*", "", report.text).strip()
