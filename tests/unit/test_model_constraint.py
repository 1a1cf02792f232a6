"""Constraints as values: how a condition reads, and when a run satisfies it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from slowpath import wire
from slowpath.model.campaign import ConstraintMeasured
from slowpath.model.campaign_view import CampaignView, fold
from slowpath.model.constraint import (
    AFTER,
    BEFORE,
    BODY,
    COUNT,
    PROBE_SCALE,
    CheckerVerdict,
    Condition,
    Constraint,
    ConstraintEvidence,
    ConstraintOrigin,
    ConstraintState,
    Count,
    Place,
    WithTrait,
    constraint_id,
)
from slowpath.model.expression import expr
from slowpath.model.format import Relation

HERE = Place(BEFORE, 7, 4)


@pytest.mark.parametrize(
    ("condition", "text"),
    [
        (Condition("n % 2 == 0", HERE), "n % 2 == 0"),
        (Condition("n", HERE, right="m"), "n >= m"),
        (Condition("n", HERE, right="200000", factor=0.5), "n >= 100000"),
        (Condition("n", HERE, factor=500), "n >= 500"),
        (Condition("depth", HERE, right="log2(n)", factor=8), "depth >= 8 * (log2(n))"),
        (Condition("steps", HERE, right="(double)(n)", factor=0.5), "steps >= 0.5 * n"),
        (Condition(COUNT, Place(AFTER, 3), right="n", count=Count(Place(BODY, 3))), "count >= n"),
    ],
)
def test_a_condition_reads_as_people_write_it(condition, text):
    assert condition.text == text


@pytest.mark.parametrize(
    ("factor", "threshold"),
    [(1.0, PROBE_SCALE), (0.5, PROBE_SCALE // 2), (8, 8 * PROBE_SCALE), (0.0, 1), (1e30, 1 << 62)],
)
def test_a_slot_threshold_is_never_nothing_and_never_out_of_reach(factor, threshold):
    assert Condition("n", HERE, factor=factor).slot_threshold == threshold


def test_an_id_is_that_of_the_content():
    origin = ConstraintOrigin("rule", "cpp-small-steps")
    condition = Condition("n", HERE)
    name = constraint_id(origin, 7, "n is small", condition)
    assert name == constraint_id(origin, 7, "n is small", replace(condition)) and len(name) == 10
    assert name != constraint_id(origin, 8, "n is small", condition)
    assert name != constraint_id(origin, 7, "n is small", replace(condition, factor=2))


@pytest.mark.parametrize(
    ("evidence", "sentence"),
    [
        (ConstraintEvidence(), "none of 0 inputs satisfies it yet"),
        (ConstraintEvidence(5, 0), "none of 5 inputs violates it yet"),
        (
            ConstraintEvidence(40, 61, 38.64, 40.0, 0.0001),
            "inputs that satisfy it cost 38.6 times as much (p < 0.001; 40 against 61 inputs)",
        ),
        (
            ConstraintEvidence(4, 6, 1234.5, 3.0, 0.031),
            "inputs that satisfy it cost 1,234 times as much (p = 0.031; 4 against 6 inputs)",
        ),
    ],
)
def test_evidence_is_said_in_words(evidence, sentence):
    assert evidence.sentence == sentence


@pytest.mark.parametrize(
    ("verdict", "faithful"),
    [
        (CheckerVerdict(True, True, True, False), True),
        (CheckerVerdict(False, True, True, False), False),
        (CheckerVerdict(True, False, True, False), False),
        (CheckerVerdict(True, True, None, False), False),
        (CheckerVerdict(True, True, True, None), False),
        (CheckerVerdict(True, True, True, True), False),
    ],
)
def test_only_what_is_known_to_hold_makes_a_checker_faithful(verdict, faithful):
    assert verdict.is_faithful is faithful


def state(name: str, line: int, status: str) -> ConstraintState:
    return ConstraintState(Constraint(name, line, "x", None, ConstraintOrigin("rule", "r")), status)


def test_a_view_shows_what_something_speaks_for_by_line():
    view = CampaignView()
    for each in (
        state("b", 9, "candidate"),
        state("a", 9, "confirmed"),
        state("c", 2, "hypothesis"),
        state("d", 1, "refuted"),
        state("b", 9, "hypothesis"),
    ):
        view = fold(view, ConstraintMeasured(each))
    assert [each.constraint.id for each in view.shown_constraints] == ["c", "a", "b"]
    assert [each.constraint.id for each in view.constraints] == ["b", "a", "c", "d"]


def test_a_constraint_survives_the_wire():
    aims = (Relation("compare", expr("a"), "<=", expr("2")), WithTrait("p", "sorted"))
    condition = Condition(COUNT, HERE, right="n", count=Count(Place(BODY, 3), "a <= 2", HERE))
    origin = ConstraintOrigin("model", "phases/1", "ab")
    made = ConstraintState(
        Constraint("c0", 7, "small", condition, origin, "why", (7, 8), aims),
        "confirmed",
        ConstraintEvidence(1, 2, 3.0, 4.0, 0.5, True, False),
        True,
        CheckerVerdict(True, True, True, False),
    )
    assert wire.decode(ConstraintState, wire.encode(made)) == made
