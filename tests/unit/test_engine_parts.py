"""The parts of the engine, each for itself: budget, cap, corpus, scheduler, growth of shapes, catalogue plans."""

from __future__ import annotations

import json
from array import array
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from slowpath.analysis.ordered import ComparedParts
from slowpath.catalogue import Catalogue, Hints, TargetFacts, plans
from slowpath.catalogue.plans import MOST_PLANS
from slowpath.engine.candidate import FULL, MEDIUM, SMALL, Candidate, Outcome
from slowpath.engine.constraints.watch import ConstraintWatch, Target
from slowpath.engine.corpus import Corpus
from slowpath.engine.shapes import grown
from slowpath.engine.space import MEDIUM_BYTES, SMALL_BYTES, Space, regenerate
from slowpath.engine.strategies import SHARES, StrategyContext
from slowpath.engine.strategies.aimed import Aimed
from slowpath.engine.strategies.approach import Approach
from slowpath.errors import FormatUnknown
from slowpath.inputs.filling.generate import generate
from slowpath.inputs.filling.narrowed import narrowed
from slowpath.inputs.filling.plan import Boundary
from slowpath.inputs.parsing.parse import parse
from slowpath.inputs.sizes.saturate import boundaries
from slowpath.inputs.text_form.text import from_text
from slowpath.inputs.validating.validate import violations
from slowpath.model.constraint import Condition, Constraint, ConstraintOrigin, Place, WithTrait
from slowpath.model.execution import Execution
from slowpath.model.expression import expr
from slowpath.model.format import Relation
from slowpath.model.verdict import Verdict

FORMATS = {
    "array": "n: int 1..5000\na: int[n] 1..10^9\n",
    "permutation": "n: int 1..5000\na: int[n] 1..n permutation\n",
    "two arrays": "n: int 1..300; m: int 1..300\na: int[n] 1..10^9 sorted\nb: int[m] 0..1\n",
    "cases": "t: int 1..500\ntests: cases[t]\n  n: int 1..4000; k: int 1..n\n  a: int[n] 1..n\nwhere sum n <= 4000\n",
    "tree": "n: int 2..3000\nrows[n-1] tree(u, v; n): u: int 1..n; v: int 1..n\n",
    "parents": "n: int 2..3000; q: int 1..3000\np: int[n-1] 1..n parents\nrows[q]: a: int 1..n; b: int 1..n\n",
    "graph": "n: int 2..300; m: int 1..900\nrows[m] graph(u, v; n): u: int 1..n; v: int 1..n; w: int 1..10^6\n",
    "words": 's: word 1..5000 of "a-z"\np: word 1..5000 of "a-z"\nwhere len(p) <= len(s)\n',
    "grid": 'h: int 1..50; w: int 1..50\ng: word[h] w..w of ".#" lines\n',
    "matrix": "h: int 1..50; w: int 1..50\ng: int[h][w] 0..9\n",
    "numbers": "a: int 1..100; b: int 1..100; c: int 1..10^4\n",
    "queries": "q: int 1..500\nops: queries[q]\n  push: x: int 1..10^9\n  pop:\n",
}


def space_of(name: str) -> Space:
    fmt = from_text(FORMATS[name])
    return Space(fmt, boundaries(fmt), TargetFacts(library="python"), seed=1)


@pytest.mark.parametrize("name", FORMATS)
def test_sites_are_as_small_as_they_say_and_everything_built_is_valid(name):
    space = space_of(name)
    for level, most in (("small", 3 * SMALL_BYTES), ("medium", 2 * MEDIUM_BYTES), ("full", 10**9)):
        for site in space.sites(level):
            for genome in list(site.catalogue.genomes())[::11]:
                made = space.build(site, genome, "pattern")
                assert len(made.data) <= most
                assert violations(space.format, parse(space.format, made.data)) == []


