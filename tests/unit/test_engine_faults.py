"""Faults: valid inputs on which the program fails are told, once for each way, and never as slow inputs."""

from __future__ import annotations

from dataclasses import replace
from itertools import count as counter

import pytest

from slowpath.engine.campaign import run_campaign
from slowpath.inputs.parsing.parse import parse
from slowpath.inputs.text_form.text import from_text
from slowpath.model.campaign import Budget, CampaignSpec, Ended, FaultFound, FormatDoubted
from slowpath.model.campaign_view import CampaignView, fold
from slowpath.model.execution import RunLimits
from slowpath.model.origin import input_id
from slowpath.model.ports import InputVerdict
from slowpath.model.verdict import Verdict

ARRAY = from_text("n: int 1..300\na: int[n] 1..1000\n")
SAMPLES = (("1", b"3\n2 1 3\n"), ("2", b"5\n5 1 4 2 3\n"))
SEGFAULT = 11


def hits_of(instance: dict) -> list[int]:
    return [1, 5 * len(instance["a"]), len(instance["a"]) ** 2, 1]


class Failing:
    """Runs of a program that fails where `fails(instance)` says how: (verdict, what it writes to standard error)."""

    def __init__(self, executor, fails, fails_clean=None) -> None:
        self._executor = executor
        self._fails = fails
        self._fails_clean = fails_clean or fails
        self.counters, self.probed, self.unprobed = executor.counters, executor.probed, executor.unprobed

    def __getattr__(self, name):
        return getattr(self._executor, name)

    def run(self, data, limits, **more):
        ran = self._executor.run(data, limits, **more)
        failed = self._fails(parse(ARRAY, data))
        if failed is None:
            return ran
        return replace(ran, verdict=failed[0], stderr_tail=failed[1], signal=SEGFAULT, exit_code=None)

    def run_many(self, requests, *, quick=False):
        return (self.run(request.data, request.limits, keep_output=request.keep_output) for request in requests)

    def confirm(self, data, limits, **more):
        confirmed = self._executor.confirm(data, limits, **more)
        failed = self._fails_clean(parse(ARRAY, data))
        return confirmed if failed is None else replace(confirmed, verdict=failed[0])


def searched(
    fake_executor, fails, fails_clean=None, executions=300, validators=(), history=(), store=None, opinions=()
):
    store = {} if store is None else store
    ticks = counter()

    def keep(data: bytes) -> str:
        store[input_id(data)] = data
        return input_id(data)

    spec = CampaignSpec(
        "solution.cpp",
        "cpp",
        b"int main(){}",
        ARRAY,
        SAMPLES,
        Budget(executions=executions),
        limits=RunLimits(cpu_s=2.0),
    )
    executor = Failing(fake_executor(ARRAY, hits_of, 4), fails, fails_clean)
    events = list(
        run_campaign(
            spec,
            executor,
            campaign_id="c",
            keep_input=keep,
            clock=lambda: next(ticks) / 1000,
            stop=lambda: False,
            read_input=store.get,
            validators=validators,
            history=history,
            opinions=opinions,
        )
    )
    view = CampaignView()
    for event in events:
        view = fold(view, event)
    return events, view, store


def on_thousands(instance):
    if 1000 in instance["a"].tolist():
        return Verdict.RUNTIME_ERROR, b""
    return (Verdict.MEMORY_LIMIT, b"") if len(instance["a"]) == 300 else None


def test_each_way_of_failing_is_told_once_with_a_valid_input_that_fails_so(fake_executor):
    events, view, store = searched(fake_executor, on_thousands)
    assert {(fault.verdict, fault.reason) for fault in view.faults} == {
        (Verdict.RUNTIME_ERROR, "SIGSEGV"),
        (Verdict.MEMORY_LIMIT, "out of memory"),
    }
    for fault in view.faults:
        assert on_thousands(parse(ARRAY, store[fault.id]))[0] is fault.verdict
        assert fault.size == len(store[fault.id])
    assert len([e for e in events if isinstance(e, FaultFound)]) < 20


