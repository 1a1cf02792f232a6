"""Every rule, of both languages, says what it must, and fires in its example but not in the other program."""

from __future__ import annotations

import re
from functools import lru_cache

import pytest

from slowpath.analysis.rules import all_rules, constraints_of, rule_of
from slowpath.analysis.rules.rule import HEADINGS, Rule
from slowpath.model.constraint import Constraint


@lru_cache(maxsize=512)
def found(rule: Rule, heading: str) -> list[Constraint]:
    """What a rule finds in the program under a heading of its own docstring."""
    source = rule.section(heading).encode()
    return [
        constraint
        for constraint in constraints_of(source, rule.language, None, most=1000)
        if constraint.origin.name == rule.id
    ]


@pytest.mark.parametrize("rule", all_rules(), ids=lambda rule: rule.id)
def test_a_rule_has_all_headings_and_fires_in_its_example_alone(rule):
    assert all(rule.section(heading).strip() for heading in HEADINGS)
    assert rule.doc.split("\n")[0].endswith(".")
    assert found(rule, "Example"), "it finds nothing in its example"
    assert not found(rule, "Not here"), "it fires where it must not"


@pytest.mark.parametrize("rule", all_rules(), ids=lambda rule: rule.id)
def test_what_a_rule_finds_is_a_sentence_with_a_condition_at_a_line_of_the_program(rule):
    lines = rule.section("Example").count("\n") + 1
    for constraint in found(rule, "Example"):
        assert constraint.condition is not None and constraint.condition.factor > 0
        assert 1 <= constraint.line <= lines and all(1 <= line <= lines for line in constraint.lines)
        assert 1 <= constraint.condition.place.line <= lines
        assert len(constraint.sentence) > 20 and not re.search(r"\s{2}|[.]$", constraint.sentence)
        assert constraint.why


def test_ids_are_unique_and_lead_to_their_rules():
    assert len({rule.id for rule in all_rules()}) == len(all_rules())
    assert all(rule_of(rule.id) is rule for rule in all_rules())


def test_there_are_rules_enough_for_both_languages():
    assert sum(rule.language == "cpp" for rule in all_rules()) >= 25
    assert sum(rule.language == "python" for rule in all_rules()) >= 20


@pytest.mark.parametrize("most", [0, 1, 5])
def test_gives_no_more_than_asked_for(most):
    source = rule_of("nested-rounds").section("Example").encode()
    assert len(constraints_of(source, "cpp", None, most=most)) <= most


def test_an_unknown_language_shows_nothing():
    assert constraints_of(b"print 1", "cobol", None) == ()
