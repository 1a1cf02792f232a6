"""Does the search find inputs that break wrong programs? Budgets in executions."""

from __future__ import annotations

from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path

import pytest
from wrong_programs import ARRAY, CASES, PROGRAMS, SIGNED, Wrong, per_case, printing

from slowpath.faults.contest import Contender, Contest
from slowpath.faults.search import run_break
from slowpath.inputs.parsing.parse import parse
from slowpath.inputs.text_form.text import from_text
from slowpath.inputs.validating.validate import is_valid
from slowpath.model.breaking import BreakSpec, BreakView, Complaint, Failing, Reference, Role, fold_break
from slowpath.model.campaign import Budget, Warned
from slowpath.model.origin import input_id
from slowpath.model.ports import Examination, InputVerdict
from slowpath.model.problem import Sample, Solution
from slowpath.model.verdict import Verdict
from slowpath.toolchain.answers.tokens import TokenChecker

pytestmark = pytest.mark.quality


@dataclass
class Complaining:
    """A sanitizer that complains of inputs with a number of nine digits or more; of two such numbers about `lines`."""

    finds: tuple[str, ...] = ("overflow",)
    lines: tuple[int, ...] = (3,)

    def examine(self, data, limits):
        long = sum(len(token) > 8 for token in data.split())
        lines = self.lines if long > 1 else self.lines[:long]
        return Examination(Verdict.OK, tuple(Complaint("overflow", line, "signed integer overflow") for line in lines))


def built(sanitizer: Complaining) -> Future[Complaining]:
    """A build under sanitizers that is there."""
    done: Future[Complaining] = Future()
    done.set_result(sanitizer)
    return done


@dataclass
class Refusing:
    """A validator that wants every case to have three elements at least."""

    name: str = "validator"

    def validate(self, data):
        instance = parse(from_text(CASES), data)
        return InputVerdict(all(case["n"] > 2 for case in instance["tests"]), "a case is too small")


def broken(fake_executor, program: Wrong, executions: int = 3000, seed: int = 0, more=None, is_whole=False, **changed):
    """Runs a search; returns its view, its events and the inputs by id. `more` is what else belongs to the contest.
    With `is_whole` what was found is made small and explained."""
    fmt = from_text(program.format)
    spec = BreakSpec(
        path="wrong.py",
        language="python",
        source=b"x = 998244353\n",
        format=fmt,
        budget=Budget(executions=executions),
        seed=seed,
        references=(Reference(Solution(Path("right.py"), "python", b""), Role.ACCEPTED),),
        **{"samples": (), **changed},
    )
    wrong, right = (
        fake_executor(fmt, program.hits, 1, prints=printing(answer)) for answer in (program.wrong, program.right)
    )
    contest = Contest(wrong, (Contender(spec.references[0], right),), TokenChecker(), **(more or {}))
    kept = {}

    def keep(data):
        kept[input_id(data)] = data
        return input_id(data)

    views, events = [BreakView()], []
    for event in run_break(
        spec, contest, keep=keep, clock=lambda: 0.0, stop=lambda: not is_whole and views[-1].first_found_s is not None
    ):
        views.append(fold_break(views[-1], event))
        events.append(event)
    return views[-1], events, kept


@pytest.mark.parametrize("name", sorted(PROGRAMS))
def test_a_wrong_program_is_broken(fake_executor, name):
    program = PROGRAMS[name]
    view, _, kept = broken(fake_executor, program)
    assert view.breaking is not None, f"{name} stands after {view.executions} executions"
    assert view.breaking.failing is Failing.WRONG_ANSWER
    assert is_valid(from_text(program.format), kept[view.breaking.id])
    assert view.state == "finished"


def test_a_program_too_slow_at_full_size_is_broken(fake_executor):
    quadratic = Wrong(ARRAY, lambda i: 0, lambda i: 0, lambda i: [i["n"], i["n"] * i["n"]])
    fast = Wrong(ARRAY, lambda i: 0, lambda i: 0, lambda i: [i["n"], i["n"]])
    fmt = from_text(ARRAY)
    spec = BreakSpec(
        path="slow.py",
        language="python",
        source=b"",
        format=fmt,
        samples=(),
        budget=Budget(executions=2000),
        time_limit_s=1.0,
        references=(Reference(Solution(Path("right.py"), "python", b""), Role.ACCEPTED),),
    )
    programs = [fake_executor(fmt, each.hits, 2, prints=lambda _: b"0\n") for each in (quadratic, fast)]
    contest = Contest(programs[0], (Contender(spec.references[0], programs[1]),), TokenChecker())
    view = BreakView()
    for event in run_break(spec, contest, keep=input_id, clock=lambda: 0.0, stop=lambda: False):
        view = fold_break(view, event)
    assert view.breaking is not None
    assert view.breaking.failing is Failing.TIME_LIMIT


