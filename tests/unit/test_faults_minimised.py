"""A breaking input made small: by the format, failing alike or worse, and confirmed."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from judged_by_rule import RAN, ByRule, Fails, listed, wrong_where

from slowpath.faults.contest import Bout
from slowpath.faults.minimised import SURELY_ASKED, Examining, minimised
from slowpath.inputs.mutators.scope_edit import ScopeEdit
from slowpath.inputs.parsing.parse import parse
from slowpath.inputs.smaller.minimise import minimise
from slowpath.inputs.text_form.text import from_text
from slowpath.inputs.validating.validate import is_valid
from slowpath.model.breaking import BreakSpec, Complaint, Failing
from slowpath.model.campaign import Budget
from slowpath.model.execution import RunLimits
from slowpath.model.ports import Examination
from slowpath.model.verdict import Verdict

ARRAY = "n: int 1..300\na: int[n] 1..1000\n"
WIDE = "n: int 1..5000\na: int[n] 1..1000000\n"
CASES = "t: int 1..100\ncase: cases[t]\n  n: int 1..50\n  a: int[n] 1..1000\n"
GRAPH = "n: int 1..30; m: int 0..60\nrows[m] graph(u, v; n): u: int 1..n; v: int 1..n\n"


def small(
    text: str, fails: Fails, data: bytes, accepts=lambda data: True, confirm=lambda bout: bout, **more
) -> tuple[Bout, ByRule]:
    judge = ByRule(text, fails)
    spec = BreakSpec("p.cpp", "cpp", b"", judge.format, (), Budget())
    found = judge.judge(data)
    assert found.failing is not None
    return minimised(spec, judge, found, accepts=accepts, confirm=confirm, **more), judge


@pytest.mark.parametrize(
    ("text", "rule", "found", "smallest"),
    [
        (ARRAY, lambda i: max(i["a"]) > 500, listed([7, 900, 3] * 60), b"1\n501\n"),
        (ARRAY, lambda i: len(i["a"]) > 2 and len(set(i["a"])) == len(i["a"]), listed([9, 3, 170, 41]), b"3\n1 2 3\n"),
        (ARRAY, lambda i: len(i["a"]) > 1 and i["a"][0] == i["a"][-1], listed([9, 3, 170, 41, 9]), b"2\n1 1\n"),
        # No single step leads from here to the smallest one: two elements must change together.
        (
            ARRAY,
            lambda i: len(i["a"]) % 3 == 2 and sum(i["a"]) % 7 == 0,
            listed([500, 600, 20, 40, 9, 700, 6, 1]),
            b"2\n1 6\n",
        ),
        (
            CASES,
            lambda i: any(len(b["a"]) < len(a["a"]) for a, b in zip(i["case"], i["case"][1:], strict=False)),
            b"4\n1\n5\n9\n" + b"3 " * 8 + b"3\n2\n1 2\n1\n8\n",
            b"2\n2\n1 1\n1\n1\n",
        ),
        (GRAPH, lambda i: bool((i["u"] == i["v"]).any()), b"9 4\n1 2\n8 7\n5 5\n3 2\n", b"1 1\n1 1\n"),
    ],
)
def test_the_smallest_input_is_found(text, rule, found, smallest):
    best, judge = small(text, wrong_where(rule), found)
    assert best.data == smallest
    assert judge.runs <= 3100


def test_a_sum_is_made_up_of_as_few_numbers_as_can_be():
    found = listed([4000 * (place % 90) for place in range(1, 300)])
    best, _ = small(WIDE, wrong_where(lambda i: int(i["a"].sum()) > 2**24), found)
    assert len(best.data.split()) == 1 + 17


@pytest.mark.parametrize("most_asked", [0, 3])
def test_no_candidate_is_made_once_the_time_is_over(monkeypatch, most_asked):
    """Making one of 10^5 elements takes as long as a run, so the clock is asked before each, not before runs alone."""
    made = [0]
    settled = ScopeEdit.settled

    def counted(edit):
        made[0] += 1
        return settled(edit)

    monkeypatch.setattr(ScopeEdit, "settled", counted)
    fmt, asked = from_text(WIDE), [0]

    def is_over():
        asked[0] += 1
        return asked[0] > most_asked

    instance = parse(fmt, listed(list(range(1, 400))))
    assert minimise(fmt, instance, lambda _: False, 1000, is_over) is instance
    assert made[0] == most_asked


def test_a_few_smaller_inputs_are_asked_of_the_clean_builds_and_no_more_once_the_time_is_over():
    asked, is_over = [], [False]

    def refuses(bout):
        asked.append(bout)
        is_over[0] = True

    best, _ = small(
        ARRAY,
        wrong_where(lambda i: max(i["a"]) > 500),
        listed([7, 900, 3] * 60),
        confirm=refuses,
        stop=lambda: is_over[0],
    )
    assert best.data == listed([7, 900, 3] * 60)
    assert len(asked) == SURELY_ASKED


def test_a_crash_stands_for_a_wrong_answer_but_not_the_other_way_round():
    def fails(instance):
        if len(instance["a"]) == 1:
            return Failing.RUNTIME_ERROR
        return Failing.WRONG_ANSWER if len(instance["a"]) > 3 else None

    best, _ = small(ARRAY, fails, listed([5] * 9))
    assert best.failing is Failing.RUNTIME_ERROR and best.data == b"1\n1\n"
    turned = {Failing.RUNTIME_ERROR: Failing.WRONG_ANSWER, Failing.WRONG_ANSWER: Failing.RUNTIME_ERROR}
    best, _ = small(ARRAY, lambda instance: turned.get(fails(instance)), listed([5] * 9))
    assert best.failing is Failing.RUNTIME_ERROR and best.data == b"4\n1 1 1 1\n"


def test_what_a_validator_refuses_is_not_taken():
    best, _ = small(ARRAY, wrong_where(lambda i: True), listed([8, 9, 7]), accepts=lambda data: b"7" in data)
    assert best.data == b"1\n7\n"


def test_what_the_clean_build_does_not_show_is_given_up_for_the_next_smallest():
    best, _ = small(
        ARRAY,
        wrong_where(lambda i: len(i["a"]) > 1),
        listed([5] * 50),
        confirm=lambda bout: bout if int(bout.data.split()[0]) >= 6 else None,
    )
    assert int(best.data.split()[0]) in range(6, 12)


def test_nothing_confirmed_leaves_what_was_found():
    best, _ = small(ARRAY, wrong_where(lambda i: True), listed([5] * 50), confirm=lambda bout: None)
    assert best.data == listed([5] * 50)


def test_what_the_clean_build_shows_as_something_lesser_does_not_stand_for_what_was_found():
    def confirm(bout):
        return bout if len(bout.data.split()) > 4 else replace(bout, failing=Failing.UNDEFINED)

    best, _ = small(ARRAY, wrong_where(lambda i: True), listed([5] * 50), confirm=confirm)
    assert best.failing is Failing.WRONG_ANSWER and 4 < len(best.data.split()) < 51


def test_a_long_input_that_takes_too_long_is_left_as_it_is():
    found = listed([5] * 290)
    best, judge = small(ARRAY, lambda i: Failing.TIME_LIMIT if len(i["a"]) > 250 else None, found)
    assert best.data == found and judge.runs < 400


def test_a_program_that_hangs_is_shown_hanging_on_a_tiny_input():
    best, _ = small(ARRAY, lambda i: Failing.TIME_LIMIT if len(i["a"]) % 2 == 0 else None, listed([5] * 290))
    assert best.data == b"2\n1 1\n"


def test_no_more_inputs_are_judged_than_allowed_or_after_a_stop():
    rule = wrong_where(lambda i: int(i["a"].sum()) % 97 == 5)
    found = listed([97] * 40 + [5])
    assert small(ARRAY, rule, found, most=60)[1].runs <= 1 + 60 + 10
    assert small(ARRAY, rule, found, stop=lambda: True)[1].runs == 1


def test_an_input_that_the_format_cannot_parse_is_left_as_it_is():
    spec = BreakSpec("p.cpp", "cpp", b"", from_text(ARRAY), (), Budget())
    found = Bout(b"not numbers\n", RAN, failing=Failing.WRONG_ANSWER)
    assert (
        minimised(spec, ByRule(ARRAY, lambda i: None), found, accepts=lambda data: True, confirm=lambda bout: bout)
        is found
    )


class Complains:
    """A sanitizer that complains of inputs with large numbers."""

    finds = ("overflow",)

    def examine(self, data: bytes, limits: RunLimits) -> Examination:
        large = any(int(token) > 400 for token in data.split())
        return Examination(Verdict.OK, (Complaint("overflow", 3, "too large"),) if large else ())

    def close(self) -> None:
        pass


def test_undefined_behaviour_is_made_small_by_the_sanitizer():
    judge = Examining(ByRule(ARRAY, lambda i: None), Complains(), RunLimits())
    spec = BreakSpec("p.cpp", "cpp", b"", from_text(ARRAY), (), Budget())
    found = judge.judge(listed([3, 800, 20, 900]))
    assert found.failing is Failing.UNDEFINED and found.reason == "too large"
    best = minimised(spec, judge, found, accepts=lambda data: True, confirm=lambda bout: bout)
    assert best.data == b"1\n401\n"


@settings(max_examples=10, deadline=None)
@given(st.lists(st.integers(1, 1000), min_size=1, max_size=12), st.integers(1, 9), st.integers(0, 3))
def test_what_comes_out_is_valid_fails_and_is_no_larger_and_the_same_each_time(values, divisor, rest):
    def rule(instance):
        return int(sum(instance["a"])) % divisor == sum(values) % divisor and len(instance["a"]) % 2 == len(values) % 2

    found = listed(values)
    best, judge = small(ARRAY, wrong_where(rule), found, most=200 + rest)
    assert is_valid(judge.format, best.data) and rule(parse(judge.format, best.data))
    assert len(best.data.split()) <= len(found.split()) and len(best.data) <= len(found)
    assert small(ARRAY, wrong_where(rule), found, most=200 + rest)[0].data == best.data
