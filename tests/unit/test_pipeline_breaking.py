"""What a search for a breaking input is made of: its references, its specification, and what it says of its start."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from slowpath import pipeline, toolchain
from slowpath.errors import CompileFailed, FormatUnknown, SourceUnreadable, ToolMissing, UsageError
from slowpath.model.breaking import BreakSpec, Role
from slowpath.model.campaign import Budget, Ended, Warned
from slowpath.model.problem import Problem, ProblemLimits
from slowpath.pipeline import contests, programs
from slowpath.pipeline.opponents import known_inputs
from slowpath.settings import Settings, load

MAIN = "n = int(input())\nprint(n == 7)\n"


@dataclass
class Opened:
    """Stands for an executor, a sanitizer or a reader: knows whether it was closed."""

    name: str
    closed: bool = False

    def __enter__(self) -> Opened:
        return self

    def __exit__(self, *exception: object) -> None:
        self.closed = True


@dataclass
class Machine:
    """Opens programs in place of the toolchain; those whose names are in `failing` can't be built."""

    failing: set[str] = field(default_factory=set)
    opened: dict[str, Opened] = field(default_factory=dict)
    measured: list[int] = field(default_factory=list)

    def open_executor(self, solution: Any, settings: Settings, *_: object, constraints: tuple = ()) -> Opened:
        self.measured += [len(constraints)] if constraints else []
        if solution.path.name in self.failing:
            raise CompileFailed(f"{solution.path.name} doesn't compile.")
        return self.opened.setdefault(solution.path.name, Opened(solution.path.name))


@pytest.fixture
def machine(monkeypatch) -> Machine:
    made = Machine()
    monkeypatch.setattr(programs, "open_executor", made.open_executor)
    monkeypatch.setattr(toolchain, "open_sanitizer", lambda solution, settings: Opened("sanitizer"))
    return made


@pytest.fixture
def spec_of(tmp_path):
    """The specification of a search in a folder with `main.py` and others."""

    def make(*others: str, problem: Problem | None = None, **options: Any) -> BreakSpec:
        for name in ("main.py", *others):
            (tmp_path / name).write_text(f"# {name}\n{MAIN}")
        solution = pipeline.read_solution(tmp_path / "main.py")
        problem = problem or pipeline.read_problem(solution)
        report = pipeline.format_from_text("n: int 1..9\n", None, problem)
        return pipeline.break_spec(solution, problem, report, load(), Budget(executions=10), **options)

    return make


def names(spec: BreakSpec) -> list[tuple[str, Role]]:
    return [(each.name, each.role) for each in spec.references]


def told(spec: BreakSpec) -> list[Any]:
    return list(pipeline.find_break(spec, load(), keep=lambda data: "", stop=lambda: False, clock=lambda: 0.0))


def test_takes_the_references_beside_it_the_most_trusted_first(spec_of):
    assert names(spec_of("brute.py", "main_good.py", "unrelated.py")) == [
        ("main_good.py", Role.ACCEPTED),
        ("brute.py", Role.BRUTE),
    ]


def test_references_that_are_named_are_taken_instead_and_none_where_none_is_wanted(spec_of, tmp_path):
    given = [tmp_path / "other.py", tmp_path / "slow.py"]
    assert names(spec_of("brute.py", "other.py", "slow.py", references=given)) == [
        ("other.py", Role.GIVEN),
        ("slow.py", Role.BRUTE),
    ]
    assert names(spec_of("brute.py", references=[])) == []


def test_the_accepted_version_is_a_reference_once(spec_of, tmp_path):
    spec = spec_of("right.py", accepted=tmp_path / "right.py", references=[tmp_path / "right.py"])
    assert names(spec) == [("right.py", Role.ACCEPTED)]
    assert spec.accepted is not None and spec.accepted.path.name == "right.py"


def test_a_reference_that_is_not_there_is_said(spec_of, tmp_path):
    with pytest.raises(SourceUnreadable):
        spec_of(references=[tmp_path / "nowhere.py"])


def test_a_program_that_reads_nothing_has_no_breaking_input(tmp_path):
    (tmp_path / "main.py").write_text("print(1)\n")
    solution = pipeline.read_solution(tmp_path / "main.py")
    problem = pipeline.read_problem(solution)
    with pytest.raises(FormatUnknown):
        pipeline.break_spec(solution, problem, pipeline.infer_format(problem, solution), load(), Budget())


def test_the_problems_limits_are_kept_and_what_is_assumed_is_said(spec_of, machine, monkeypatch, tmp_path):
    monkeypatch.setattr("slowpath.faults.search.run_break", lambda *_, **__: iter([Ended("finished")]))
    known = spec_of(problem=Problem("p", "plain", tmp_path, limits=ProblemLimits(7.0, 64 << 20)))
    assert known.time_limit_s == 7.0 and known.limits.cpu_s >= 14.0
    (warned,) = (event for event in told(spec_of()) if getattr(event, "code", "") == "limits-assumed")
    assert "2 s" in warned.message and "256 MB" in warned.message
    assert not any(getattr(event, "code", "") == "limits-assumed" for event in told(known))


