"""Local search over few numbers: where they stand, what is tried, and that it gets across valleys."""

from __future__ import annotations

from array import array

import numpy as np
import pytest

from slowpath.catalogue import TargetFacts
from slowpath.engine.candidate import FULL, SMALL, Outcome
from slowpath.engine.corpus import Corpus
from slowpath.engine.moves.number_moves import Number, bounds_at, numbers_of, product_wish, value_at, wish, with_value
from slowpath.engine.space import Space
from slowpath.engine.strategies.climb import Climb
from slowpath.engine.strategies.lone_numbers import LoneNumbers
from slowpath.engine.strategy_context import StrategyContext
from slowpath.inputs.parsing.parse import parse
from slowpath.inputs.sizes.saturate import boundaries
from slowpath.inputs.text_form.text import from_text
from slowpath.inputs.validating.validate import violations
from slowpath.model.execution import Execution
from slowpath.model.verdict import Verdict

NESTED = from_text("t: int 1..9; x: int 1..5\ntests: cases[t]\n  n: int 1..9\n  a: int[n] 1..n\n")
INPUT = b"2 4\n2\n1 2\n1\n1\n"


def test_numbers_are_found_in_cases_and_sizes_left_out():
    instance = parse(NESTED, INPUT)
    found = numbers_of(NESTED, instance, 10)
    assert [(number.name, number.cases, value_at(instance, number)) for number in found] == [
        ("x", (), 4),
        ("a", (("tests", 0),), 1),
        ("a", (("tests", 0),), 2),
        ("a", (("tests", 1),), 1),
    ]
    assert numbers_of(NESTED, instance, 3) == []


def test_a_changed_number_is_changed_in_a_copy_alone():
    instance = parse(NESTED, INPUT)
    number = Number((("tests", 0),), "a", 1)
    changed = with_value(instance, number, 1)
    assert value_at(changed, number) == 1
    assert value_at(instance, number) == 2
    assert changed["tests"][1] is instance["tests"][1]
    assert bounds_at(NESTED, instance, number) == (1, 2)


@pytest.mark.parametrize(("now", "lo", "hi"), [(5, 5, 5), (0, -3, 4), (1, 1, 10**18), (-7, -(10**9), 0)])
def test_wishes_keep_to_the_bounds(now, lo, hi):
    rng = np.random.default_rng(0)
    wishes = {wish(now, lo, hi, [1, 7, 12], [1000], rng) for _ in range(300)}
    assert all(lo <= value <= hi for value in wishes)
    assert len(wishes) >= min(4, hi - lo + 1)


def test_wishes_relate_to_other_numbers_and_to_constants():
    rng = np.random.default_rng(0)
    wishes = {wish(50, 0, 10**9, [123_000, 777], [31_337], rng) for _ in range(3000)}
    assert {123_000, 122_999, 246_000, 123_777, 122_223, 31_337, 31_338, 100, 25} <= wishes


def divisors_in_common(instance) -> int:
    """Dear where two of three numbers are far from the third and share a large power of two with it."""
    a, b, c = instance["a"], instance["b"], instance["c"]
    return 1 + ((a ^ b) & -(a ^ b)).bit_length() * 50 + (c == a + b) * 1000 + max(a, b).bit_length() * 20


def subset_like(instance) -> int:
    """Dear where the elements of an array are the doubles of each other."""
    values = sorted(instance["w"].tolist())
    return 10 + 100 * sum(2 * small == large for small, large in zip(values, values[1:], strict=False))


