"""Many test cases in one input, and the few of them that fail found again."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from slowpath.engine.candidate import SMALL, Candidate
from slowpath.faults.contest import Contender, Contest
from slowpath.faults.fault_search_state import FaultSearchState
from slowpath.faults.isolating import isolated
from slowpath.faults.judging import Judge
from slowpath.faults.packing import packing_of, packs
from slowpath.inputs.printing import print_input
from slowpath.inputs.text_form.text import from_text
from slowpath.inputs.tiny.exhaustive import small_instances
from slowpath.inputs.validating.validate import violations
from slowpath.model.breaking import BreakSpec, Failing, Reference, Role
from slowpath.model.campaign import Budget
from slowpath.model.origin import Origin, input_id
from slowpath.model.problem import Solution
from slowpath.toolchain.answers.tokens import TokenChecker

CASES = "t: int 1..1000\ntests: cases[t]\n  n: int 1..50\n  a: int[n] 1..9\nwhere sum n <= 100\n"


def one(*values):
    import numpy as np

    return {"n": len(values), "a": np.array(values, dtype=np.int64)}


@pytest.mark.parametrize(
    ("text", "can"),
    [
        (CASES, True),
        ("n: int 1..9\na: int[n] 1..9\n", False),
        ("k: int 1..5; t: int 1..9\ntests: cases[t]\n  x: int 1..k\n", True),
        ("tests: cases[3]\n  x: int 1..9\n", False),
    ],
    ids=["counted", "no-cases", "with-surroundings", "a-fixed-number"],
)
def test_formats_with_counted_cases_can_be_packed(text, can):
    assert (packing_of(from_text(text)) is not None) == can


@settings(max_examples=40, deadline=None)
@given(st.integers(1, 300), st.integers(1, 60))
def test_every_pack_is_valid_and_no_case_is_lost(count, most):
    fmt = from_text(CASES)
    packing = packing_of(fmt)
    instances = list(small_instances(fmt, count))
    made = list(packs(packing, instances, most))
    assert all(violations(fmt, instance) == [] and len(instance["tests"]) <= most for instance in made)
    assert [id(case) for instance in made for case in instance["tests"]] == [
        id(case) for instance in instances for case in instance["tests"]
    ]


@pytest.mark.parametrize(("values", "times"), [((1,) * 50, 2), ((1,) * 30, 3), ((7,), 100)])
def test_a_case_is_repeated_as_often_as_the_format_allows(values, times):
    packing = packing_of(from_text(CASES))
    assert packing is not None
    repeated = packing.repeated({"t": 1, "tests": [one(1)]}, one(*values))
    assert repeated["t"] == len(repeated["tests"]) == times
    assert not violations(packing.format, repeated)


def test_a_case_is_repeated_without_trying_inputs_that_are_far_too_large(monkeypatch):
    packing = packing_of(from_text(CASES.replace("1..50", "1..10000").replace("100", "30000")))
    assert packing is not None
    tried: list[int] = []
    monkeypatch.setattr(
        type(packing),
        "is_valid",
        lambda self, instance: tried.append(len(instance["tests"])) or not violations(self.format, instance),
    )
    assert packing.repeated({"t": 1, "tests": [one(1)]}, one(*[1] * 10000))["t"] == 3
    assert max(tried) <= 6


def test_cases_with_other_surroundings_are_not_put_together():
    fmt = from_text("k: int 1..5; t: int 1..9\ntests: cases[t]\n  x: int 1..k\n")
    instances = [{"k": k, "t": 1, "tests": [{"x": 1}]} for k in (2, 2, 3, 2)]
    assert [(made["k"], made["t"]) for made in packs(packing_of(fmt), instances, 100)] == [(2, 2), (3, 1), (2, 1)]


def quest_of(fake_executor, fmt, wrong, right):
    spec = BreakSpec(
        path="p.py",
        language="python",
        source=b"",
        format=fmt,
        samples=(),
        budget=Budget(executions=5000),
        references=(Reference(Solution(Path("r.py"), "python", b""), Role.ACCEPTED),),
    )
    program, reference = (fake_executor(fmt, lambda i: [1], 1, prints=prints) for prints in (wrong, right))
    contender = Contender(spec.references[0], reference)
    contest = Contest(program, (contender,), TokenChecker())
    state = FaultSearchState(spec, contest, keep=input_id, clock=lambda: 0.0, stop=lambda: False)
    state.judge = Judge(spec, contest, (contender,), state.spent)
    return state


def lines(answer):
    return lambda instance: "".join(f"{answer(case)}\n" for case in instance["tests"]).encode()


def whole(answer):
    return lambda instance: b"%d\n" % answer(instance)


def sums(case):
    return int(case["a"].sum())


@pytest.mark.parametrize(
    ("wrong", "right", "kept"),
    [
        (lines(lambda case: sums(case) + (case["a"][0] == 9)), lines(sums), 1),
        (
            whole(lambda i: sum(map(sums, i["tests"])) + any(case["a"][0] == 9 for case in i["tests"])),
            whole(lambda i: sum(map(sums, i["tests"]))),
            1,
        ),
        (
            whole(lambda i: any(c["a"][0] == 9 for c in i["tests"]) and any(c["a"][0] == 8 for c in i["tests"])),
            whole(lambda i: 0),
            2,
        ),
    ],
    ids=["pointed-at", "halved", "two-together"],
)
def test_the_cases_that_fail_are_isolated(fake_executor, wrong, right, kept):
    fmt = from_text(CASES)
    state = quest_of(fake_executor, fmt, wrong, right)
    cases = [one(1 + place % 7) for place in range(40)]
    cases[11], cases[30] = one(9, 2), one(8, 1, 1)
    instance = {"t": len(cases), "tests": cases}
    data = print_input(fmt, instance)
    candidate = Candidate(data, instance, Origin("random", "random"), SMALL, "random")
    bout = state.judge.judge(data)
    assert bout.failing is Failing.WRONG_ANSWER
    small, again = isolated(state, candidate, bout)
    assert len(small.instance["tests"]) == kept
    assert again.failing is Failing.WRONG_ANSWER
    assert again.data == small.data == print_input(fmt, small.instance)
