"""Scripts: all columns of a group change at the same rows, whatever is drawn or changed."""

from __future__ import annotations

import numpy as np
import pytest

from slowpath.catalogue import TargetFacts
from slowpath.engine.corpus import Corpus
from slowpath.engine.shaped import built
from slowpath.engine.shapes.breeding import nodes
from slowpath.engine.shapes.inventing import Inventor
from slowpath.engine.shapes.parts import views_of
from slowpath.engine.shapes.scripts import MOST_PHASES, Phases, Scripter, groups_of, phases_of, with_phases
from slowpath.engine.shapes.shape import Shape
from slowpath.engine.space import Space
from slowpath.engine.strategies.script_climb import ScriptClimb
from slowpath.engine.strategy_context import StrategyContext
from slowpath.inputs.filling.generate import CannotGenerate, generate
from slowpath.inputs.filling.plan import Plan
from slowpath.inputs.sizes.saturate import boundaries
from slowpath.inputs.text_form.text import from_text
from slowpath.inputs.validating.validate import violations

OPERATIONS = "q: int 1..500\nrows[q]: t: int 1..3; x: int 1..500\n"
FORMATS = {
    "operations": OPERATIONS,
    "kinds of rows": "q: int 1..500\nops: queries[q]\n  add: x: int 1..10^9\n  find: y: int 1..10^9\n",
    "arrays and a number": "n: int 1..500; k: int 1..500\na: int[n] 1..n\nb: int[n] 0..1\n",
    "a word": 's: word 1..500 of "LR"\n',
    "edges": "n: int 2..100; m: int 1..200\nrows[m]: u: int 1..n; v: int 1..n\n",
    "a graph": "n: int 2..100; m: int 1..200\nrows[m] graph(u, v; n): u: int 1..n; v: int 1..n\n",
}


def parts_of(fmt, seed=0):
    sizes = dict(boundaries(fmt)[0].sizes)
    return views_of(fmt, generate(fmt, Plan(sizes=sizes), np.random.default_rng(seed)))[0].parts


def scripter(name, seed=0):
    fmt = from_text(FORMATS[name])
    parts = parts_of(fmt)
    names = tuple(part.name for part in parts if part.kind in ("sizes", "scalars"))
    return fmt, Scripter(parts, Inventor((7,), names, np.random.default_rng(seed)))


def scripts(name, count=60):
    fmt, made = scripter(name)
    known = [*made.simplest(), *(made.drawn() for _ in range(count))]
    for place in range(count):
        known.append(made.mutated(known[-1 - place % 3]))
        known.append(made.crossed(known[place], known[-1]))
    return fmt, made, known


@pytest.mark.parametrize("name", FORMATS)
def test_what_is_drawn_or_changed_is_cut_at_the_same_places_in_all_columns(name):
    _, made, known = scripts(name)
    assert made.groups
    seen = set()
    for shape in known:
        for group in made.groups:
            phases = phases_of(shape, group)
            assert len(phases.rows) == len(phases.cuts) + 1 <= MOST_PHASES
            assert all(len(row) == len(group) for row in phases.rows)
            assert phases_of(with_phases(shape, group, phases), group) == phases
            seen.add(len(phases.rows))
    assert len(seen) > 1


@pytest.mark.parametrize("name", FORMATS)
def test_scripts_are_valid_inputs(name):
    fmt, _, known = scripts(name, 30)
    space = Space(fmt, boundaries(fmt), TargetFacts(), seed=1, has_catalogue=False)
    made = 0
    for shape in known:
        try:
            candidate = built(space, space.medium[0], shape, "script-climb")
        except CannotGenerate:
            continue
        made += 1
        assert not violations(fmt, candidate.instance, 1)
        assert Shape.from_json(shape.to_json()) == shape
    assert made > 0.8 * len(known)


def test_a_fill_and_what_follows_and_two_kinds_by_turns_are_there_before_anything_is_drawn():
    _, made = scripter("operations")
    group = made.groups[0]
    simple = [phases_of(shape, group) for shape in made.simplest()]
    assert Phases((("//", "n", 2),), ((1, ("+", "lo", "i")), (2, ("+", "lo", "j")))) in simple
    assert Phases((), ((("values", 1, 3), ("interleave", "lo", "hi")),)) in simple
    assert len(simple) == len(set(simple)) == 3 * 2 * 5


def test_terms_do_not_grow_without_end():
    _, made = scripter("operations")
    shape = made.drawn()
    for _ in range(500):
        shape = made.mutated(shape)
    assert max(nodes(term) for _, _, term in shape.parts) < 4 * 40 + 40


def test_columns_of_rows_are_cut_together_and_lone_arrays_for_themselves():
    fmt = from_text("n: int 1..50; q: int 1..500\na: int[n] 1..9\nrows[q]: t: int 1..3; x: int 1..500\n")
    names = [[column.name for column in group] for group in groups_of(parts_of(fmt))]
    assert names == [["a"], ["t", "x"]]


def test_a_shape_that_is_not_cut_is_one_phase():
    group = groups_of(parts_of(from_text(OPERATIONS)))[0]
    halves = ("segments", 1, ("//", "n", 2), 2)
    shape = Shape((("arrays", "t", halves), ("arrays", "x", "i")))
    assert phases_of(shape, group) == Phases((), ((halves, "i"),))


@pytest.mark.parametrize(
    "text", ["n: int 1..9; a: int 1..10^9\n", "n: int 1..9\nm: int[n][n] 0..9\n"], ids=["numbers", "matrix"]
)
def test_there_is_nothing_to_cut(text):
    fmt = from_text(text)
    context = StrategyContext(Space(fmt, boundaries(fmt), TargetFacts(), seed=1, has_catalogue=False), Corpus(), seed=5)
    assert ScriptClimb(context).propose() is None