@pytest.mark.parametrize(
    ("text", "cost", "wanted", "runs"),
    [
        ("a: int 1..10^9; b: int 1..10^9; c: int 1..2*10^9\n", divisors_in_common, 2000, 4000),
        ("n: int 8..8\nw: int[n] 1..10^6\n", subset_like, 510, 6000),
    ],
)
def test_finds_how_numbers_have_to_relate(text, cost, wanted, runs):
    fmt = from_text(text)
    space = Space(fmt, boundaries(fmt), TargetFacts(), seed=1, has_catalogue=False)
    context, best, ran = StrategyContext(space, Corpus(), seed=3), 0, 0
    for trial in range(4):
        made = space.build(space.full[0], (), "x", trial)
        context.corpus.consider(made, cost(made.instance), array("Q", [1]))
    climb = Climb(context)
    while ran < runs and best < wanted:
        proposal = climb.propose()
        ran += 1
        if proposal is None:
            continue
        assert violations(fmt, proposal.instance, 1) == []
        count = cost(proposal.instance)
        best = max(best, count)
        context.corpus.consider(proposal, count, array("Q", [count]))
        climb.observe(Outcome(proposal, Execution(Verdict.OK, count, 0, 0, 0), count, 0, 1, 0.5))
    assert best >= wanted


def test_products_are_done_and_undone():
    rng = np.random.default_rng(0)
    wishes = {product_wish(100, 1, 10**6, [7, 10**9], rng) for _ in range(3000)}
    assert {300, 301, 700, 33, 14, 150, 200} <= wishes
    assert {product_wish(5, 4, 6, [], rng) for _ in range(100)} <= {4, 5, 6}


def divisions(instance) -> int:
    """How often each element can be divided by 3, which no sum over hundreds shows."""
    return 1 + sum(value % 3**power == 0 for value in instance["a"].tolist() for power in range(1, 13))


def context_of(text: str) -> StrategyContext:
    fmt = from_text(text)
    space = Space(fmt, boundaries(fmt), TargetFacts(), seed=1, has_catalogue=False)
    return StrategyContext(space, Corpus(), seed=5, literals=(3,))


def test_the_worst_number_alone_is_put_everywhere():
    context = context_of("n: int 1..300\na: int[n] 1..1000000\n")
    search, found = LoneNumbers(context), []
    for _ in range(60):
        batch = []
        while len(batch) < search.batch and (made := search.propose()) is not None:
            batch.append(made)
        for made in batch:
            count = divisions(made.instance)
            search.observe(Outcome(made, Execution(Verdict.OK, count, 0, 0, 0), count, 0, 1, 0.5))
        found += batch
    assert {len(made.instance["a"]) for made in found if made.level == SMALL} == {1}
    alone, everywhere = (
        max(divisions(made.instance) for made in found if made.level == level) for level in (SMALL, FULL)
    )
    assert alone >= 8  # One of 6,561 numbers.
    assert everywhere == 300 * (alone - 1) + 1


@pytest.mark.parametrize(
    "text",
    ['n: int 1..300\ns: word n..n of "ab"\n', "a: int 1..9; b: int 1..10^9\n", "n: int 1..300\na: int[n] 0..9\n"],
)
def test_there_is_nothing_to_look_through_without_numbers_of_elements(text):
    assert LoneNumbers(context_of(text)).propose() is None


def test_a_number_that_another_leaves_no_value_is_let_be():
    search = LoneNumbers(context_of("n: int 1..300; low: int 1..1000; high: int 1..2000\na: int[n] low+1..high-1\n"))
    for _ in range(300):
        made = search.propose()
        if made is not None:
            search.observe(Outcome(made, Execution(Verdict.OK, 9, 0, 0, 0), 9, 0, 1, 0.5))
            assert made.instance["low"] < made.instance["a"][0] < made.instance["high"]


def test_a_chain_of_which_nothing_new_is_told_begins_anew_elsewhere():
    context = context_of("n: int 8..8\na: int[n] 1..9\n")
    space = context.space
    context.corpus.consider(space.build(space.full[0], (), "x", 0), 10, array("Q", [1]))
    climb = Climb(context)
    for _ in range(20):
        climb.propose()
    better = space.build(space.full[0], (), "x", 1)
    context.corpus.consider(better, 20, array("Q", [2]))
    parents = {proposal.origin.parent for _ in range(1200) if (proposal := climb.propose()) is not None}
    assert better.id in parents
