"""What was written by hand for AlgoBugs: each validator takes what the statement allows and nothing else, and each
format describes only inputs that its validator takes."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

import numpy as np
import pytest

from slowpath.inputs.filling.generate import generate
from slowpath.inputs.filling.plan import Plan
from slowpath.inputs.printing import print_input
from slowpath.inputs.sizes.sizes import scaled
from slowpath.inputs.text_form.text import from_text

FOLDER = Path(__file__).parents[1] / "quality" / "algobugs"
GARBAGE = (b"", b"\n", b"x\n", b"1", b"0\n", b"-1\n", b"1 1\n", b"01\n", b"1\n\n", b"1\r\n1\r\n", b"\xff\0\n")


class Case(NamedTuple):
    """Lines of an input that follows the rules, and changes of it (text, replacement), each of which breaks one."""

    valid: str
    breaks: tuple[tuple[str, str], ...]


CASES = {
    "2122C": Case("1|2|0 0|-1000000 1000000", (("1|2|", "1|1|"), ("-1000000", "-1000001"), ("|0 0|", "|"))),
    "2124D": Case("1|3 2|1 3 3", (("3 2|", "3 4|"), ("1 3 3", "1 3 4"), ("1 3 3", "1 3"))),
    "2144D": Case("1|2 1|1 200000", (("2 1|", "2 0|"), ("200000", "200001"), ("2 1|", "3 1|"))),
    "2146D1": Case("2|0 0|0 199998", (("0 199998", "0 199999"), ("0 0", "1 1"))),
    "2149G": Case("1|2 1|1 9|1 2", (("|1 2", "|2 1"), ("|1 2", "|1 3"), ("1 9", "0 9"))),
    "2152D": Case("1|2 1|2 9|1 2", (("|1 2", "|2 1"), ("2 9", "1 9"), ("2 9", "2 1000000001"))),
    "2153D": Case("1|3|1 2 3", (("|3|1 2 3", "|2|1 2"), ("1 2 3", "0 2 3"))),
    "2154C2": Case("1|2|1 200000|1 1000000000", (("200000|", "200001|"), ("1 1000000000", "0 1"))),
    "2157C": Case("2|3 1 2|1 1 2|2 2 3|2 2 1|2 1 2", (("3 1 2|", "3 2 2|"), ("2 2 3", "2 1 3"), ("2 1 2", "2 2 1"))),
    "2158C": Case("1|2 1|-1000000000 1|0 1", (("0 1", "-1 1"), ("2 1|", "2 0|"))),
    "2158D": Case("1|4|0101|1111", (("0101", "01011"), ("0101", "0121"), ("4|0101|1111", "3|010|111"))),
    "2159B": Case("1|2 3|010|111", (("111", "11"), ("2 3|010|111", "1 3|010"), ("010", "0 1 0"))),
    "2161D": Case("1|3|1 3 3", (("1 3 3", "1 3 4"), ("1 3 3", "0 3 3"))),
    "2164C": Case("1|1 2|1|1 1|0 1", (("0 1", "0 -1"), ("1 1|", "0 1|"))),
    "2165C": Case("1|2 1|0 1073741823|0", (("1073741823", "1073741824"), ("|0", "|-1"))),
    "2174B": Case("1|2 3|0 3", (("0 3", "0 4"), ("2 3|", "2 361|"))),
    "2180D": Case("1|3|0 1 3", (("0 1 3", "0 1 1"), ("0 1 3", "0 3 1"))),
    "2181M": Case("2|01|11|1|0", (("01|11", "01|1"), ("|1|0", "|1|2"), ("2|01", "3|01"))),
    "2183C": Case("1|3 1 3", (("3 1 3", "3 1 4"), ("3 1 3", "3 0 3"), ("3 1 3", "100001 1 3"))),
    "2184D": Case("2|536870912 1|1 1000000000", (("536870912", "536870911"), ("1 1000000000", "1 0"))),
    "2184E": Case("1|3|3 1 2", (("3 1 2", "3 1 1"), ("3|3 1 2", "1|1"))),
    "2184G": Case(
        "1|2 2|1 200000|1 2 200000|2 1 2",
        (("2 1 2", "2 2 1"), ("2 1 2", "2 1 3"), ("1 2 200", "1 3 200"), ("2 1 2", "3 1 2")),
    ),
    "2187B": Case("1|0 1073741823", (("1073741823", "1073741824"), ("0 1", "-1 1"))),
    "2190B1": Case("1|4|()()", (("()()", "())("), ("4|()()", "3|()("), ("4|", "6|"))),
    "2193F": Case("1|1 2 3 4 3|3|1", (("|3|1", "|2|1"), ("|3|1", "|4|1"), ("|3|1", "|3|0"))),
    "2194D": Case("1|1 2|0 1", (("1 2|0 1", "1 1|0"), ("0 1", "0 2"), ("0 1", "01"))),
    "2194E": Case("1|2 1|-1|0", (("|0", "|-1"), ("-1|0", "-1 0"), ("2 1|", "1000000 2|"))),
    "2196B": Case("1|2|1 1", (("2|1 1", "1|1"), ("1 1", "1 0"))),
    "2200E": Case("1|2|1 1000000", (("1000000", "1000001"), ("2|1 ", "3|1 "))),
    "2200F": Case("1|1 1|1 0|1 1", (("1 0|1 1", "1 0|1 2"), ("1 0|", "0 0|"), ("1 0|1 1", "1 0"))),
    "2201C": Case("1|4|(())", (("(())", "(()("), ("(())", "))(("), ("4|(())", "2|(())"))),
    "2203C": Case("1|1 1000000000000000000", (("1 1000000000000000000", "1 1000000000000000001"), ("1 1", "0 1"))),
    "2204D": Case("1|3 2|1 2|3 2", (("3 2|1 2|3 2", "3 2|1 2|2 1"), ("|3 2|", "|3 3|"), ("1 2|3 2", "1 2|3 3"))),
    "2205C": Case("1|2|2 5 5|1 1000000", (("2 5 5", "3 5 5"), ("1000000", "1000001"), ("1 1000000", "0"))),
    "2205D": Case("1|3|3 1 2", (("3 1 2", "3 1 3"), ("3|3 1 2", "2|2 1"))),
    "2205E": Case("1|2|1 8000", (("8000", "8001"), ("2|1", "8001|1"))),
    "2206H": Case("2|1 1000000000", (("2|1 ", "1|"), ("1 1", "0 1"))),
    "2207B": Case("1|2 1 3|1 3", (("1 3", "3 1"), ("|1 3", "|1 4"), ("2 1 3", "2 100000 3"), ("2 1 3|", "2 1 1|"))),
    "2210C2": Case("1|2|1 1|1 1000000000", (("1000000000", "1000000001"), ("2|1 1|1 ", "1|1|"))),
    "2217D": Case("1|3 2|0 1 0|1 3", (("1 3", "1 2"), ("1 3", "3 1"), ("0 1 0", "0 2 0"), ("3 2|", "3 4|"))),
}
BOUNDED_SUMS = {
    "2124D": (2 * 10**5, "{n} 1|{ones}"),
    "2165C": (5 * 10**5, "{n} 1|{ones}|0"),
    "2205E": (8000, "{n}|{ones}"),
    "2217D": (2 * 10**5, "{n} 1|{ones}|1"),
}
"""Problems with the most that the lengths of a case's list may add up to, and a case of length n."""


