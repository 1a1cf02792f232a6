"""A random input of the same sizes: valid, of those sizes, and otherwise another one."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from slowpath.inputs.filling.generate import CannotGenerate, generate
from slowpath.inputs.filling.plan import Plan
from slowpath.inputs.filling.redrawn import redrawn, sizes_of
from slowpath.inputs.parsing.parse import parse
from slowpath.inputs.printing import print_input
from slowpath.inputs.text_form.text import from_text
from slowpath.inputs.validating.validate import is_valid

CASES = "t: int 1..9\ncase: cases[t]\n  n: int 1..50\n  a: int[n] 1..1000\n"
FORMATS = sorted((Path(__file__).parent.parent / "golden" / "formats").glob("*.format"))


@pytest.mark.parametrize("path", FORMATS, ids=lambda path: path.stem)
def test_it_is_valid_and_of_the_same_sizes(path):
    fmt, rng = from_text(path.read_text()), np.random.default_rng(1)
    try:
        instance = generate(fmt, Plan(), rng)
        made = redrawn(fmt, instance, rng)
    except CannotGenerate:
        return  # Few words of so many are distinct, say: then there is nothing to compare with.
    assert is_valid(fmt, print_input(fmt, made))
    assert sizes_of(fmt, made) == sizes_of(fmt, instance)


@pytest.mark.parametrize(
    ("text", "given", "sizes"),
    [
        ("n: int 1..100\na: int[n] 1..1000\n", b"4\n1 2 3 4\n", {"n": 4}),
        ("n: int 1..100\nk: int 1..9\na: int[n] 1..1000\n", b"2\n7\n1 2\n", {"n": 2}),
        (CASES, b"1\n3\n1 2 3\n", {"t": 1, "n": 3}),
        (CASES, b"2\n1\n5\n2\n1 2\n", {"t": 2}),
    ],
)
def test_sizes_are_named_and_those_of_many_cases_are_not(text, given, sizes):
    fmt = from_text(text)
    assert dict(sizes_of(fmt, parse(fmt, given))) == sizes


def test_each_case_keeps_its_size_and_gets_other_values():
    fmt = from_text(CASES)
    given = parse(fmt, b"3\n1\n5\n30\n" + b"7 " * 29 + b"7\n2\n1 2\n")
    made = parse(fmt, print_input(fmt, redrawn(fmt, given, np.random.default_rng(0))))
    assert [len(case["a"]) for case in made["case"]] == [1, 30, 2]
    assert len(set(made["case"][1]["a"].tolist())) > 5
