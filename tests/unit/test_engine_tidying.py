"""Small winners become tidy while they cost as much, and their phases are read as phases."""

from __future__ import annotations

import math
from array import array

import numpy as np
import pytest

from slowpath.catalogue import TargetFacts
from slowpath.engine.candidate import FULL, SMALL, Candidate, Outcome
from slowpath.engine.corpus import Corpus
from slowpath.engine.moves.tidy_moves import TidyMoves
from slowpath.engine.shaped import built
from slowpath.engine.shapes import fit
from slowpath.engine.shapes.parts import views_of
from slowpath.engine.shapes.phase_reading import cut_into_runs, phase_readings, row_bits
from slowpath.engine.space import Space
from slowpath.engine.strategies.tidying import Tidying
from slowpath.engine.strategy_context import StrategyContext
from slowpath.inputs.filling.generate import generate
from slowpath.inputs.filling.plan import Plan
from slowpath.inputs.parsing.parse import parse
from slowpath.inputs.printing import print_input
from slowpath.inputs.sizes.saturate import boundaries
from slowpath.inputs.text_form.text import from_text
from slowpath.inputs.validating.validate import violations
from slowpath.model.execution import Execution
from slowpath.model.origin import Origin
from slowpath.model.verdict import Verdict

LOCKS = "n: int 1..1000; m: int 1..1000; q: int 1..3000\nrows[q]: c: int 1..n; p: int 0..m\n"
RULES = "n: int 2..500; m: int 1..3000\nrows[m]: a: int 1..n; b: int 1..n\n"
GRAPH = "n: int 2..900; m: int 1..900\nrows[m] graph(u, v; n): u: int 1..n; v: int 1..n\n"
STEPS = "n: int 1..3000\nrows[n]: a: int 1..n; b: int 1..n\n"


def space_of(text):
    fmt = from_text(text)
    return Space(fmt, boundaries(fmt), TargetFacts(), seed=1, has_catalogue=False)


def locks(cooks, lines):
    rows = [(cook, cook) for cook in range(1, cooks + 1)] + [(cook, cook - 1) for cook in range(2, cooks + 1)]
    return (cooks, cooks, lines), [*rows, *[(1, cooks)] * (lines - len(rows))]


def rules(steps, lines):
    rows = [(step, step + 1) for step in range(steps - 2, 0, -1)]
    return (steps, lines), [*[(steps - 1, steps)] * (lines - len(rows)), *rows]


def printed(numbers, rows):
    lines = [" ".join(map(str, numbers)), *(" ".join(map(str, row)) for row in rows)]
    return ("\n".join(lines) + "\n").encode()


@pytest.mark.parametrize(
    ("text", "small", "large"),
    [
        (LOCKS, locks(10, 30), locks(1000, 3000)),
        (LOCKS, locks(16, 48), locks(1000, 3000)),
        (RULES, rules(8, 32), rules(500, 3000)),
    ],
)
def test_phases_whose_cuts_hang_on_other_numbers_grow_with_them(text, small, large):
    space = space_of(text)
    view = views_of(space.format, parse(space.format, printed(*small)))[0]
    made = [built(space, space.full[0], shape, "test").data.split() for shape in phase_readings(view)]
    assert printed(*large).split() in made


def test_rows_are_cut_where_all_columns_go_over_into_the_next_phase():
    columns = np.array([[1, 2, 3, 4, 5, 1, 1, 1, 1], [1, 1, 1, 1, 1, 1, 7, 1, 7]], dtype=np.int64)
    _, runs = cut_into_runs(columns, [(1, 9), (1, 9)])
    assert [(run.start, run.end, run.turns) for run in runs] == [(0, 5, 1), (5, 9, 2)]


def fewest_bits(columns, bounds):
    """What the best of all cuts takes, each tried: runs' prices are those of rows that are one run."""
    count = columns.shape[1]
    literal = [cut_into_runs(columns[:, [at]], bounds)[0] for at in range(count)]
    best = [0.0] * (count + 1)
    for at in reversed(range(count)):
        best[at] = literal[at] + best[at + 1]
        for turns in (1, 2):
            for end in range(at + 2 * turns, count + 1):
                steps = columns[:, at + turns : end] - columns[:, at : end - turns]
                if (steps[:, turns:] != steps[:, :-turns]).any():
                    break
                firsts = sum(literal[place] - 1.0 for place in range(at, at + turns))
                moves = sum(1.0 + 2.0 * math.log2(1 + abs(step)) if step else 1.0 for step in steps[:, :turns].flat)
                own = math.log2(1 + count) + firsts + moves + 2.0 * (turns - 1)
                best[at] = min(best[at], own + best[end])
    return best[0]


@pytest.mark.parametrize("seed", range(40))
def test_no_other_cut_takes_fewer_bits(seed):
    rng = np.random.default_rng(seed)
    count, bounds = int(rng.integers(1, 24)), [(0, 20)] * int(rng.integers(1, 4))
    columns = np.cumsum(np.repeat(rng.integers(-1, 2, (len(bounds), count)), 3, axis=1)[:, :count], axis=1) + 9
    columns[:, ::2] += int(rng.integers(0, 4))
    bits, runs = cut_into_runs(columns, bounds)
    assert bits == pytest.approx(fewest_bits(columns, bounds))
    assert [run.start for run in runs[1:]] + [count] == [run.end for run in runs] and runs[0].start == 0


