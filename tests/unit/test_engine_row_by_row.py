"""Inputs are built row by row, by what each row makes the rest cost."""

from __future__ import annotations

from array import array

import numpy as np
import pytest

from slowpath.catalogue import TargetFacts
from slowpath.engine.candidate import FULL, Outcome
from slowpath.engine.corpus import Corpus
from slowpath.engine.moves.row_moves import Mover
from slowpath.engine.moves.rows_grown import Grown, Lane, Track, cut, put_into, settled, tracks_of, written
from slowpath.engine.shapes import parts
from slowpath.engine.space import Space
from slowpath.engine.strategies import row_by_row
from slowpath.engine.strategies.row_by_row import RowByRow
from slowpath.engine.strategy_context import StrategyContext
from slowpath.inputs.filling.generate import generate
from slowpath.inputs.filling.plan import Plan
from slowpath.inputs.sizes.saturate import boundaries
from slowpath.inputs.text_form.text import from_text
from slowpath.inputs.validating.validate import violations
from slowpath.model.execution import Execution
from slowpath.model.verdict import Verdict

ROWS = "n: int 1..2000\nrows[n]: t: int 1..3; x: int 1..1000000\n"
BY_ORDER = Track("n", 2000, (Lane("t", 1, 3), Lane("x", 1, 1_000_000)), (1,))


def context_of(text, seed=0):
    fmt = from_text(text)
    return StrategyContext(Space(fmt, boundaries(fmt), TargetFacts(), seed=1, has_catalogue=False), Corpus(), seed=seed)


def searched(text, cost, turns, seed=0):
    """All that was made and what each cost, where a run costs what is told of the instance."""
    context = context_of(text, seed)
    strategy, made = RowByRow(context), []
    for _ in range(turns):
        batch = []
        while len(batch) < strategy.batch and (proposal := strategy.propose()) is not None:
            batch.append(proposal)
        for proposal in batch:
            counters = [cost(proposal.instance)]
            outcome = Outcome(
                proposal,
                Execution(Verdict.OK, counters[0], 0, 0, 0, counters=array("Q", counters)),
                counters[0],
                0,
                1,
                0.5,
            )
            if proposal.level == FULL:
                context.corpus.consider(proposal, counters[0], None)
            strategy.observe(outcome)
            made.append((proposal, counters[0]))
    assert all(not violations(context.space.format, candidate.instance, 1) for candidate, _ in made)
    return made


def looked_through(instance):
    """Whoever comes is put on a list, but at most fifty are there at a time; who leaves stays on the list, which is
    looked through for everybody."""
    listed, there, looked = [], set(), 0
    for t, x in zip(instance["t"].tolist(), instance["x"].tolist(), strict=True):
        place = listed.index(x) if x in listed else len(listed)
        looked += 1 + place
        if t == 1 and len(there) < 50:
            there.add(x)
            if place == len(listed):
                listed.append(x)
        elif t == 2:
            there.discard(x)
    return looked


def test_prepares_a_state_and_uses_it():
    made = searched("n: int 1..400\nrows[n]: t: int 1..3; x: int 1..2000\n", looked_through, 120)
    by_chance = looked_through(
        generate(from_text("n: int 400..400\nrows[n]: t: int 1..3; x: int 1..2000\n"), Plan(), np.random.default_rng(0))
    )
    assert max(cost for _, cost in made) > 2 * by_chance


def test_follows_chance_that_falls_alike_in_each_run():
    """Each new number belongs to one of two chains, by a coin, and is walked to past those of its own; one that lies
    within the other's ends both."""

    def walked(instance):
        state, chains, steps = 12345, ([], []), 0
        for x in instance["x"].tolist():
            state = (state * 1103515245 + 12345) & 0x7FFFFFFF
            mine, other = chains[state >> 20 & 1], chains[1 - (state >> 20 & 1)]
            steps += 1 + len(mine) + len(other)
            if other and min(other) <= x <= max(other):
                mine.clear()
                other.clear()
            mine.append(x)
        return steps

    text = "n: int 1..300\nx: int[n] 1..1000000\n"
    made = searched(text, walked, 150)
    by_chance = walked(generate(from_text(text.replace("1..300", "300..300")), Plan(), np.random.default_rng(0)))
    assert max(cost for _, cost in made) > 2 * by_chance


def test_the_same_seed_proposes_the_same():
    first, second = ([candidate.data for candidate, _ in searched(ROWS, looked_through, 30, 3)] for _ in range(2))
    assert first == second
    assert len(first) > 50


