"""A faster program is shown only when it withstood the search for an input on which it differs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from slowpath import pipeline, rewrites, settings
from slowpath.model.campaign import Budget, Ended, PhaseEntered, Warned
from slowpath.model.optimizing import SlowEvidence
from slowpath.model.rewrite import InputSpeed, ProvenRewrite, RefusedRewrite, Rewrite, Speed
from slowpath.pipeline.faster import optimizing, proof
from slowpath.pipeline.faster.optimizing import share
from slowpath.pipeline.faster.proof import LEAST_AGREED
from slowpath.storage.memory import MemoryStore

SOURCE = """n = int(input())
a = list(map(int, input().split()))
seen = []
for x in a:
    if x not in seen:
        seen.append(x)
print(len(seen))
"""
FORMAT = "n: int 1..4000\na: int[n] 0..4000\n"
COUNTED = Budget(None, 120)
SLOW = ("slow", b"2500\n" + " ".join(map(str, range(1, 2501))).encode() + b"\n")
LONG_FORMAT = FORMAT.replace("4000", "12000")
LONG = ("slow", b"6500\n" + " ".join(map(str, range(1, 6501))).encode() + b"\n")
"""Eight times as long as after the change: where runs are compared, far beyond what a busy machine does to them."""


def work(
    folder: Path,
    source: str = SOURCE,
    samples: tuple[tuple[bytes, bytes], ...] = ((b"3\n1 2 1\n", b"2\n"),),
    seen: MemoryStore | None = None,
    budget: Budget = COUNTED,
    clock: Callable[[], float] = lambda: 0.0,
    told: Callable[[optimizing.Optimizing], None] = lambda event: None,
    stop: Callable[[], bool] = lambda: False,
    name: str = "solution.py",
    given: tuple[tuple[str, bytes], ...] = (SLOW,),
    text: str = FORMAT,
) -> list[optimizing.Optimizing]:
    """The events of making a program faster, each told as it comes; `seen` keeps the inputs that spoke against one."""
    path = folder / name
    path.write_text(source)
    (folder / "samples").mkdir()
    (folder / "statement.md").write_text("Distinct numbers.\n")
    for number, (data, answer) in enumerate(samples, start=1):
        (folder / "samples" / f"{number}.in").write_bytes(data)
        (folder / "samples" / f"{number}.out").write_bytes(answer)
    chosen = settings.load({})
    solution = pipeline.read_solution(path)
    problem = pipeline.read_problem(solution)
    assert [sample.answer for sample in problem.samples] == [answer for _, answer in samples]
    (folder / "input.format").write_text(text)
    report = pipeline.format_from_text(text, folder / "input.format", problem)
    events = []
    for event in pipeline.optimize(
        solution,
        problem,
        report,
        chosen,
        budget=budget,
        given=given,
        keep=(seen or MemoryStore()).put_input,
        stop=stop,
        clock=clock,
    ):
        told(event)
        events.append(event)
    return events


SOURCE_CPP = """#include <iostream>
#include <string>
int main() {
    int n, x;
    std::cin >> n;
    std::string seen;
    for (int i = 0; i < n; i++) {
        std::cin >> x;
        seen = seen + "x";
        std::cout << x << std::endl;
    }
    return 0;
}
"""


def offered(monkeypatch: pytest.MonkeyPatch, changed: str) -> None:
    """Makes the rules offer this text."""
    rewrite = Rewrite("planted-1", "planted", "Something else", 3, (), changed.encode())
    monkeypatch.setattr(rewrites, "proposals", lambda *given, **more: (rewrite,))
    monkeypatch.setattr(rewrites, "improved", lambda *given, **more: (rewrite,))


def test_a_faster_program_is_shown_with_what_it_gained(tmp_path):
    events = work(tmp_path, given=(LONG,), text=LONG_FORMAT)
    proven = next(event for event in events if isinstance(event, ProvenRewrite))
    assert "py-searched-set" in proven.origin
    assert proven.speed.is_real
    assert proven.inputs_agreed >= 100
    assert "seen_set" in proven.source.decode()
    assert isinstance(events[-1], Ended)


class BusyClock:
    """Hardly moves but while the first change is tried alone, which takes all the time that there is for that."""

    def __init__(self) -> None:
        self.now_s = 0.0

    def __call__(self) -> float:
        self.now_s += 0.01
        return self.now_s

    def hear(self, event: optimizing.Optimizing) -> None:
        if isinstance(event, PhaseEntered) and event.phase == "measuring":
            self.now_s += 30.0


FASTER = Speed((InputSpeed("slow", 100, 2.0, 1.0, 2.0, 1.9, 2.1),), 2.0, 1.9, 2.1, 1.0)


def test_changes_that_there_is_no_time_to_try_alone_are_proven_with_the_others(tmp_path, monkeypatch):
    # Where time is short few pairs of runs are made, of which noise can say anything.
    monkeypatch.setattr(proof, "compared", lambda *given, **more: FASTER)
    clock = BusyClock()
    events = work(tmp_path, budget=Budget(20.0), clock=clock, told=clock.hear)
    tried = [event.message for event in events if isinstance(event, PhaseEntered) and event.phase == "measuring"]
    assert len(tried) == 2 and "no time to try" in tried[1]
    (proven,) = [event for event in events if isinstance(event, ProvenRewrite)] or pytest.fail(str(events[-3:]))
    assert len(proven.steps) >= 2 and proven.inputs_agreed >= LEAST_AGREED
    assert [event.code for event in events if isinstance(event, Warned)] == ["over-time"]


CUT = Speed((InputSpeed("slow", 100, 6.0, 6.0, 1.0, 1.0, 1.0, True, True),), 1.0, 1.0, 1.0, 1.0)


AS_FAST = Speed((InputSpeed("slow", 100, 1.0, 1.0, 1.0, 1.0, 1.0),), 1.0, 1.0, 1.0, 1.0)


@pytest.mark.parametrize(("speed", "code"), [(CUT, "not-measured"), (AS_FAST, "no-gain")], ids=["both cut", "as fast"])
def test_that_both_were_cut_is_not_told_as_no_gain(tmp_path, monkeypatch, speed, code):
    monkeypatch.setattr(proof, "compared", lambda *given, **more: speed)
    events = work(tmp_path)
    assert [event.code for event in events if isinstance(event, Warned)] == [code]
    refused = {event.reason for event in events if isinstance(event, RefusedRewrite)}
    assert refused == ({proof.UNMEASURED} if code == "not-measured" else set())


@pytest.mark.parametrize(
    "changed",
    [
        SOURCE.replace("if x not in seen:", "if x not in seen and x < 4000:")
        .replace("seen = []", "seen = {}")
        .replace("seen.append(x)", "seen[x] = 1"),
        "n = int(input())\na = set(map(int, input().split()))\nprint(len(a) if n != 1 else 2)\n",
    ],
    ids=["largest value", "n is one"],
)
def test_a_wrong_version_is_refused_with_an_input(tmp_path, monkeypatch, changed):
    offered(monkeypatch, changed)
    seen = MemoryStore()
    events = work(tmp_path, seen=seen)
    assert not [event for event in events if isinstance(event, ProvenRewrite)]
    refused = [event for event in events if isinstance(event, RefusedRewrite)]
    assert refused
    assert seen.input(refused[-1].input_id) is not None


def test_what_does_not_build_or_gains_nothing_is_not_shown(tmp_path, monkeypatch):
    offered(monkeypatch, SOURCE.replace("print(", "print(("))
    events = work(tmp_path)
    assert [event for event in events if isinstance(event, RefusedRewrite)]
    assert not [event for event in events if isinstance(event, ProvenRewrite)]


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("solution.cpp", SOURCE_CPP.replace("return 0", "return missing")),
        ("solution.cpp", SOURCE_CPP.replace("return 0;", "return 0")),
        ("solution.py", SOURCE + "print((\n"),
    ],
    ids=["an unknown name", "unreadable C++", "unreadable Python"],
)
def test_a_program_that_does_not_compile_says_so(tmp_path, name, source):
    events = work(tmp_path, source, given=(), name=name)
    assert isinstance(events[-1], Ended)
    assert (events[-1].outcome, events[-1].code) == ("failed", "compile-failed")
    assert not [event for event in events if isinstance(event, Warned)]


def test_of_the_changes_of_one_rule_only_those_that_gain_are_put_together(tmp_path, monkeypatch):
    source = SOURCE + SOURCE[SOURCE.index("seen") :].replace("seen", "known")
    first, second = (each for each in rewrites.proposals(source.encode(), "python") if each.rule == "py-searched-set")
    assert b"known_set" in second.source and b"known_set" not in first.source
    monkeypatch.setattr(
        proof.Proof,
        "tried",
        lambda self, text, origin, **more: (
            RefusedRewrite(origin, "It prints something else.") if text == second.source else FASTER
        ),
    )
    monkeypatch.setattr(proof.Proof, "searched", lambda self, text, origin, **more: proof.Agreed(100))
    (proven,) = (
        event for event in work(tmp_path, source, ((b"3\n1 2 1\n", b"2\n2\n"),)) if isinstance(event, ProvenRewrite)
    )
    assert b"seen_set" in proven.source and b"known_set" not in proven.source


@pytest.mark.parametrize("helps", [True, False])
def test_what_gains_nothing_alone_is_taken_in_where_it_makes_the_others_faster(tmp_path, monkeypatch, helps):
    source = SOURCE + SOURCE[SOURCE.index("seen") :].replace("seen", "known")
    _, second = (each for each in rewrites.proposals(source.encode(), "python") if each.rule == "py-searched-set")
    asked: list[tuple[bytes, bytes]] = []
    monkeypatch.setattr(
        proof.Proof, "tried", lambda self, text, origin, **more: None if text == second.source else FASTER
    )
    monkeypatch.setattr(
        proof.Proof, "is_faster", lambda self, text, other, **more: asked.append((text, other)) or helps
    )  # type: ignore[func-returns-value]
    monkeypatch.setattr(proof.Proof, "searched", lambda self, text, origin, **more: proof.Agreed(100))
    (proven,) = (
        event for event in work(tmp_path, source, ((b"3\n1 2 1\n", b"2\n2\n"),)) if isinstance(event, ProvenRewrite)
    )
    ((fuller, other),) = asked
    assert b"known_set" in fuller and b"known_set" not in other
    assert proven.source == (fuller if helps else other)


def test_what_the_user_stopped_is_not_said_to_gain_nothing(tmp_path, monkeypatch):
    stopped: list[bool] = []
    alone = {each.source for each in rewrites.proposals(SOURCE.encode(), "python")}
    monkeypatch.setattr(
        proof.Proof, "tried", lambda self, text, origin, **more: FASTER if text in alone else stopped.append(True)
    )
    events = work(tmp_path, stop=lambda: bool(stopped))
    assert [type(event) for event in events if not isinstance(event, PhaseEntered)] == [Ended]
    assert events[-1].outcome == "stopped"


def test_stopping_the_last_single_change_is_not_told_as_no_gain(tmp_path, monkeypatch):
    stopped: list[bool] = []
    monkeypatch.setattr(proof.Proof, "tried", lambda self, text, origin, **more: stopped.append(True))
    monkeypatch.setattr(optimizing, "MOST_CANDIDATES", 1)
    events = work(tmp_path, stop=lambda: bool(stopped))
    assert [type(event) for event in events if not isinstance(event, PhaseEntered)] == [Ended]


def test_nothing_is_run_any_more_once_the_search_for_slow_inputs_was_stopped(tmp_path, monkeypatch):
    stopped: list[bool] = []
    monkeypatch.setattr(
        optimizing, "slow_inputs", lambda *given, **more: (stopped.append(True), (SlowEvidence(*SLOW),))[1]
    )
    monkeypatch.setattr(proof.Proof, "gather", lambda self, *given: pytest.fail("the evidence is run"))
    events = work(tmp_path, given=(), stop=lambda: bool(stopped))
    assert [type(event) for event in events] == [PhaseEntered, Ended] and events[-1].outcome == "stopped"


def test_what_becomes_of_a_change_that_gains_nothing_is_told_beside_what_is_shown(tmp_path, monkeypatch):
    kept = next(each for each in rewrites.proposals(SOURCE.encode(), "python") if each.rule == "py-searched-set")
    others = {each.rule for each in rewrites.proposals(SOURCE.encode(), "python")} - {kept.rule}
    monkeypatch.setattr(
        proof.Proof, "tried", lambda self, text, origin, **more: FASTER if origin == kept.rule else None
    )
    monkeypatch.setattr(proof.Proof, "is_faster", lambda self, text, other, **more: False)
    monkeypatch.setattr(proof.Proof, "searched", lambda self, text, origin, **more: proof.Agreed(100))
    events = work(tmp_path)
    assert [event.origin for event in events if isinstance(event, ProvenRewrite)] == [kept.rule]
    assert others and {event.origin for event in events if isinstance(event, RefusedRewrite)} == others


def test_a_program_that_fails_a_sample_is_not_made_faster(tmp_path):
    events = work(tmp_path, samples=((b"3\n1 2 1\n", b"3\n"),))
    assert [event.code for event in events if isinstance(event, Warned)] == ["sample-failed"]


def test_a_program_in_which_nothing_can_be_changed_is_left_alone(tmp_path):
    events = work(tmp_path, "n = int(input())\na = input().split()\nprint(len(set(a)))\n")
    assert [event.code for event in events if isinstance(event, Warned)] == ["nothing-to-change"]


def test_shares_of_a_budget_say_something():
    assert share(Budget(100.0), 0.3) == Budget(30.0)
    assert share(Budget(1.0), 0.3) == Budget(3.0)
    assert share(Budget(None, 1000), 0.4) == Budget(None, 400)
