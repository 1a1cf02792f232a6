"""What speed is measured on where the program takes too long on a slow input."""

from __future__ import annotations

from pathlib import Path

import pytest

from slowpath import pipeline, settings
from slowpath.model.campaign import Budget
from slowpath.model.execution import Confirmation, Execution, RunLimits
from slowpath.model.optimizing import SlowEvidence
from slowpath.model.rewrite import ProvenRewrite
from slowpath.model.verdict import Verdict
from slowpath.pipeline.faster.evidence import LIMITS
from slowpath.pipeline.faster.managed import LEAST_S, managed
from slowpath.pipeline.faster.pacing import Pace
from slowpath.storage.memory import MemoryStore

FORMAT = "n: int 1..100000\na: int[n] 0..9\n"
SECONDS = Budget(60.0)


def slow(n: int) -> SlowEvidence:
    return SlowEvidence(f"slow {n}", f"{n}\n{' '.join(['1'] * n)}\n".encode())


class Costs:
    """Stands for a program that makes n to the power of `power` steps, 1e8 a second; prints n."""

    def __init__(self, power: float, fails_at: int = 0) -> None:
        self.power, self.fails_at, self.confirmed = power, fails_at, []

    def _run(self, data: bytes, limits: RunLimits) -> tuple[int, float, bool, Verdict]:
        n = int(data.split()[0])
        steps = round(n**self.power)
        verdict = Verdict.RUNTIME_ERROR if n == self.fails_at else Verdict.OK
        return n, min(steps / 1e8, limits.cpu_s), steps / 1e8 > limits.cpu_s, verdict

    def run(self, data, limits, *, keep_output=False, keep_counters=True) -> Execution:
        _, cpu_s, cut, verdict = self._run(data, limits)
        return Execution(verdict, round(cpu_s * 1e8), round(cpu_s * 1e9), 0, 1 << 20, cut=cut)

    def confirm(self, data, limits, *, runs=5, exact=False, keep_output=False) -> Confirmation:
        n, cpu_s, cut, verdict = self._run(data, limits)
        self.confirmed.append(n)
        return Confirmation(verdict, cpu_s, 0.0, 1 << 20, 1, cut=cut, output=None if cut else str(n).encode())


def measured_on(program: Costs, *inputs: SlowEvidence, budget: Budget = SECONDS):
    problem = pipeline.read_problem(pipeline.read_solution(Path("solution.py"), b"print()"))
    fmt = pipeline.format_from_text(FORMAT, Path("input.format"), problem).format
    pace = Pace(budget, lambda: 0.0)
    first = {each.data: program.confirm(each.data, pace.answer_limits()) for each in inputs}
    return managed(program, fmt, inputs, first, pace)  # type: ignore[arg-type]


@pytest.mark.parametrize("budget", [SECONDS, Budget(None, 300)], ids=["seconds", "executions"])
def test_the_largest_member_that_the_program_manages_stands_for_an_input_that_it_does_not(budget):
    found = measured_on(Costs(2.0), slow(100_000), budget=budget)
    (name, data), (full, _) = found.inputs
    n = int(data.split()[0])
    assert (name, full) == (f"slow 100000 at n = {n:,}", "slow 100000")
    assert found.of == {name: full}
    assert LEAST_S <= n**2 / 1e8 <= LIMITS.cpu_s and n**2 / 1e8 >= 0.5, "as large as it can be"
    assert [(what, output) for what, _, output in found.answers] == [(name, str(n).encode())]
    (grown,) = found.families.values()
    assert grown.growth is not None and grown.growth.exponent == pytest.approx(2.0, abs=0.1)


class SlowAtTheEnd(Costs):
    """Stands for a program that is quick until a 7 comes."""

    def _run(self, data: bytes, limits: RunLimits) -> tuple[int, float, bool, Verdict]:
        n, cpu_s, cut, verdict = super()._run(data, limits)
        return (n, cpu_s, cut, verdict) if b"7" in data.split(b"\n")[1] else (n, n / 1e8, False, verdict)


def test_an_input_that_is_slow_by_its_end_alone_is_thinned():
    last = SlowEvidence("slow", f"100000\n{' '.join(['1'] * 99_999)} 7\n".encode())
    found = measured_on(SlowAtTheEnd(2.0), last)
    (name, data), _ = found.inputs
    assert name.startswith("slow at n = ") and data.rstrip().endswith(b"7")
    (grown,) = found.families.values()
    assert grown.growth is not None and grown.growth.exponent == pytest.approx(2.0, abs=0.1)


def test_what_the_program_manages_is_measured_as_it_is():
    found = measured_on(Costs(1.0), slow(100_000), slow(50_000))
    assert [name for name, _ in found.inputs] == ["slow 100000", "slow 50000"]
    assert not found.of and not found.before


def test_an_input_on_which_the_program_fails_says_nothing_of_speed():
    found = measured_on(Costs(1.0, fails_at=100_000), slow(100_000), slow(50_000))
    assert [name for name, _ in found.inputs] == ["slow 50000"]


def test_an_input_without_a_family_is_measured_as_far_as_it_can_be():
    found = measured_on(Costs(2.0), SlowEvidence("slow", b"100000\n1 1\n"))
    assert ([name for name, _ in found.inputs], found.of) == (["slow"], {})


SQUARE = """n = int(input())
a = list(map(int, input().split()))
seen = 0
for x in a:
    for y in a:
        seen += x == y
print(seen)
"""


def test_a_version_is_shown_though_it_and_the_program_are_cut_on_the_slow_input(tmp_path, monkeypatch):
    short = RunLimits(0.6, 60.0)
    monkeypatch.setattr(Pace, "pair_limits", lambda self: short)
    monkeypatch.setattr(Pace, "answer_limits", lambda self: short)
    path = tmp_path / "solution.py"
    path.write_text(SQUARE)
    solution = pipeline.read_solution(path)
    problem = pipeline.read_problem(solution)
    (tmp_path / "input.format").write_text(FORMAT)
    report = pipeline.format_from_text(FORMAT, tmp_path / "input.format", problem)
    events = list(
        pipeline.optimize(
            solution,
            problem,
            report,
            settings.load({}),
            budget=Budget(None, 60),
            given=[slow(16_000)],
            keep=MemoryStore().put_input,
            stop=lambda: False,
            clock=lambda: 0.0,
        )
    )
    (proven,) = [event for event in events if isinstance(event, ProvenRewrite)] or pytest.fail(str(events))
    assert [bool(each.of) for each in proven.speed.per_input] == [True, False]
    assert proven.speed.per_input[1].both_cut and proven.speed.is_real
