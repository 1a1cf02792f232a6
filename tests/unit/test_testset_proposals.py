"""What is proposed for a test set: valid inputs, for the reasons for which setters write them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations, islice

import numpy as np
import pytest

from slowpath.faults.sources.styled import parts_of
from slowpath.faults.sources.within_reach import within_reach
from slowpath.inputs.filling.generate import generate
from slowpath.inputs.filling.plan import Plan
from slowpath.inputs.parsing.parse import parse
from slowpath.inputs.text_form.text import from_text
from slowpath.inputs.validating.validate import holds
from slowpath.model.format import InputFormat
from slowpath.model.testset import ProposedTest
from slowpath.testsets.covering import covering_rows
from slowpath.testsets.proposals import Proposals

PLAIN = from_text("n: int 2..50\na: int[n] 1..1000")
CASES = from_text("t: int 1..100\ntests: cases[t]\n  n: int 1..9\n  a: int[n] 0..5\nwhere sum n <= 300")


def at_bounds(fmt: InputFormat) -> Iterator[ProposedTest]:
    proposals = Proposals(fmt, "", (), 1)
    return chain(proposals.at_bounds(large=False), proposals.at_bounds(large=True))


@pytest.mark.parametrize("fmt", [PLAIN, CASES], ids=["plain", "cases"])
def test_what_is_proposed_is_valid(fmt):
    for group, streams in Proposals(fmt, "", (), 1).streams().items():
        made = [each for stream in streams for each in islice(stream, 40)]
        assert made, group
        assert all(holds(fmt, parse(fmt, each.data)) and each.group is group for each in made)


def test_every_bound_is_met():
    made = [parse(PLAIN, each.data) for each in at_bounds(PLAIN)]
    assert {2, 50} <= {each["n"] for each in made}
    assert any(set(each["a"]) == {1} and each["n"] > 2 for each in made)
    assert any(set(each["a"]) == {1000} and each["n"] == 50 for each in made)


def test_what_is_said_to_be_at_its_most_is_also_where_that_leaves_little_for_the_rest():
    said = {each.label: parse(CASES, each.data) for each in at_bounds(CASES)}
    assert said["bounds: t at its most"]["t"] == 100 == said["bounds: t, n at the most, all else at the least"]["t"]
    product = from_text("n: int 1..1000; m: int 1..1000\na: int[n] 1..9\nb: int[m] 1..9\nwhere n * m <= 10000")
    said = {each.label: parse(product, each.data) for each in at_bounds(product)}
    assert said["bounds: n at its most"]["n"] == 1000 == said["bounds: m at its most"]["m"]


def test_few_elements_with_values_as_large_as_they_get_are_proposed():
    fmt = from_text("n: int 1..1000; k: int 0..n\nh: int[k] 1..n")
    made = [parse(fmt, each.data) for each in at_bounds(fmt)]
    assert any((each["n"], each["k"], list(each["h"])) == (1000, 1, [1000]) for each in made)


@pytest.mark.parametrize(("knobs", "rows"), [(0, 0), (1, 2), (3, 4), (10, 6), (35, 8)])
def test_few_rows_hold_every_two_knobs_in_all_four_ways(knobs, rows):
    made = covering_rows(knobs)
    assert len(made) == rows
    assert all(len({(row[one], row[other]) for row in made}) == 4 for one, other in combinations(range(knobs), 2))


def test_every_two_extremes_are_met_together():
    fmt = from_text("n: int 2..50; k: int 1..9\na: int[n] 1..1000\nb: int[n] 0..7")
    made = [parse(fmt, each.data) for each in at_bounds(fmt)]
    seen = {
        (each["n"], each["k"], *(min(each[name]) if len({*each[name]}) == 1 else None for name in "ab"))
        for each in made
    }
    for one, other in combinations(enumerate(((2, 50), (1, 9), (1, 1000), (0, 7))), 2):
        met = {(each[one[0]], each[other[0]]) for each in seen}
        assert met >= {(first, second) for first in one[1] for second in other[1]}


def test_random_inputs_are_of_the_largest_size_too_in_several_styles():
    fmt = from_text("n: int 1..5000\na: int[n] 1..1000")
    made = [parse(fmt, each.data) for each in islice(Proposals(fmt, "", (), 1).random(large=True), 60)]
    full = [len(set(each["a"].tolist())) for each in made if each["n"] == 5000]
    assert len(full) >= 4 and min(full) < 10 < max(full)


WORDS = from_text('s: word 1..5000 of "a-z"\nw: word 1..len(s) of "a-z"')


def test_random_inputs_of_the_largest_size_are_at_every_boundary():
    made = [parse(WORDS, each.data) for each in islice(Proposals(WORDS, "", (), 0).random(large=True), 12)]
    assert {len(each["w"]) for each in made if len(each["s"]) == 5000} == {1, 2500, 5000}


def test_the_first_large_structures_are_no_random_ones():
    made = [parse(WORDS, each.data) for each in islice(Proposals(WORDS, "", (), 0).structures(large=True), 18)]
    full = [(len(each["w"]), len(set(each["s"]))) for each in made if len(each["s"]) == 5000]
    assert full[:3] == [(5000, 1), (1, 1), (2500, 1)]
    assert len(full) == 9 and max(letters for _, letters in full[:6]) <= 2


@pytest.mark.parametrize(
    "shape",
    ["m: int 0..2000\nrows[m] graph(u, v; n): ", "k: int 1..9\nrows[n-1] tree(u, v; n): "],
    ids=["graph", "tree"],
)
def test_the_longest_way_at_the_largest_weights_is_the_first_of_the_large_structures(shape):
    fmt = from_text(f"n: int 2..1000; {shape}u: int 1..n; v: int 1..n; c: int 1..1000000")
    early = [parse(fmt, each.data) for each in islice(Proposals(fmt, "", (), 0).structures(large=True), 4)]
    (rows,) = (name for name in early[0] if name.startswith("u"))
    chains = [
        each
        for each in early
        if len(each[rows]) == each["n"] - 1 == 999 and (np.abs(np.subtract(each["u"], each["v"])) == 1).all()
    ]
    assert any(set(np.asarray(each["c"]).tolist()) == {10**6} for each in chains)


def test_random_inputs_bring_a_lone_number_to_where_the_rest_decides():
    fmt = from_text("n: int 1..100000; room: int 1..1000000000\nw: int[n] 3..1000000000")
    made = [parse(fmt, each.data) for each in islice(Proposals(fmt, "", (), 0).random(large=False), 120)]
    small = [each for each in made if each["w"].max() < 1000]
    decided = [each for each in small if each["w"].max() <= each["room"] < each["w"].sum()]
    assert len(decided) > len(small) // 8, "what fits is neither all nor nothing"


@pytest.mark.parametrize("where", ["", "\nwhere room <= n"])
def test_numbers_within_reach_are_valid(where):
    fmt = from_text(f"t: int 1..9\nc: cases[t]\n  n: int 1..9; room: int 1..1000000\n  w: int[n] 3..50{where}")
    rng, parts = np.random.default_rng(0), parts_of(fmt)
    for _ in range(60):
        instance = generate(fmt, Plan(cases="max"), rng)
        reached = within_reach(fmt, parts, instance, rng)
        assert holds(fmt, reached) and (where or reached is not instance)
        for before, after in zip(instance["c"], reached["c"], strict=True):
            assert (before["n"], before["w"].tolist()) == (after["n"], after["w"].tolist())
            assert after["room"] <= after["w"].sum() + 2 or where


def test_of_two_columns_one_rises_while_the_other_falls_among_the_first_large_ones():
    fmt = from_text("n: int 1..1000\nrows[n]: a: int 1..1000000; b: int 1..1000000")
    early = [parse(fmt, each.data) for each in islice(Proposals(fmt, "", (), 0).structures(large=True), 40)]
    rows = [(each["a"], each["b"]) for each in early if each["n"] == 1000]
    assert any((np.diff(a) >= 0).all() and (np.diff(b) <= 0).all() and a[0] < a[-1] for a, b in rows)


def test_tiny_inputs_come_from_every_level():
    sizes = {parse(PLAIN, each.data)["n"] for each in Proposals(PLAIN, "", (), 1).tiny()}
    assert {2, 3, 5, 8} <= sizes


def test_tiny_cases_stand_many_in_one_input_and_a_few_alone():
    counts = [parse(CASES, each.data)["t"] for each in islice(Proposals(CASES, "", (), 1).tiny(), 40)]
    assert counts[0] == 1
    assert max(counts) > 50


def test_the_same_seed_proposes_the_same():
    first, second = (
        [each.data for each in islice(Proposals(PLAIN, "", (), seed).random(large=False), 30)] for seed in (3, 3)
    )
    assert first == second


def test_small_inputs_and_large_ones_stand_in_streams_of_their_own():
    fmt = from_text("n: int 1..5000\na: int[n] 1..1000")
    for small, *large in Proposals(fmt, "", (), 1).streams().values():
        assert all(len(each.data) < 1000 for each in islice(small, 30))
        assert all(len(each.data) > 200 for stream in large for each in islice(stream, 10))


def test_a_format_of_two_numbers_has_random_inputs_too():
    fmt = from_text("a: int 1..1000000; b: int 1..1000000")
    assert len(list(islice(Proposals(fmt, "", (), 1).random(large=False), 30))) == 30