@pytest.mark.parametrize(
    "text", ["n: int 1..50\nx: int[n] 1..9\n", "n: int 1..1000\nx: float[n] 0..1\n", "a: int 1..1000000\n"]
)
def test_has_nothing_to_say_where_no_rows_can_be_added(text):
    assert RowByRow(context_of(text)).propose() is None


def test_words_grow_letter_by_letter():
    made = searched('s: word 1..300 of "a-c"\n', lambda instance: 1 + instance["s"].count("ca"), 40)
    assert max(cost for _, cost in made) > 75


def test_columns_and_arrays_of_one_length_grow_together():
    fmt = from_text("n: int 1..500\na: int[n] 1..100\nrows[n]: b: int 1..5; c: int 1..7\n")
    (boundary,) = boundaries(fmt)
    instance = generate(fmt, Plan(sizes=boundary.sizes), np.random.default_rng(0))
    (track,) = tracks_of(fmt, boundary.sizes, instance)
    assert [lane.name for lane in track.lanes] == ["a", "b", "c"]
    rows = written(track, Grown(np.empty((0, 3)), np.array([[3.0, 2.0, 1.0]]), np.array([1.0, 0.0, 0.0])), 6)
    shorter = put_into(instance, track, rows)
    assert shorter["n"] == 6
    assert shorter["a"].tolist() == [4, 5, 6, 7, 8, 9]
    assert not violations(fmt, shorter, 1)


def test_a_tail_that_goes_on_lies_beside_what_it_began_with():
    rows = np.array([[1.0, 0.0], [1.0, 1.0], [1.0, 2.0]])
    grown = Grown(rows, np.array([[1.0, 1.0]]), np.array([0.0, 1.0]))
    x = written(BY_ORDER, grown, 8)[:, 1].tolist()
    assert x[0] < x[1] < x[3] < x[4] < x[5] < x[6] < x[7] < x[2]
    assert min(x) >= 1 and max(x) <= 1_000_000


def test_places_are_counted_anew_without_a_change_of_the_order():
    grown = Grown(np.array([[1.0, 5.0], [1.0, -1.0], [2.0, 5.5]]), np.array([[3.0, 5.0]]), np.zeros(2))
    assert settled(BY_ORDER, grown).rows[:, 1].tolist() == [1.0, 0.0, 2.0]
    assert settled(BY_ORDER, grown).block.tolist() == [[3.0, 1.0]]
    assert written(BY_ORDER, grown, 4).tolist() == written(BY_ORDER, settled(BY_ORDER, grown), 4).tolist()
    assert len(cut(BY_ORDER, grown, 2).rows) == 2


def test_what_helped_is_tried_again_where_it_ended():
    mover = Mover(BY_ORDER, (), np.random.default_rng(0))
    grown = mover.first()
    move = next(move for _ in range(100) if (move := mover.drawn(grown, 10)).came == 1)
    mover.helped(0, move)
    again = mover.habitual(move.grown, 4, 10)
    assert again
    assert all(len(one.grown.rows) == 2 for one in again)
    assert all(np.array_equal(one.grown.rows[0][:1], move.grown.rows[0][:1]) for one in again)


def test_many_numbers_of_a_wide_range_keep_their_order():
    track = Track("n", 50_000, (Lane("x", 1, 10**15),), (0,))
    rising = Grown(np.empty((0, 1)), np.array([[0.0]]), np.array([1.0]))
    x = written(track, rising, 50_000)[:, 0]
    assert (np.diff(x) > 0).all()
    assert x[0] >= 1 and x[-1] > 10**15 * 0.99


def test_rows_beside_a_large_graph_are_found_without_walking_it(monkeypatch):
    monkeypatch.setattr(parts, "_walked", None)
    fmt = from_text(
        "n: int 2..300; m: int 1..300; q: int 1..300\nrows[m] graph(u, v; n): u: int 1..n; v: int 1..n\n"
        "c: int[q] 1..9\n"
    )
    boundary, *_ = boundaries(fmt)
    instance = generate(fmt, Plan(sizes=boundary.sizes), np.random.default_rng(0))
    assert [track.size for track in tracks_of(fmt, boundary.sizes, instance)] == ["q"]


def test_rows_that_something_else_must_be_as_long_as_are_given_up(monkeypatch):
    checked = []
    monkeypatch.setattr(row_by_row, "violations", lambda *given: checked.append(1) or violations(*given))
    strategy = RowByRow(context_of("n: int 1..200000\na: int[n] 1..9\nb: int[n + 1] 1..9\n"))
    assert all(strategy.propose() is None for _ in range(60))
    assert 0 < len(checked) < 50
