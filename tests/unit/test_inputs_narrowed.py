"""Formats narrowed to what a constraint aims at: inputs are valid and meet all aims; reasons where none is left."""

from __future__ import annotations

import numpy as np
import pytest

from slowpath.inputs.filling.generate import generate
from slowpath.inputs.filling.narrowed import CannotNarrow, narrowed
from slowpath.inputs.filling.plan import Plan
from slowpath.inputs.mutators.mutate import mutate
from slowpath.inputs.sizes.saturate import boundaries
from slowpath.inputs.text_form.text import from_text
from slowpath.inputs.validating.validate import holds, violations
from slowpath.model.constraint import LARGEST, LEAST, WithTrait
from slowpath.model.expression import expr
from slowpath.model.format import Relation

SQUARE = 'n: int 1..20000\ng: word[n][n] 1..1 of "#." joined\n'
ARRAY = "n: int 1..1000\na: int[n] 1..10^6\n"
NUMBERS = "a: int 1..100; b: int 1..100; c: int 1..10^4\n"
WORDS = 's: word 1..500 of "a-z"\np: word 1..500 of "a-z"\nwhere len(p) <= len(s)\n'
CASES = "t: int 1..50\ntests: cases[t]\n  n: int 1..400; k: int 1..n\n  a: int[n] 1..n\nwhere sum n <= 400\n"
GRAPH = "n: int 2..60; m: int 1..200\nrows[m] graph(u, v; n): u: int 1..n; v: int 1..n; w: int 1..10^6\n"
PAIRS = "n: int 1..200\nrows[n]: l: int 1..1000; r: int 1..1000\n"


def compare(left: str, operator: str, right: str | int) -> Relation:
    return Relation("compare", expr(left), operator, expr(right))


MET = [
    ("one bound", ARRAY, [compare("n", ">=", 900)], lambda i: i["n"] >= 900),
    ("the other way round", ARRAY, [compare("900", "<", "n")], lambda i: i["n"] > 900),
    ("elements", ARRAY, [compare("a", "<", 10)], lambda i: max(i["a"]) < 10),
    (
        "two variables",
        NUMBERS,
        [compare("a*b", "<=", 50), compare("c", ">", 9000)],
        lambda i: i["a"] * i["b"] <= 50 and i["c"] > 9000,
    ),
    ("one value", NUMBERS, [compare("c", "==", 7777)], lambda i: i["c"] == 7777),
    ("a remainder", NUMBERS, [compare("c % 7", "==", 3)], lambda i: i["c"] % 7 == 3),
    (
        "the length of a word",
        WORDS,
        [compare("len(s)", ">=", 400), compare("len(p)", "<=", 3)],
        lambda i: len(i["s"]) >= 400 and len(i["p"]) <= 3,
    ),
    ("in every case", CASES, [compare("2*k", ">=", "n")], lambda i: all(2 * c["k"] >= c["n"] for c in i["tests"])),
    (
        "an order",
        ARRAY,
        [WithTrait("a", "sorted"), compare("n", ">=", 20)],
        lambda i: list(i["a"]) == sorted(i["a"]) and i["n"] >= 20,
    ),
    ("all the largest", ARRAY, [WithTrait("a", LARGEST)], lambda i: len(set(i["a"].tolist())) == 1),
    ("one letter", 's: word 1..50 of "abc"\n', [WithTrait("s", LEAST)], lambda i: set(i["s"]) == {"a"}),
    ("all distinct", ARRAY, [WithTrait("a", "distinct")], lambda i: len(set(i["a"].tolist())) == i["n"]),
    ("a connected graph", GRAPH, [WithTrait("u", "connected")], lambda i: i["m"] >= i["n"] - 1),
    ("columns of rows", PAIRS, [compare("r", ">=", "l+900")], lambda i: bool((i["r"] >= i["l"] + 900).all())),
    ("one column", PAIRS, [compare("l", "<=", 5)], lambda i: bool((i["l"] <= 5).all())),
]


@pytest.mark.parametrize(("text", "aims", "is_met"), [case[1:] for case in MET], ids=[case[0] for case in MET])
def test_inputs_of_the_narrowed_format_are_valid_and_meet_the_aims(text, aims, is_met):
    fmt = from_text(text)
    narrow = narrowed(fmt, aims)
    rng = np.random.default_rng(3)
    for boundary in boundaries(narrow)[:3]:
        instance = generate(narrow, Plan(sizes=boundary.sizes, cases=boundary.cases), rng)
        for _ in range(5):
            assert violations(fmt, instance, 1) == []
            assert is_met(instance)
            instance, _ = mutate(narrow, instance, rng)


def test_its_boundaries_are_the_largest_that_the_aims_leave():
    narrow = narrowed(from_text(ARRAY), [compare("n", "<=", 321)])
    assert boundaries(narrow)[0].sizes == {"n": 321}


def test_without_aims_it_is_the_format_itself():
    fmt = from_text(ARRAY)
    assert narrowed(fmt, []) is fmt


def test_a_bound_that_is_there_already_leaves_all_inputs():
    fmt = from_text(ARRAY)
    narrow = narrowed(fmt, [compare("n", "<=", 1000)])
    assert holds(narrow, generate(fmt, Plan(), np.random.default_rng(0)))
    assert boundaries(narrow) == boundaries(fmt)


@pytest.mark.parametrize(
    ("text", "aims", "reason"),
    [
        (ARRAY, [compare("n", ">", 1000)], "leaves nothing"),
        (ARRAY, [compare("q", ">", 1)], "no q"),
        (ARRAY, [WithTrait("b", "sorted")], "no b"),
        (ARRAY, [WithTrait("a", "connected")], "can't be connected"),
        (ARRAY, [WithTrait("n", "sorted")], "can't be sorted"),
        (ARRAY, [WithTrait("a", "lovely")], "is no trait"),
        (SQUARE, [compare("n", ">=", 12_000)], "larger than any judge"),
        (NUMBERS, [compare("a*b", ">", 10_001)], "can't"),
        (NUMBERS, [compare("a+b", ">", 150), compare("a", "<", 20)], "can't"),
        (ARRAY, [WithTrait("a", "permutation"), compare("a", ">=", 5), compare("n", ">", 999_999)], "leaves nothing"),
        (GRAPH, [compare("n", ">=", 50), compare("m", "<=", 10), WithTrait("u", "connected")], "can't"),
    ],
)
def test_what_leaves_no_input_or_fits_no_format_is_said(text, aims, reason):
    with pytest.raises(CannotNarrow, match=reason):
        narrowed(from_text(text), aims)


@pytest.mark.parametrize("trait", ["parents", "permutation"])
@pytest.mark.parametrize("aim", [WithTrait("p", LARGEST), compare("p", ">=", 5)], ids=["all the largest", "a bound"])
def test_what_is_numbered_from_its_bounds_stays_what_it_is(trait, aim):
    # With other bounds the same numbers would be another tree: every vertex its own boss.
    length, hi = ("n-1", "n-1") if trait == "parents" else ("n", "n")
    fmt = from_text(f"n: int 2..30\np: int[{length}] 1..{hi} {trait}\n")
    try:
        narrow = narrowed(fmt, [aim])
    except CannotNarrow:
        return
    for seed in range(5):
        assert not violations(fmt, generate(narrow, Plan(), np.random.default_rng(seed)))