def test_a_program_too_slow_on_several_slow_cases_is_broken(fake_executor):
    """No case alone is over the limit: the sum of sizes allows five of the greatest."""
    text = "t: int 1..1000\ntests: cases[t]\n  n: int 1..2000\n  a: int[n] 1..10^9\nwhere sum n <= 10000\n"
    fmt = from_text(text)
    spec = BreakSpec(
        path="slow.py",
        language="python",
        source=b"",
        format=fmt,
        samples=(),
        budget=Budget(executions=1500),
        time_limit_s=1.0,
        strategies=("slow",),
        references=(Reference(Solution(Path("right.py"), "python", b""), Role.ACCEPTED),),
    )
    programs = [
        fake_executor(fmt, hits, 2, prints=lambda _: b"0\n")
        for hits in (lambda i: [i["t"], sum(case["n"] ** 2 * 10 for case in i["tests"])], lambda i: [i["t"], i["t"]])
    ]
    contest = Contest(programs[0], (Contender(spec.references[0], programs[1]),), TokenChecker())
    view = BreakView()
    for event in run_break(spec, contest, keep=input_id, clock=lambda: 0.0, stop=lambda: False):
        view = fold_break(view, event)
    assert view.breaking is not None
    assert view.breaking.failing is Failing.TIME_LIMIT


def test_where_all_inputs_were_tried_the_search_ends_with_executions_left(fake_executor):
    right = Wrong("n: int 1..9\n", lambda i: 0, lambda i: 0)
    view, _, _ = broken(fake_executor, right, 3000)
    assert view.breaking is None and view.state == "finished" and view.executions < 3000


def test_a_right_program_stands(fake_executor):
    right = Wrong(CASES, per_case(lambda c: max(c["a"])), per_case(lambda c: max(c["a"])))
    view, _, _ = broken(fake_executor, right, 60)
    assert view.breaking is None
    assert view.state == "finished"
    assert view.executions >= 60


def test_the_same_specification_gives_the_same_events(fake_executor):
    first, second = (broken(fake_executor, PROGRAMS["star-of-a-tree"], 600, seed=3)[1] for _ in range(2))
    assert list(map(str, first)) == list(map(str, second))


def test_where_any_answer_is_right_outputs_are_not_compared(fake_executor):
    view, _, _ = broken(
        fake_executor,
        PROGRAMS["single-element"],
        30,
        any_answer="print any of them",
        strategies=("tiny", "random-small"),
    )
    assert view.breaking is None


def test_one_that_may_answer_otherwise_is_not_told_as_surely_wrong(fake_executor):
    """Some order of the elements is asked for, which the statement forgets to say."""
    orders = Wrong(ARRAY, lambda i: " ".join(map(str, i["a"][::-1])), lambda i: " ".join(map(str, i["a"])))
    sample = Sample("1", b"3\n7 2 7\n", b"7 2 7\n")
    view, _, _ = broken(fake_executor, orders, 300, is_whole=True, samples=(sample,), strategies=("tiny",))
    assert view.breaking is not None and "several answers" in view.breaking.doubt
    assert "doubtful" in {warning.code for warning in view.warnings}


def test_undefined_behaviour_is_told_and_the_search_goes_on(fake_executor):
    right = Wrong(CASES, per_case(lambda c: 0), per_case(lambda c: 0), lambda i: [i["t"], 30_000_000])
    view, _, kept = broken(
        fake_executor, right, 100, more={"sanitizer": built(Complaining())}, strategies=("tiny", "boundaries")
    )
    assert view.breaking is not None
    assert view.breaking.failing is Failing.UNDEFINED
    assert view.breaking.judged_by == "the sanitizers"
    assert view.breaking.complaint == Complaint("overflow", 3, "signed integer overflow")
    assert view.executions >= 100
    # Made small, it is one case of one element.
    assert len(kept[view.breaking.id].split()) == 3


def test_an_input_that_a_validator_refuses_is_never_told(fake_executor):
    view, _, kept = broken(
        fake_executor,
        PROGRAMS["single-element"],
        40,
        more={"validators": (Refusing(),)},
        strategies=("tiny", "random-small"),
    )
    assert view.breaking is None
    assert not kept


def test_a_wrong_reference_is_not_believed(fake_executor):
    program = PROGRAMS["single-element"]
    swapped = Wrong(program.format, program.right, program.wrong)
    sample = Sample("1", b"2\n1\n5\n2\n3 4\n", b"5\n3\n")
    view, _, _ = broken(fake_executor, swapped, 100, samples=(sample,), strategies=("tiny",))
    assert view.breaking is None
    assert [(judged.name, judged.usable) for judged in view.references] == [("right.py", False)]
    assert "no-reference" in {warning.code for warning in view.warnings}