def test_a_reference_that_cannot_be_built_takes_no_part_and_all_others_are_closed(spec_of, machine, tmp_path):
    machine.failing.add("brute.py")
    spec = spec_of("brute.py", "good.py", accepted=tmp_path / "good.py", references=[tmp_path / "brute.py"])
    with contests.opened_contest(spec, load()) as (contest, warnings):
        assert not warnings
        assert [(each.reference.name, each.executor is None) for each in contest.contenders] == [
            ("good.py", False),
            ("brute.py", True),
        ]
        assert "doesn't compile" in contest.contenders[1].failure
        assert contest.accepted is contest.contenders[0].executor
        assert contest.sanitizer.result() is not None
    assert all(opened.closed for opened in machine.opened.values())


def test_the_program_itself_not_compiling_ends_the_search_and_closes_the_references(spec_of, machine):
    machine.failing.add("main.py")
    last = told(spec_of("good.py"))[-1]
    assert isinstance(last, Ended) and (last.outcome, last.code) == ("failed", "compile-failed")
    assert machine.opened["good.py"].closed


def test_a_checker_that_cannot_be_opened_says_nothing_of_outputs(spec_of, machine, monkeypatch):
    def refuses(*_: object) -> None:
        raise ToolMissing("No C++ compiler was found.")

    monkeypatch.setattr(contests, "tried_checker", refuses)
    with contests.opened_contest(spec_of(), load()) as (contest, warnings):
        assert [warned.code for warned in warnings] == ["checker-failed"]
        assert contest.checker.check(b"", b"1", b"2").right is None


def test_without_sanitizers_there_is_no_third_build(spec_of, machine):
    with contests.opened_contest(spec_of(sanitize=False), load()) as (contest, _):
        assert contest.sanitizer is None


def test_a_bug_of_ours_is_the_last_event(spec_of, machine, monkeypatch):
    def crashes(*_: object, **__: object) -> None:
        raise ZeroDivisionError("ours")

    monkeypatch.setattr("slowpath.faults.search.run_break", crashes)
    last = told(spec_of())[-1]
    assert isinstance(last, Ended) and (last.outcome, last.code) == ("failed", "bug") and "ours" in last.message


def test_any_answer_without_a_checker_is_said_before_the_search(spec_of, machine, monkeypatch, tmp_path):
    monkeypatch.setattr("slowpath.faults.search.run_break", lambda *_, **__: iter([Ended("finished")]))
    problem = Problem("p", "plain", tmp_path, statement="If there are several answers, print any of them.")
    codes = [event.code for event in told(spec_of(problem=problem)) if isinstance(event, Warned)]
    assert "any-answer" in codes and "no-reference" in codes


def test_what_the_statement_promises_is_said_where_no_validator_judges(spec_of, machine, monkeypatch):
    monkeypatch.setattr("slowpath.faults.search.run_break", lambda *_, **__: iter([Ended("finished")]))
    spec = replace(spec_of(), promised=("It is guaranteed that an answer exists.",))
    assert "promises-unchecked" in [event.code for event in told(spec) if isinstance(event, Warned)]
    assert "promises-unchecked" not in [event.code for event in told(spec_of()) if isinstance(event, Warned)]


def test_known_inputs_are_files_and_the_inputs_of_folders(tmp_path):
    for name, text in (("b.in", "2\n"), ("a.in", "1\n"), ("a.ans", "9\n"), ("c.txt", "3\n")):
        (tmp_path / name).write_text(text)
    assert known_inputs([tmp_path, tmp_path / "c.txt"]) == (b"1\n", b"2\n", b"3\n")
    with pytest.raises(UsageError):
        known_inputs([tmp_path / "none.in"])


def test_what_measures_distances_is_opened_when_it_is_asked_for_and_closed_with_the_others(spec_of, machine):
    with contests.opened_contest(spec_of("brute.py", sanitize=False), load()) as (contest, _):
        before = len(machine.measured)
        gauges = contest.gauges()
        assert contest.gauges() is gauges
        assert [gauge.name for gauge in gauges.result()] == ["main.py", "brute.py"]
        assert before == 0 and all(machine.measured)
    assert all(opened.closed for opened in machine.opened.values())


def test_without_a_build_that_measures_the_search_goes_on(spec_of, machine):
    with contests.opened_contest(spec_of(sanitize=False), load()) as (contest, _):
        machine.failing.add("main.py")
        assert contest.gauges().result() == []


def test_at_most_four_references_are_taken_by_themselves_and_a_simple_one_is_among_them(spec_of, tmp_path):
    folder = tmp_path / "accepted"
    folder.mkdir()
    paths = [folder / f"{number}.py" for number in range(6)]
    for path in paths:
        path.write_text(MAIN)
    brute = Path(tmp_path / "brute.py")
    brute.write_text(MAIN)
    spec = spec_of(problem=Problem("p", "plain", tmp_path, solutions=tuple(paths), references=(brute,)))
    assert len(spec.references) == 4 and names(spec)[-1] == ("brute.py", Role.BRUTE)