@pytest.mark.parametrize("name", FORMATS)
def test_plans_are_bounded_different_and_labelled(name):
    fmt = from_text(FORMATS[name])
    for boundary in boundaries(fmt):
        labels = [label for label, _ in plans(fmt, boundary)]
        assert labels[0] == "random"
        assert 1 < len(labels) <= MOST_PLANS
        assert len(labels) == len(set(labels))


def test_uniform_constructions_come_before_single_parts():
    fmt = from_text("n: int 1..100\nrows[n]: a: int 1..5; b: int 1..5\n")
    labels = [label for label, _ in plans(fmt, Boundary("largest", {"n": 100}))]
    assert labels.index("a: all min · b: all min") < labels.index("a: all min") < 40


def test_cues_move_constructions_forward_and_leave_none_out():
    fmt = from_text(FORMATS["array"])
    boundary = Boundary("largest", {"n": 100})
    plain = list(Catalogue(fmt, boundary).genomes())
    cued = list(Catalogue(fmt, boundary, hints=Hints(("musser", "median of three"))).genomes())
    killer = (("a", "median-of-3 killer"),)
    assert cued.index(killer) < plain.index(killer)
    assert set(cued) == set(plain)


@pytest.mark.parametrize("name", FORMATS)
def test_small_inputs_grow_to_valid_large_ones(name):
    space = space_of(name)
    small = space.build(space.small[0], (), "small-world")
    assert small.instance is not None
    site = space.medium[0]
    for _, plan in grown(space.format, small.instance, site.boundary):
        instance = generate(space.format, plan, np.random.default_rng(0))
        assert violations(space.format, instance) == []


def test_a_sorted_small_array_grows_to_a_sorted_large_one():
    space = space_of("array")
    small = parse(space.format, b"5\n10 20 30 40 50\n")
    by_label = dict(grown(space.format, small, Boundary("largest", {"n": 1000})))
    large = generate(space.format, by_label["stretched"], np.random.default_rng(0))["a"]
    assert len(large) == 1000
    assert (np.diff(large) > 0).all()
    repeated = generate(space.format, by_label["repeated"], np.random.default_rng(0))["a"]
    assert repeated.tolist() == [10, 20, 30, 40, 50] * 200


@pytest.mark.parametrize("strategy", SHARES)
@pytest.mark.parametrize("name", ["array", "cases", "graph", "words", "numbers", "queries"])
def test_every_strategy_proposes_valid_inputs(strategy, name):
    """The conformance kit of `Strategy`: each proposal is valid and says where it came from."""
    space = space_of(name)
    context = StrategyContext(space, Corpus(), seed=5)
    for number, site in enumerate((*space.small, *space.medium, *space.full)):
        made = space.build(site, (), "pattern")
        context.corpus.consider(made, 100 + number, array("Q", [number + 1, 1]))
    for genome in list(space.medium[0].catalogue.genomes())[:8]:
        context.score(50, 0, genome)
    made = SHARES[strategy][0](context)
    for _ in range(25):
        proposal = made.propose()
        if proposal is None:
            continue
        assert proposal.instance is not None
        assert violations(space.format, parse(space.format, proposal.data)) == []
        assert proposal.origin.label
        made.observe(Outcome(proposal, Execution(Verdict.OK, 70, 0, 0, 0), 70, 0, 1, 0.5))


class Shown(ConstraintWatch):
    """A watch over one constraint with one slot that is shown whatever runs say, late in a search."""

    def __init__(self, aims=()) -> None:
        condition = Condition("depth", Place("before", 3), "n", 0.5)
        constraint = Constraint("deep", 3, "it is deep", condition, ConstraintOrigin("rule", "by-hand"), aims=aims)
        super().__init__([constraint], ["deep"])

    @property
    def readings(self) -> int:
        """So many that the climb has its part."""
        return 100_000

    def targets(self) -> list[Target]:
        chosen = self.target("deep")
        assert chosen is not None
        return [chosen]