def test_a_sample_on_which_it_fails_is_shown_as_it_is(fake_executor):
    """What is right on it is written beside it; of anything smaller only a reference says that."""
    program = PROGRAMS["single-element"]
    cases = "".join(f"{n}\n{' '.join(map(str, range(5, 5 + n)))}\n" for n in (3, 1, 2, 1))
    data = f"4\n{cases}".encode()
    answer = program.right(parse(from_text(program.format), data))
    sample = Sample("1", data, f"{answer}\n".encode())
    view, _, kept = broken(fake_executor, program, 300, is_whole=True, samples=(sample,))
    assert view.breaking is not None
    assert (kept[view.breaking.id], view.breaking.minimised_from) == (data, "")
    assert view.breaking.origin.strategy == "sample"


def test_failures_like_a_known_one_are_passed_over(fake_executor):
    """Two bugs: the one that every input with a negative number shows is known, the other is looked for."""

    def wrong(instance):
        values = instance["a"].tolist()
        return 0 if min(values) < 0 else -1 if len(values) > 2 and len(set(values)) == 1 else sum(values)

    program = Wrong(SIGNED, wrong, lambda i: sum(i["a"].tolist()))
    first, _, kept = broken(fake_executor, program, 3000, is_whole=True)
    assert first.breaking is not None and b"-" in kept[first.breaking.id]
    other, _, kept = broken(fake_executor, program, 3000, is_whole=True, known=(kept[first.breaking.id],))
    assert other.breaking is not None and other.breaking.failing is Failing.WRONG_ANSWER
    assert kept[other.breaking.id] == b"3\n0 0 0\n"


def test_beside_the_only_failure_nothing_is_found(fake_executor):
    program = PROGRAMS["single-element"]
    first, _, kept = broken(fake_executor, program, 500, is_whole=True, strategies=("tiny", "random-small"))
    known = (kept[first.breaking.id],)
    other, _, _ = broken(fake_executor, program, 500, is_whole=True, strategies=("tiny", "random-small"), known=known)
    assert first.breaking is not None and other.breaking is None and other.state == "finished"


def test_a_known_input_on_which_the_program_is_right_is_said(fake_executor):
    right = Wrong(SIGNED, lambda i: 0, lambda i: 0)
    view, _, _ = broken(fake_executor, right, 30, known=(b"1\n5\n",), strategies=("tiny",))
    assert "known-passes" in {warning.code for warning in view.warnings}


def test_a_known_failure_that_only_a_sanitizer_sees_is_passed_over(fake_executor):
    right = Wrong(CASES, per_case(lambda c: 0), per_case(lambda c: 0), lambda i: [i["t"], 30_000_000])
    search = {"executions": 100, "more": {"sanitizer": built(Complaining())}, "strategies": ("tiny", "boundaries")}
    first, _, kept = broken(fake_executor, right, **search)
    other, _, _ = broken(fake_executor, right, known=(kept[first.breaking.id],), **search)
    assert other.breaking is None
    assert "known-passes" not in {warning.code for warning in other.warnings}
    search["more"] = {"sanitizer": built(Complaining(lines=(3, 7)))}
    another, _, _ = broken(fake_executor, right, known=(kept[first.breaking.id],), **search)
    assert another.breaking is not None and another.breaking.complaint.line == 7


@pytest.mark.parametrize(
    ("said", "program", "is_broken"),
    [
        ("The first line holds the largest value.", lambda i: f"{max(i['a'].tolist()) + (i['n'] > 3)}\nfirst", True),
        ("The first line holds the largest value.", lambda i: f"{max(i['a'].tolist())}\nanother", False),
        ("", lambda i: "-1" if i["n"] > 3 else f"{max(i['a'].tolist())}\nfirst", False),
    ],
)
def test_a_reference_that_chooses_otherwise_than_a_sample_judges_what_nobody_may_choose(
    fake_executor, said, program, is_broken
):
    wrong = Wrong(ARRAY, program, lambda i: f"{max(i['a'].tolist())}\nlast")
    sample = Sample("1", b"2\n3 4\n", b"4\nany\n")
    view, events, _ = broken(
        fake_executor, wrong, executions=400, samples=(sample,), first_value=said, no_answer=("-1",)
    )
    assert (view.breaking is not None) is is_broken
    warned = [event.message for event in events if isinstance(event, Warned)]
    assert any("answers sample 1 otherwise" in message for message in warned)
    assert any("the best value, with which the output begins" in message for message in warned) is bool(said)