def test_what_has_no_phases_or_too_many_has_no_reading():
    fmt = from_text(STEPS)
    for rows in ([(3, 3)] * 8, [(k * k * 7 % 23 + 1, k * k * k % 19 + 1) for k in range(30)]):
        assert not list(phase_readings(views_of(fmt, parse(fmt, printed((len(rows),), rows)))[0]))


@pytest.mark.parametrize("text", [LOCKS, STEPS, GRAPH, "n: int 1..1000\na: int[n] 1..1000\nb: int[n] 0..9\n"])
def test_moves_lead_to_valid_inputs_of_the_same_sizes(text):
    fmt = from_text(text)
    rng = np.random.default_rng(3)
    moves = TidyMoves(fmt, rng)
    sizes = {name: 20 for name in ("n", "m", "q") if f"{name}: int" in text}
    instance, many = generate(fmt, Plan(sizes=sizes), rng), 0
    for _ in range(300):
        moved = moves.moved(instance)
        if moved is not None:
            many += 1
            assert not violations(fmt, moved[0], 1)
            assert all(moved[0][name] == instance[name] for name in sizes)
            instance = moved[0]
    assert many > 60


def rising_then_same(instance):
    """How far the first column rises from row to row by one, and how often the second stays the same afterwards."""
    a, b = instance["a"], instance["b"]
    risen = 0
    while risen + 1 < len(a) and a[risen + 1] == a[risen] + 1:
        risen += 1
    return 1000 + 40 * risen * int((b[risen:][1:] == b[risen:][:-1]).sum())


def searched(cost, start, turns):
    """All that the strategy proposes from one small winner, each with its cost."""
    space = space_of(STEPS)
    corpus = Corpus()
    context = StrategyContext(space, corpus, seed=0)
    winner = Candidate(print_input(space.format, start), start, Origin("test", "a winner"), SMALL, "small-world")
    corpus.consider(winner, cost(start), None)
    strategy, made = Tidying(context), []
    for _ in range(turns):
        batch = []
        while len(batch) < strategy.batch and (proposal := strategy.propose()) is not None:
            batch.append(proposal)
        for proposal in batch:
            count = cost(proposal.instance)
            made.append((count, proposal))
            strategy.observe(
                Outcome(proposal, Execution(Verdict.OK, count, 0, 0, 0, counters=array("Q")), count, 0, 1, 0.5)
            )
    return space, made


def messy(seed):
    """A chain of ten numbers that rise, and behind it the same number again and again, with other rows in between."""
    rng = np.random.default_rng(seed)
    a = np.concatenate((np.arange(9, 19), rng.integers(1, 30, 20)))
    b = np.concatenate((rng.integers(1, 30, 10), np.where(rng.random(20) < 0.3, rng.integers(1, 30, 20), 17)))
    return {"n": 30, "a": a.astype(np.int64), "b": b.astype(np.int64)}


def test_a_messy_winner_becomes_tidy_and_grows():
    start = messy(1)
    space, made = searched(rising_then_same, start, 600)
    small = [(count, one) for count, one in made if one.level == SMALL]
    tidy = min(
        (one for count, one in small if count >= rising_then_same(start)),
        key=lambda one: row_bits(views_of(space.format, one.instance)[0]),
    )
    bits = [row_bits(views_of(space.format, instance)[0]) for instance in (start, tidy.instance)]
    assert bits[1] < bits[0] / 3
    large = max(count for count, one in made if one.level == FULL)
    assert large > 40 * 900 * 1900


def test_the_same_winner_is_made_tidy_in_the_same_way():
    runs = [[one.data for _, one in searched(rising_then_same, messy(2), 25)[1]] for _ in range(2)]
    assert runs[0] == runs[1]


@pytest.mark.parametrize(
    "text",
    [
        "n: int 1..900\na: int[n] 0..18446744073709551615\nb: int[n] -9223372036854775808..9223372036854775807\n",
        "n: int 1..900\na: int[n] -4*10^18..4*10^18\nb: int[n] 0..10^300\n",
    ],
)
def test_numbers_at_the_ends_of_64_bits_are_moved_within_them_and_read(text):
    space = space_of(text)
    rng = np.random.default_rng(3)
    moves = TidyMoves(space.format, rng)
    instance = generate(space.format, Plan(sizes={"n": 20}), rng)
    for _ in range(5):
        low = {name: np.arange(20, dtype=np.int64) for name in ("a", "b")}
        for start in (instance, {**instance, "a": low["a"]}, {**instance, **low}):
            made = start
            for _ in range(200):
                made = (moves.moved(made) or (made, ""))[0]
            assert not violations(space.format, made, 1)
            assert moves.bits(made) >= 0.0
            (view,) = views_of(space.format, made)
            assert row_bits(view) >= 0.0
            assert all(shape.parts for shape in phase_readings(view))
            fit(space.format, [made], 4)