def test_an_input_on_which_it_fails_is_no_slow_input(fake_executor):
    _, view, store = searched(fake_executor, on_thousands)
    assert view.slow_inputs
    for slow in view.slow_inputs:
        assert on_thousands(parse(ARRAY, store[slow.id])) is None


def test_what_fails_under_the_search_build_alone_is_no_fault(fake_executor):
    _, view, _ = searched(fake_executor, on_thousands, fails_clean=lambda instance: None)
    assert view.faults == ()


def test_what_fails_on_the_clean_build_alone_is_a_fault_and_no_slow_input(fake_executor):
    """As where the search's short cap cut the run before it failed."""
    _, view, store = searched(fake_executor, lambda instance: None, fails_clean=on_thousands)
    assert {fault.verdict for fault in view.faults} == {Verdict.RUNTIME_ERROR, Verdict.MEMORY_LIMIT}
    for fault in view.faults:
        assert on_thousands(parse(ARRAY, store[fault.id]))[0] is fault.verdict
    for slow in view.slow_inputs:
        assert on_thousands(parse(ARRAY, store[slow.id])) is None


@pytest.mark.parametrize("executions", [len(SAMPLES), 50])
def test_a_program_that_fails_on_every_sample_isnt_searched_however_long_they_take(fake_executor, executions):
    events, _, _ = searched(fake_executor, lambda instance: (Verdict.RUNTIME_ERROR, b""), executions=executions)
    assert [event.code for event in events if isinstance(event, Ended)] == ["samples-failed"]


def test_what_a_validator_refuses_is_no_fault(fake_executor):
    class NoThousands:
        name = "validator"

        def validate(self, data):
            return InputVerdict(on_thousands(parse(ARRAY, data)) is None, "against the statement")

    _, view, _ = searched(fake_executor, on_thousands, validators=[NoThousands()])
    assert view.faults == ()


def test_different_exceptions_are_different_faults(fake_executor):
    def fails(instance):
        first = int(instance["a"][0])
        said = f'  File "/x/solution.cpp", line {first % 3 + 1}, in f\nKeyError: {first}\n'.encode()
        return (Verdict.RUNTIME_ERROR, said) if len(instance["a"]) > 5 else None

    _, view, _ = searched(fake_executor, fails)
    assert {fault.reason for fault in view.faults} == {f"KeyError, line {line}" for line in (1, 2, 3)}


def test_a_program_that_fails_on_most_of_its_inputs_makes_the_format_doubtful(fake_executor):
    events, _, _ = searched(
        fake_executor, lambda instance: (Verdict.RUNTIME_ERROR, b"") if len(instance["a"]) > 5 else None
    )
    (doubted,) = [e for e in events if isinstance(e, FormatDoubted)]
    assert [doubt.kind for doubt in doubted.doubts] == ["failing"]


def test_failing_on_what_a_validator_refuses_says_nothing_of_the_format(fake_executor):
    class AtMostFive:
        name = "model validator"

        def validate(self, data):
            return InputVerdict(len(parse(ARRAY, data)["a"]) <= 5, "more than five")

    events, _, _ = searched(
        fake_executor,
        lambda instance: (Verdict.RUNTIME_ERROR, b"") if len(instance["a"]) > 5 else None,
        opinions=[AtMostFive()],
    )
    assert not [e for e in events if isinstance(e, FormatDoubted)]


def test_a_resumed_campaign_keeps_its_faults(fake_executor):
    events, view, store = searched(fake_executor, on_thousands, executions=150)
    more, later, _ = searched(fake_executor, on_thousands, executions=200, history=events, store=store)
    for event in more:
        view = fold(view, event)
    assert {(f.verdict, f.reason) for f in view.faults} >= {(f.verdict, f.reason) for f in later.faults}
    assert len(view.faults) == 2
