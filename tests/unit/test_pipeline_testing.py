"""A test set is made of programs that are told apart: here they are Python functions, so that nothing is built."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest
from told_apart import PROGRAMS, RIGHT, Program, failings, made, numbers, spec, steady_clock, the_set

from slowpath.errors import AcceptedDisagree, UsageError
from slowpath.model.breaking import Failing
from slowpath.model.campaign import PhaseEntered, Warned
from slowpath.model.execution import Confirmation, RunLimits
from slowpath.model.origin import Origin
from slowpath.model.problem import Sample, Solution
from slowpath.model.testset import Against, Group, Opponent, ProposedTest, TestSet, TestSetMade, TestsProgressed
from slowpath.model.verdict import Verdict
from slowpath.pipeline.testing import making as testing
from slowpath.pipeline.testing import opened as opening
from slowpath.pipeline.testing.search import Searched
from slowpath.pipeline.testing.state import RunState, run_key
from slowpath.pipeline.testing.writing import write_test_set
from slowpath.settings import Settings


@pytest.fixture
def programs(monkeypatch):
    """All that would build or search is replaced; what was opened, by its text."""
    opened: dict[bytes, Program] = {}

    class Opened:
        def __init__(self, opponents: Sequence[Opponent], settings: Settings, left_s: object = None) -> None: ...

        def __enter__(self) -> Opened:
            return self

        def __exit__(self, *exception: object) -> None: ...

        def take(self, wanted: Opponent) -> Program:
            source = wanted.solution.source
            return opened.setdefault(source, Program(PROGRAMS[source]))

    def opened_programs(solutions: Sequence[Solution], settings: Settings, stack: contextlib.ExitStack):
        return [(each.path.name, Program(PROGRAMS[each.source])) for each in solutions], []

    monkeypatch.setattr(testing, "opened_programs", opened_programs)
    monkeypatch.setattr(opening, "open_executor", lambda solution, _: Program(PROGRAMS[solution.source]))
    monkeypatch.setattr(testing, "Ahead", Opened)
    monkeypatch.setattr(testing, "made_opponents", lambda wanted: ([], []))
    monkeypatch.setattr(testing, "slow_inputs", lambda *_: Searched())
    monkeypatch.setattr(testing, "breaking_inputs", lambda *_: Searched())
    return opened


def test_programs_that_should_fail_do_so_on_a_test_that_was_chosen(programs, tmp_path):
    given = [
        (b"first", Against.WRONG),
        (b"no nines", Against.WRONG),
        (b"crashes on zeros", Against.WRONG),
        (b"slow on six", Against.SLOW),
    ]
    done = the_set(made(spec(b"right", b"right too", given=given), tmp_path))
    assert failings(done) == {
        "first": {Failing.WRONG_ANSWER},
        "no nines": {Failing.WRONG_ANSWER},
        "crashes on zeros": {Failing.RUNTIME_ERROR},
        "slow on six": {Failing.TIME_LIMIT},
    }
    chosen = {test.proposed.id for test in done.tests}
    assert all(any(kill.test in chosen for kill in outcome.kills) for outcome in done.outcomes)
    assert all(test.answer == f"{RIGHT(numbers(test.proposed.data))}\n".encode() for test in done.tests)


def test_the_set_has_samples_first_and_no_more_tests_than_asked_for(programs, tmp_path):
    done = the_set(made(spec(b"right", most=7), tmp_path))
    assert done.tests[0].proposed.group is Group.SAMPLE
    assert done.tests[0].answer == b"5\n"
    assert len(done.tests) == 8
    assert len({test.name for test in done.tests}) == 8


def test_right_programs_that_disagree_stop_it_with_the_input(programs, tmp_path):
    with pytest.raises(AcceptedDisagree) as raised:
        made(spec(b"right", b"differs on 7"), tmp_path)
    assert numbers(raised.value.data)[0] == 7
    assert [name for name, _ in raised.value.outputs] == ["right.py", "differs-on-7.py"]


def test_disagreements_are_left_out_where_that_is_asked_for(programs, tmp_path):
    done = the_set(made(spec(b"right", b"differs on 7", leaves_out_disagreements=True), tmp_path))
    assert not [test for test in done.tests if numbers(test.proposed.data)[0] == 7]
    assert any("answer differently" in each.reason for each in done.left_out)


def test_a_program_that_is_called_right_and_fails_a_sample_is_not_used(programs, tmp_path):
    events = made(spec(b"right", b"first"), tmp_path)
    assert the_set(events).accepted == ("right.py",)
    assert any(isinstance(event, Warned) and "first.py isn't used" in event.message for event in events)
    ended = made(spec(b"first"), tmp_path)[-1]
    assert (ended.outcome, ended.code) == ("failed", "usage")


def test_what_takes_a_right_program_too_long_is_no_test(programs, tmp_path):
    done = the_set(made(spec(b"right", b"slow on six"), tmp_path))
    assert not [test for test in done.tests if len(numbers(test.proposed.data)) == 6]
    assert any("takes longer" in each.reason for each in done.left_out)


def test_dear_inputs_leave_every_group_some(programs, tmp_path, monkeypatch):
    now = [0.0]

    class Dear(Program):
        def _outcome(self, data: bytes) -> tuple[Verdict, bytes, float]:
            now[0] += 30.0
            return super()._outcome(data)

    monkeypatch.setattr(testing, "opened_programs", lambda *_: ([("right.py", Dear(RIGHT))], []))
    events = testing.make_test_set(
        spec(b"right"), Settings(state_dir=tmp_path), stop=lambda: False, clock=lambda: now[0]
    )
    after = [event.proposed for event in events if isinstance(event, TestsProgressed)]
    assert all(later > earlier for earlier, later in zip(after[:4], after[1:5], strict=True))


def test_inputs_are_changed_for_answers_that_no_other_has(programs, tmp_path, monkeypatch):
    def squares(a: list[int]) -> int:
        return sum((place + 1) * each**3 for place, each in enumerate(a))

    monkeypatch.setitem(PROGRAMS, b"right", squares)
    wanted, samples = spec(b"right", most=60), (Sample("1", b"2\n3 5\n", b"277\n"),)
    problem, breaking = replace(wanted.problem, samples=samples), replace(wanted.breaking, samples=samples)
    done = the_set(made(replace(wanted, problem=problem, breaking=breaking), tmp_path))
    grown = [test for test in done.tests if test.proposed.group is Group.VARIED]
    assert grown and all(test.answer == b"%d\n" % squares(numbers(test.proposed.data)) for test in grown)
    assert grown[0].proposed.kind == f"answer {grown[0].answer.decode().strip()}"


@pytest.mark.strategy_fails
def test_a_group_that_crashes_costs_no_other_its_inputs(programs, tmp_path, monkeypatch):
    def crashing(*_: object) -> object:
        raise ZeroDivisionError("never before")

    monkeypatch.setattr(testing, "varied", crashing)
    events = made(spec(b"right"), tmp_path)
    assert {test.proposed.group for test in the_set(events).tests} >= {Group.TINY, Group.BOUNDARY, Group.RANDOM}
    assert [event.message for event in events if isinstance(event, Warned) and "ZeroDivisionError" in event.message]


def test_changed_inputs_have_a_part_of_the_time_though_large_ones_overran_theirs(programs, tmp_path, monkeypatch):
    now, given = [0.0], []
    wanted = spec(b"right")

    def take(pool, group, stream, time, stop):
        now[0] = wanted.seconds / 2

    monkeypatch.setattr(testing.Pool, "take", take)
    monkeypatch.setattr(testing, "varied", lambda pool, variants, time, stop: given.append(time.until_s - time.from_s))
    list(testing.make_test_set(wanted, Settings(state_dir=tmp_path), stop=lambda: False, clock=lambda: now[0]))
    assert given == [pytest.approx(testing.shares.LEAST_VARIED * wanted.seconds)]


def test_a_group_whose_inputs_all_run_into_the_limit_is_given_up(programs, tmp_path, monkeypatch):
    now, tried = [0.0], []

    class Endless(Program):
        def _outcome(self, data: bytes) -> tuple[Verdict, bytes, float]:
            now[0] += 0.0 if len(tried) < 2 else 7.0
            tried.append(data)
            return super()._outcome(data)

    monkeypatch.setattr(testing, "opened_programs", lambda *_: ([("right.py", Endless(RIGHT))], []))
    events = testing.make_test_set(
        spec(b"right"), Settings(state_dir=tmp_path), stop=lambda: False, clock=lambda: now[0]
    )
    for event in events:
        if isinstance(event, TestsProgressed) and event.elapsed_s > 0:
            assert event.elapsed_s <= 7.0 * 4, "the first group tries one input after the other, and few"
            break


def test_a_search_for_one_program_leaves_the_others_their_trial(programs, tmp_path, monkeypatch):
    now = [0.0]

    def endless(*_: object) -> Searched:
        now[0] += 1000.0
        return Searched(took_s=1000.0)

    monkeypatch.setattr(testing, "breaking_inputs", endless)
    wanted = spec(b"right", given=[(b"right too", Against.WRONG), (b"first", Against.WRONG)])
    events = testing.make_test_set(wanted, Settings(state_dir=tmp_path), stop=lambda: False, clock=lambda: now[0])
    done = the_set(list(events))
    assert failings(done) == {"right too": set(), "first": {Failing.WRONG_ANSWER}}
    assert next(each for each in done.outcomes if each.opponent == "right too").searched_s


def test_a_given_program_whose_time_was_over_at_once_meets_the_inputs_at_the_end(programs, tmp_path, monkeypatch):
    now, ran = [0.0], []

    def wrong_but_for_once(a: list[int]) -> int:
        ran.append(a)
        now[0] += 1000.0 if len(ran) == 1 else 0.01
        return max(a) if len(ran) == 1 else -1

    monkeypatch.setitem(PROGRAMS, b"right too", wrong_but_for_once)
    wanted = spec(b"right", given=[(b"right too", Against.WRONG), (b"first", Against.WRONG)])
    events = testing.make_test_set(wanted, Settings(state_dir=tmp_path), stop=lambda: False, clock=lambda: now[0])
    done = the_set(list(events))
    assert failings(done) == {"right too": {Failing.WRONG_ANSWER}, "first": {Failing.WRONG_ANSWER}}


def test_several_that_pass_everything_leave_those_after_them_their_trial(programs, tmp_path, monkeypatch):
    now = [0.0]

    def dear(a: list[int]) -> int:
        now[0] += 0.5
        return max(a)

    texts = [b"passes %d" % number for number in range(8)]
    for text in texts:
        monkeypatch.setitem(PROGRAMS, text, dear)
    wanted = spec(b"right", given=[(text, Against.WRONG) for text in [*texts, b"first"]])
    wanted = replace(wanted, seconds=600.0)
    killed_s: list[float] = []
    for event in testing.make_test_set(wanted, Settings(state_dir=tmp_path), stop=lambda: False, clock=lambda: now[0]):
        if isinstance(event, TestsProgressed) and event.killed:
            killed_s.append(event.elapsed_s)
    ran = [len(programs[text].ran) for text in texts]
    assert killed_s and min(ran) * 4 > max(ran), ran


def test_given_programs_that_had_no_time_come_before_mutants(programs, tmp_path, monkeypatch):
    now = [0.0]

    def dear_at_first(a: list[int]) -> int:
        now[0] += 0.01 if now[0] else 45.0
        return -1

    mutant = Opponent("mutant", Against.MUTANT, Solution(Path("m.py"), "python", b"no nines"), "change", "right.py", 1)
    monkeypatch.setattr(testing, "made_opponents", lambda _: ([mutant], []))
    monkeypatch.setitem(PROGRAMS, b"right too", dear_at_first)
    wanted = replace(spec(b"right", given=[(b"right too", Against.WRONG), (b"first", Against.WRONG)]), seconds=100.0)
    events = testing.make_test_set(wanted, Settings(state_dir=tmp_path), stop=lambda: False, clock=lambda: now[0])
    assert [each.opponent for each in the_set(list(events)).outcomes] == ["right too", "first", "mutant"]


def test_slow_programs_and_wrong_ones_are_tried_by_turns(programs, tmp_path):
    given = [(b"first", Against.WRONG), (b"no nines", Against.WRONG), (b"slow on six", Against.SLOW)]
    tried = [each.opponent for each in the_set(made(spec(b"right", given=given), tmp_path)).outcomes]
    assert tried == ["first", "slow on six", "no nines"]


def test_searches_for_slow_ways_leave_all_mutants_their_trial(programs, tmp_path, monkeypatch):
    now = [0.0]

    def endless(_: object, name: str, *__: object) -> Searched:
        now[0] += 1000.0 if name == "way" else 0.0
        return Searched(took_s=1000.0)

    way, mutant = (
        Opponent(name, kind, Solution(Path(f"{name}.py"), "python", text), "change", "right", 1)
        for name, kind, text in (("way", Against.SLOW_WAY, b"right too"), ("mutant", Against.MUTANT, b"first"))
    )
    monkeypatch.setattr(testing, "made_opponents", lambda _: ([mutant], [way]))
    monkeypatch.setattr(testing, "slow_inputs", endless)
    events = testing.make_test_set(
        spec(b"right"), Settings(state_dir=tmp_path), stop=lambda: False, clock=lambda: now[0]
    )
    done = the_set(list(events))
    assert failings(done) == {"way": set(), "mutant": {Failing.WRONG_ANSWER}}
    assert next(each for each in done.outcomes if each.opponent == "way").searched_s, "it was searched for afterwards"


def test_one_that_passes_everything_leaves_the_others_their_trial_and_goes_on_after_them(
    programs, tmp_path, monkeypatch
):
    now = [0.0]

    def dear(a: list[int]) -> int:
        now[0] += 0.05
        return max(a)

    monkeypatch.setitem(PROGRAMS, b"right too", dear)
    others = [b"first", b"no nines", b"crashes on zeros"]
    wanted = spec(b"right", given=[(text, Against.WRONG) for text in (b"right too", *others)])
    events = testing.make_test_set(wanted, Settings(state_dir=tmp_path), stop=lambda: False, clock=lambda: now[0])
    reports: list[int] = []
    done: TestSet | None = None
    for event in events:
        if isinstance(event, TestsProgressed) and event.opponents:
            reports.append(len(programs[b"right too"].ran))
        if isinstance(event, TestSetMade):
            done = event.made
    assert (
        done is not None
        and failings(done)["right too"] == set()
        and all(failings(done)[text.decode()] for text in others)
    )
    assert reports[0] < reports[-1], "the first trial ends early, and is taken up again"


def test_a_run_that_was_stopped_goes_on_where_it_was(programs, tmp_path):
    wanted = spec(b"right", given=[(b"first", Against.WRONG), (b"no nines", Against.WRONG)])
    state = RunState(tmp_path, run_key(wanted.key))
    events = testing.make_test_set(wanted, Settings(state_dir=tmp_path), stop=lambda: False, clock=steady_clock())
    for event in events:
        if isinstance(event, TestsProgressed) and event.opponents == 1:
            break
    events.close()
    assert state.step("first") is not None and state.step("no nines") is None
    ran = len(programs[b"first"].ran)
    done = the_set(made(wanted, tmp_path))
    assert len(programs[b"first"].ran) == ran
    assert failings(done) == {"first": {Failing.WRONG_ANSWER}, "no nines": {Failing.WRONG_ANSWER}}
    assert not state.folder.exists()


def test_a_set_that_could_not_be_written_is_not_lost(programs, tmp_path):
    wanted = spec(b"right")
    events = testing.make_test_set(wanted, Settings(state_dir=tmp_path), stop=lambda: False, clock=steady_clock())
    assert any(isinstance(event, TestSetMade) for event in events)
    events.close()
    assert RunState(tmp_path, run_key(wanted.key)).folder.is_dir()


def test_who_stops_it_has_the_tests_that_were_confirmed_soon(programs, tmp_path):
    ticks, stopped = count(), []
    wanted = spec(b"right", seconds=1e9)
    whole = the_set(
        list(
            testing.make_test_set(
                wanted, Settings(state_dir=tmp_path / "a"), stop=lambda: False, clock=lambda: float(next(ticks))
            )
        )
    )
    events = testing.make_test_set(
        wanted, Settings(state_dir=tmp_path / "b"), stop=lambda: bool(stopped), clock=lambda: float(next(ticks))
    )
    (cut,) = [
        event.made
        for event in events
        if isinstance(event, TestSetMade)
        or (isinstance(event, PhaseEntered) and event.phase == "choosing" and stopped.append(True))
    ]
    assert 1 <= len(cut.tests) < len(whole.tests) / 2


def test_large_tests_that_cannot_be_confirmed_leave_time_for_small_ones(programs, tmp_path, monkeypatch):
    now = [0.0]

    class SlowOnLarge(Program):
        def confirm(self, data: bytes, limits: RunLimits, **how: bool) -> Confirmation:
            if len(data) <= 4096:
                return super().confirm(data, limits, **how)
            now[0] += 70.0
            return Confirmation(Verdict.TIME_LIMIT, 9.0, 0.0, 1 << 20, 1)

    large = [
        ProposedTest(Group.RANDOM, "large", f"{number}", Origin("random", "r"), b"2 " + b" " * 5000 + b"%d 9" % number)
        for number in range(3)
    ]
    small = [replace(each, data=each.data.replace(b" " * 5000, b"")) for each in large]
    made = [*large, *small]
    monkeypatch.setattr("slowpath.testsets.proposals.Proposals.streams", lambda self: {Group.RANDOM: (iter(made),)})
    monkeypatch.setattr(testing, "opened_programs", lambda *_: ([("right.py", SlowOnLarge(RIGHT))], []))
    wanted = spec(b"right", given=[(b"first", Against.WRONG)])
    events = testing.make_test_set(wanted, Settings(state_dir=tmp_path), stop=lambda: False, clock=lambda: now[0])
    done = the_set(list(events))
    assert {test.proposed.data for test in done.tests[1:]} & {each.data for each in small}


def test_a_finished_set_is_written_again_over_the_earlier_one_only(programs, tmp_path):
    wanted = spec(b"right")
    done = the_set(made(wanted, tmp_path / "state"))
    out = tmp_path / "out"
    first = write_test_set(out, "plain", wanted, done)
    assert f"--seconds {wanted.seconds:g} --seed {wanted.seed}" in (out / "report.html").read_text(encoding="utf-8")
    assert all(path.is_file() for path in first)
    write_test_set(out, "plain", wanted, replace(done, tests=done.tests[:3]))
    assert len(list((out / "tests").glob("*.in"))) == 3
    (out / "tests" / "notes").write_text("mine")
    write_test_set(out, "icpc", wanted, done)
    assert [path.name for path in (out / "tests").iterdir()] == ["notes"]
    (out / "tests" / "notes").unlink()
    write_test_set(out, "plain", wanted, done)
    left = {path.name for path in out.iterdir() if path.is_dir()}
    assert "tests" in left and not left & {"data", "submissions", "statement", "input_validators"}
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "file").write_text("x")
    with pytest.raises(UsageError):
        write_test_set(tmp_path / "mine", "plain", wanted, done)