@pytest.fixture(scope="module")
def reading():
    """The module with which the validators read, found as they find it."""
    sys.path.insert(0, str(FOLDER))
    yield importlib.import_module("strict_input")
    sys.path.remove(str(FOLDER))


def rule_of(problem: str) -> Callable[..., None]:
    path = FOLDER / f"{problem}.validator.py"
    spec = importlib.util.spec_from_file_location(f"algobugs_{problem}", path)
    assert spec is not None and spec.loader is not None
    module: ModuleType = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.rule


def lines(text: str) -> bytes:
    return text.replace("|", "\n").encode() + b"\n"


def test_whatever_was_written_for_a_problem_comes_with_a_validator_that_is_tried_here():
    assert {path.name.split(".")[0] for path in FOLDER.glob("2*")} == set(CASES)


@pytest.mark.parametrize("problem", CASES)
def test_a_validator_takes_what_is_allowed_and_refuses_what_breaks_a_rule(reading, problem):
    rule, (valid, breaks) = rule_of(problem), CASES[problem]
    assert reading.objection(rule, lines(valid)) is None
    for old, new in breaks:
        assert old in valid
        assert reading.objection(rule, lines(valid.replace(old, new))) is not None, (old, new)
    for data in (
        *GARBAGE,
        lines(valid)[:-1],
        lines(valid + "|1"),
        lines(valid).replace(b"\n", b"\r\n"),
        lines(" " + valid),
        lines(valid + " "),
        lines("+" + valid),
    ):
        assert reading.objection(rule, data) is not None, data


@pytest.mark.parametrize("problem", BOUNDED_SUMS)
def test_a_validator_adds_up_over_all_test_cases(reading, problem):
    most, case = BOUNDED_SUMS[problem]
    for over, refused in ((0, False), (1, True)):
        lengths = (most // 2, most - most // 2 + over)
        cases = [case.format(n=n, ones=" ".join(["1"] * n)) for n in lengths]
        said = reading.objection(rule_of(problem), lines("|".join(["2", *cases])))
        assert (said is not None) == refused


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.format")), ids=lambda path: path.stem)
def test_a_format_makes_inputs_that_its_validator_takes(reading, path):
    """Where a guarantee goes with the format, at least one of them."""
    fmt, rule, rng = from_text(path.read_text(encoding="utf-8")), rule_of(path.stem), np.random.default_rng(1)
    made = [print_input(scaled(fmt, 8), generate(scaled(fmt, 8), Plan(), rng)) for _ in range(5)]
    said = [reading.objection(rule, data) for data in made]
    assert None in said
    assert (FOLDER / f"{path.stem}.guarantee.cpp").is_file() or not any(said), said