def run_as(proposal: Candidate, slot: int) -> Outcome:
    execution = Execution(Verdict.OK, 70, 0, 0, 0, counters=array("Q", [1, slot]))
    return Outcome(proposal, execution, 70, 0, 1, 0.5)


AIMS = {
    "array": (Relation("compare", expr("n"), ">=", expr(20)), WithTrait("a", "sorted")),
    "cases": (Relation("compare", expr("2*k"), ">=", expr("n")),),
    "graph": (WithTrait("u", "connected"),),
    "words": (Relation("compare", expr("len(p)"), "<=", expr(3)),),
    "numbers": (Relation("compare", expr("a*b"), "<=", expr("200")), Relation("compare", expr("c"), ">", expr(9000))),
    "queries": (Relation("compare", expr("q"), ">=", expr(11)),),
}


@pytest.mark.parametrize("name", AIMS)
def test_aimed_inputs_are_valid_meet_the_aims_and_come_in_all_sizes(name):
    space = space_of(name)
    context = StrategyContext(space, Corpus(slots=1), seed=5, watch=Shown(AIMS[name]))
    made = Aimed(context)
    narrow = narrowed(space.format, AIMS[name])
    proposals = []
    for _ in range(60):
        proposal = made.propose()
        assert proposal is not None
        assert violations(narrow, parse(space.format, proposal.data)) == []
        assert "aimed at line 3" in proposal.origin.label
        if proposal.origin.recipe is not None:
            assert regenerate(space.format, json.loads(json.dumps(proposal.origin.recipe))) == proposal.data
        made.observe(run_as(proposal, 1024))
        proposals.append(proposal)
    assert {proposal.level for proposal in proposals} == {
        sites[0].level for sites in (space.full, space.medium, space.small)
    }
    assert any(proposal.origin.parent for proposal in proposals)


NOTHING_COMPARED = ComparedParts()


def opened(context: StrategyContext, count_of: Callable[[Candidate], int]) -> list[tuple[str, str]]:
    """What is tried before anything else: levels, and what the inputs are made to be."""
    aimed, tried = Aimed(context), []
    while aimed.is_opening:
        proposal = aimed.propose()
        assert proposal is not None
        tried.append((proposal.level, proposal.origin.label.partition(", ")[2]))
        outcome = run_as(proposal, 1024)
        aimed.observe(replace(outcome, count=count_of(proposal)))
    return tried


def context_of(name: str, aims: tuple = (), compared: ComparedParts = NOTHING_COMPARED) -> StrategyContext:
    space = space_of(name)
    context = StrategyContext(space, Corpus(slots=1), seed=5, watch=Shown(aims), compared=compared)
    context.corpus.consider(space.build(space.medium[0], (), "saturation"), 100, array("Q", [1, 5]))
    return context


def test_what_can_only_be_large_isnt_given_to_the_small_world():
    context = context_of("array", (Relation("compare", expr("n"), ">=", expr(290)),))
    assert {level for level, _ in opened(context, lambda proposal: 400)} == {MEDIUM, FULL}


def test_what_is_dearer_than_a_random_input_at_medium_size_is_tried_at_full_size():
    context = context_of("array", compared=ComparedParts(("a",)))
    levels = [context.space.sites(level)[0].level for level in (MEDIUM, FULL, SMALL)]
    tried = opened(context, lambda proposal: 400 if "falling" in proposal.origin.label else 90)
    assert tried == [
        (levels[0], "a rising"),
        (levels[0], "a falling"),
        (levels[0], "a all the largest"),
        (levels[1], "a falling"),
        (levels[2], "a falling"),
    ]


def test_the_two_best_that_speak_of_different_things_are_tried_together():
    aims = (Relation("compare", expr("n"), "<=", expr(30)),)
    context = context_of("array", aims, ComparedParts(("a",)))
    worth = {"aimed": 200, "rising": 300}
    tried = opened(context, lambda proposal: sum(worth.get(word, 0) for word in proposal.origin.label.split()))
    assert "a rising and aimed at line 3" in [words for _, words in tried]
    assert tried.index((FULL, "a rising and aimed at line 3")) < tried.index((FULL, "a rising"))


