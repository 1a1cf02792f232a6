"""Who has the next turn, and what counts as news."""

from __future__ import annotations

from array import array

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from slowpath.faults.novelty import Novelty
from slowpath.faults.sources.source import Stream
from slowpath.faults.sources.styled import StyledPlans, parts_of
from slowpath.faults.sources.styles import LARGE_STYLES, SMALL_STYLES, WORD_STYLES, holding, notable, of_pieces
from slowpath.faults.turns import MOST_IDLE, Turns
from slowpath.inputs.filling.generate import generate
from slowpath.inputs.text_form.text import from_text
from slowpath.inputs.validating.validate import violations
from slowpath.model.execution import Execution
from slowpath.model.verdict import Verdict


def ran(*counters):
    return Execution(Verdict.OK, sum(counters), 0, 0, 0, counters=array("Q", counters))


def shared(weights, turns=600, cost=1_000_000.0):
    """How many turns each source had."""
    made = Turns()
    for name, (weight, waits) in weights.items():
        made.add(Stream(name, "", 1, iter(())), weight, waits)
    had = dict.fromkeys(weights, 0)
    for _ in range(turns):
        turn = made.next()
        had[turn.source.id] += 1
        turn.charge(cost)
    return had


def test_turns_are_shared_by_weight():
    had = shared({"one": (1.0, 0.0), "three": (3.0, 0.0), "two": (2.0, 0.0)})
    assert had == pytest.approx({"one": 100, "three": 300, "two": 200}, abs=2)


def test_who_waits_has_no_turn_until_then():
    had = shared({"now": (1.0, 0.0), "later": (100.0, 50_000_000.0)}, 50)
    assert had == {"now": 50, "later": 0}


def test_who_has_no_more_is_left_out():
    made = Turns()
    empty = Stream("empty", "", 1, iter(()))
    made.add(empty, 1.0)
    assert made.next() is not None
    assert empty.propose() is None
    assert made.next() is None


def test_who_ran_nothing_in_many_turns_in_a_row_is_left_out():
    made = Turns()
    made.add(Stream("worn", "", 1, iter(())), 1.0)
    turn = made.next()
    for is_idle in (*[True] * (MOST_IDLE - 1), False, *[True] * (MOST_IDLE - 1)):
        turn.ended(is_idle)
    assert made.next() is turn
    turn.ended(True)
    assert made.next() is None


def test_news_of_each_class_of_counts_comes_once():
    novelty = Novelty()
    assert novelty.observe(b"x" * 10, [ran(0, 1, 5)]) == 2
    assert novelty.observe(b"x" * 11, [ran(0, 1, 7)]) == 0
    assert novelty.observe(b"x" * 11, [ran(1, 1, 8)]) == 2
    assert novelty.observe(b"x" * 2000, [ran(0, 1, 5)]) == 2


def test_a_new_difference_between_two_programs_is_news():
    novelty = Novelty()
    novelty.observe(b"x", [ran(1, 1, 0), ran(1, 0)])
    novelty.observe(b"y", [ran(1, 0, 0), ran(1, 1)])
    # Nothing new in either, but they never ran like this together.
    assert novelty.observe(b"z", [ran(1, 1, 0), ran(1, 1)]) == 1
    assert novelty.observe(b"z", [ran(1, 1, 0), ran(1, 1)]) == 0


def test_runs_without_counters_bring_no_news():
    novelty = Novelty()
    cut = Execution(Verdict.TIME_LIMIT, 1, 0, 0, 0)
    novelty.observe(b"x", [cut, None])
    assert novelty.observe(b"x", [cut, None]) == 0


@given(st.integers(-(2**70), 2**70), st.integers(0, 2**66), st.lists(st.integers(0, 2**60), max_size=20))
def test_notable_values_lie_in_their_range_with_both_ends(lo, span, literals):
    values = notable(lo, lo + span, literals)
    assert values == sorted(set(values))
    assert values[0] == lo
    assert values[-1] == lo + span


@given(st.integers(0, 40), st.integers(-(10**9), 10**9), st.integers(0, 10**9), st.integers(0, 2**32))
def test_every_style_fills_what_was_asked_for(length, lo, span, seed):
    rng = np.random.default_rng(seed)
    for _, style in (*SMALL_STYLES, *LARGE_STYLES):
        values = np.asarray(style(length, lo, lo + span, rng))
        assert values.size == length
        assert not length or lo <= values.min() <= values.max() <= lo + span
    for word in (*WORD_STYLES, of_pieces()):
        made = word(length, "ab", rng)
        assert len(made) == length
        assert set(made) <= {"a", "b"}


@pytest.mark.parametrize(
    "text",
    [
        "n: int 1..10^5; k: int 1..n\na: int[n] -10^9..10^9\n",
        "n: int 2..10^5; m: int 0..10^5\nrows[m] graph(u, v; n): u: int 1..n; v: int 1..n; w: int 0..10^18\n",
        's: word 1..10^5 of "a-z"\nx: int -10^30..10^30\n',
        'n: int 1..9\np: word 1..100 of "01"; t: word 1..10^5 of "a-z"\nw: word[n] 1..20 of "01"\n',
        't: int 1..100\ntests: cases[t]\n  n: int 1..9\n  g: word[n][n] 1..1 of "#." joined\n',
    ],
)
def test_styled_plans_make_valid_inputs_of_small_size(text):
    fmt = from_text(text)
    rng = np.random.default_rng(5)
    plans = StyledPlans(parts_of(fmt), (*SMALL_STYLES, *LARGE_STYLES), (998244353,), (), rng)
    for _ in range(60):
        plan, _ = plans.drawn(8)
        assert violations(fmt, generate(fmt, plan, rng)) == []


def test_a_word_made_of_pieces_of_another_mostly_holds_it_and_parts_of_it():
    rng = np.random.default_rng(7)
    whole, parts, tried = 0, 0, 300
    for _ in range(tried):
        fill = of_pieces()
        pattern, text = fill(5, "abcdefgh", rng), fill(40, "abcdefgh", rng)
        whole += pattern in text
        parts += pattern[1:] in text.replace(pattern, "|")
        assert fill(3, "xyz", rng).strip("xyz") == ""
    assert whole > 0.6 * tried and parts > 0.4 * tried


def test_plans_for_several_words_bring_short_patterns_beside_long_texts_that_hold_them():
    fmt = from_text('p: word 1..1000 of "a-z"\nt: word 1..1000 of "a-z"\n')
    rng = np.random.default_rng(8)
    plans = StyledPlans(parts_of(fmt), SMALL_STYLES, (), (), rng)
    made = [generate(fmt, plans.drawn(100)[0], rng) for _ in range(300)]
    assert sum(len(each["p"]) in range(3, 12) and len(each["t"]) >= 20 and each["p"] in each["t"] for each in made) >= 6


def test_words_hold_the_texts_of_the_programs_where_these_fit():
    rng = np.random.default_rng(3)
    fill = holding(("post", "UPPER", "too-long-for-it"))
    words = [fill(6, "abopst", rng) for _ in range(200)]
    assert all(len(word) == 6 and set(word) <= set("abopst") for word in words)
    assert any(word.startswith("post") for word in words) and any(word.endswith("post") for word in words)
    assert any("post" not in word for word in words)
    assert len(fill(3, "ab", rng)) == 3
