"""Inputs are changed again and again; what the right program says decides which of them are changed further."""

from __future__ import annotations

from array import array
from itertools import chain, takewhile

import numpy as np

from slowpath.inputs.filling.generate import generate
from slowpath.inputs.filling.plan import Plan
from slowpath.inputs.parsing.parse import parse
from slowpath.inputs.printing import print_input
from slowpath.inputs.text_form.text import from_text
from slowpath.inputs.validating.validate import holds
from slowpath.model.execution import Execution
from slowpath.model.format import InputFormat
from slowpath.model.verdict import Verdict
from slowpath.testsets.variants import MOST_BYTES, Variants

DIGITS = from_text("n: int 2..30\na: int[n] 0..9")
CASES = from_text("t: int 1..100\ntests: cases[t]\n  n: int 1..9\n  a: int[n] 0..5\nwhere sum n <= 300")
RUNS = 3000


def ran(output: bytes, parts: int = 1) -> Execution:
    return Execution(Verdict.OK, 1, 1, 1, 1, output=output, counters=array("Q", [1] * parts))


def rising(data: bytes) -> int:
    """How many of the first numbers are 0, 1, 2, ...: hardly any input has more than two."""
    numbers = [int(token) for token in data.split()[1:]]
    return len(list(takewhile(lambda place: numbers[place] == place, range(len(numbers)))))


def random_inputs(fmt: InputFormat, count: int) -> list[bytes]:
    rng = np.random.default_rng(1)
    return [print_input(fmt, generate(fmt, Plan(), rng)) for _ in range(count)]


def test_answers_that_few_inputs_have_lead_to_more_of_them():
    drawn = random_inputs(DIGITS, RUNS)
    variants = Variants(DIGITS, 0)
    for data in drawn[:30]:
        variants.welcome(data, ran(b"%d" % rising(data)))
    grown = []
    while len(grown) < RUNS:
        for data, _ in variants.children(20):
            variants.welcome(data, ran(b"%d" % rising(data)))
            grown.append(rising(data))
    assert max(grown) >= max(map(rising, drawn)) + 3


def test_what_is_made_is_valid_small_and_the_same_for_the_same_seed():
    made = []
    for _ in range(2):
        variants = Variants(CASES, 7)
        for data in random_inputs(CASES, 20):
            for alone in variants.alone(data, 3):
                variants.welcome(alone, ran(alone[-4:]))
        made.append(list(chain(*(variants.children(10) for _ in range(20)))))
        assert made[-1]
        assert all(holds(CASES, parse(CASES, data)) and len(data) <= MOST_BYTES for data, _ in made[-1])
    assert made[0] == made[1]


def is_cycle(data: bytes) -> bool:
    numbers = list(map(int, data.split()))
    degrees = np.bincount(numbers[2:], minlength=numbers[0] + 1)[1:]
    return bool((degrees == 2).all())


def test_ways_that_kept_the_answer_of_small_inputs_lead_to_the_largest_with_that_answer():
    fmt = from_text(
        "n: int 3..3000; m: int 0..4000\nrows[m] graph(u, v; n) no-loops simple: u: int 1..n; v: int 1..n\n"
    )
    variants = Variants(fmt, 0)
    assert variants.large(4) == [], "nothing is known yet"
    for data in (b"4 4\n1 2\n2 3\n3 4\n4 1\n", b"3 1\n1 2\n", b"5 4\n1 2\n2 3\n3 4\n4 5\n"):
        variants.welcome(data, ran(b"yes" if is_cycle(data) else b"no"))
    for _ in range(60):
        for data, _ in variants.children(10):
            variants.welcome(data, ran(b"yes" if is_cycle(data) else b"no"))
    made = [data for data, _ in variants.large(16)]
    assert all(holds(fmt, parse(fmt, data)) and data.startswith(b"3000 ") for data in made)
    assert sum(map(is_cycle, made)) >= 2, "hardly any change of a large graph leaves a cycle"


def test_an_input_is_new_by_its_answer_at_its_size_or_by_what_ran():
    variants = Variants(DIGITS, 0)
    assert [variants.welcome(b"2\n1 %d\n" % last, ran(b"no")) for last in range(5)] == [True, True, True, False, False]
    assert variants.welcome(b"2\n3 4\n", ran(b"yes"))
    assert variants.welcome(b"9\n1 2 3 4 5 6 7 8 9\n", ran(b"no"))
    assert variants.welcome(b"2\n5 6\n", ran(b"no", parts=2))


def test_test_cases_are_looked_at_alone_and_put_together_again():
    variants = Variants(CASES, 0)
    data = b"3\n1\n5\n2\n0 1\n1\n0\n"
    assert list(variants.alone(data, 2)) == [b"1\n1\n5\n", b"1\n2\n0 1\n"]
    assert variants.together([*variants.alone(data, 3)]) == [data]
    plain = Variants(DIGITS, 0)
    assert not plain.has_cases and not [*plain.alone(b"2\n1 2\n", 3)]
    assert plain.together([b"2\n1 2\n"]) == [b"2\n1 2\n"]
    assert plain.children(5) == []