def test_what_narrows_to_the_same_inputs_is_tried_once():
    tried = opened(context_of("array", (WithTrait("a", "sorted"),), ComparedParts(("a",))), lambda _: 90)
    assert [words for _, words in tried] == ["aimed at line 3", "a falling", "a all the largest"]


@pytest.mark.parametrize(
    ("aims", "slot"),
    [
        ((Relation("compare", expr("n"), ">", expr(10**6)),), 1024),
        ((Relation("compare", expr("q"), ">", expr(3)),), 1024),
        ((Relation("compare", expr("n"), ">=", expr(20)),), 3),
    ],
)
def test_aims_that_fit_nothing_or_promise_what_they_do_not_keep_are_left_to_the_climb(aims, slot):
    space = space_of("array")
    context = StrategyContext(space, Corpus(slots=1), seed=5, watch=Shown(aims))
    context.corpus.consider(space.build(space.small[0], (), "pattern"), 1, array("Q", [1, 5]))
    aimed, approach = Aimed(context), Approach(context)
    assert approach.propose() is None
    for _ in range(10):
        proposal = aimed.propose()
        if proposal is not None:
            aimed.observe(run_as(proposal, slot))
    assert context.unaimable == {"deep"}
    assert aimed.propose() is None
    assert approach.propose() is not None


@pytest.mark.parametrize("name", FORMATS)
def test_the_climb_towards_a_constraint_proposes_valid_inputs_of_all_sizes(name):
    space = space_of(name)
    context = StrategyContext(space, Corpus(slots=1), seed=5, watch=Shown())
    for number, site in enumerate((*space.small, *space.medium, *space.full)):
        context.corpus.consider(space.build(site, (), "pattern"), 100 + number, array("Q", [number + 1, number + 1]))
    made, levels = Approach(context), set()
    for _ in range(160):
        proposal = made.propose()
        if proposal is not None:
            assert violations(space.format, parse(space.format, proposal.data)) == []
            levels.add(proposal.level)
            made.observe(run_as(proposal, 1))
    assert levels == {space.small[0].level, space.medium[0].level, FULL}


def test_the_climb_doubles_a_step_that_came_nearer():
    space = space_of("numbers")
    context = StrategyContext(space, Corpus(slots=1), seed=5, watch=Shown())
    context.corpus.consider(space.build(space.full[0], (), "pattern"), 100, array("Q", [1, 1]))
    made, best, proposals = Approach(context), 0, 0
    while best < 9700 and proposals < 400:
        proposals += 1
        proposal = made.propose()
        if proposal is not None:
            reached = proposal.instance["c"]
            context.corpus.consider(proposal, 1, array("Q", [1, reached]))
            made.observe(run_as(proposal, reached))
            best = max(best, reached)
    assert proposals < 100


@pytest.mark.parametrize("text", ["n: int 1..9; m: int 5..3\n", "n: int 1..9; m: int 20..30\nwhere m < n\n"])
def test_bounds_that_cannot_hold_together_are_said_so(text):
    fmt = from_text(text)
    with pytest.raises(FormatUnknown, match="bounds contradict each other"):
        Space(fmt, boundaries(fmt), TargetFacts(library="python"), seed=1)


def test_numbers_are_chosen_within_what_they_may_be_at_a_smaller_size():
    fmt = from_text("n: int 1..300000; w: int 1..300000\nb: int[n] 1..w\n")
    space = Space(fmt, boundaries(fmt), TargetFacts(), seed=1)
    made = space.build(space.medium[0], (("w", "largest prime"), ("b", "even numbers, each once")), "pattern")
    assert made.instance is not None
    assert (made.instance["w"], made.instance["b"].max()) == (997, 996)
    assert regenerate(fmt, made.origin.recipe) == made.data
