"""Confirmation: how often, what is summed up, and which instrument counts."""

from __future__ import annotations

import platform
import shutil
from dataclasses import replace

import pytest

from slowpath.model.execution import RunLimits
from slowpath.model.problem import Solution
from slowpath.model.verdict import Verdict
from slowpath.sandbox.counted_run import run_counted
from slowpath.sandbox.forkserver import Launch, Run
from slowpath.settings import load
from slowpath.toolchain import open_executor
from slowpath.toolchain.confirm import confirm
from slowpath.toolchain.instruments import choose_instrument, parse_count

LIMITS = RunLimits()
PATIENT = RunLimits(cpu_s=20, wall_s=120)


def run(cpu_s: float, verdict: Verdict = Verdict.OK, **changes) -> Run:
    made = Run(
        verdict=verdict,
        exit_code=0,
        signal=None,
        cpu_ns=int(cpu_s * 1e9),
        wall_ns=0,
        peak_rss_bytes=1000,
        cut=False,
        counted=True,
        threads=False,
        processes=False,
        stack_overflow=False,
        extra=0,
        input_read_bytes=0,
        output_bytes=0,
        output=b"out",
        stderr_tail=b"",
    )
    return replace(made, **changes)


class Scripted:
    """A forkserver that gives the runs that it was told to."""

    def __init__(self, *runs: Run) -> None:
        self.left = list(runs)

    def run(self, data, limits, *, keep_output=False) -> Run:
        return self.left.pop(0)


class Seven:
    """An instrument that always counts seven."""

    name = "seven"
    slowdown = 10.0

    def count(self, launch, data, limits) -> int:
        return 7


def confirmed(*runs: Run, times: int = 5, instrument=None):
    return confirm(Scripted(*runs), Launch(("x",)), b"", LIMITS, times, instrument)  # type: ignore[arg-type]


def test_gives_the_least_time_and_its_spread():
    found = confirmed(run(0.3), run(0.1), run(0.2), times=3)
    assert found.cpu_s == pytest.approx(0.1)
    assert found.cpu_s_spread == pytest.approx(0.2)
    assert found.runs == 3


@pytest.mark.parametrize(("cpu_s", "runs"), [(0.1, 5), (0.6, 3), (2.5, 2)])
def test_long_runs_are_repeated_less(cpu_s, runs):
    assert confirmed(*[run(cpu_s)] * 5).runs == runs


def test_never_makes_more_runs_than_asked_for():
    assert confirmed(run(3.0), times=1).runs == 1


def test_the_first_run_that_fails_is_the_answer():
    found = confirmed(run(0.1), run(0.1, Verdict.RUNTIME_ERROR, exit_code=3), run(0.1), instrument=Seven())
    assert (found.verdict, found.exit_code, found.runs, found.instructions) == (Verdict.RUNTIME_ERROR, 3, 2, None)


def test_an_instrument_s_count_carries_its_name():
    found = confirmed(*[run(0.1)] * 5, instrument=Seven())
    assert (found.instructions, found.instrument) == (7, "seven")


def test_a_run_that_an_instrument_would_make_too_long_is_not_counted():
    limits = replace(LIMITS, wall_s=4.0)
    found = confirm(Scripted(run(0.5)), Launch(("x",)), b"", limits, 1, Seven())  # type: ignore[arg-type]
    assert (found.instructions, found.instrument) == (None, "time")


@pytest.mark.parametrize(
    ("pattern", "said", "count"),
    [
        (r"I\s+refs:\s+([\d,]+)", b"==1== I   refs:      1,234,567\n", 1_234_567),
        (r"Collected : ([\d,]+)", b"==1== Collected : 42\n", 42),
        (r"(?:total )?insns: (\d+)", b"cpu 0 insns: 9\ntotal insns: 10\n", 10),
        (r"Collected : ([\d,]+)", b"==1== killed\n", None),
    ],
)
def test_reads_what_a_tool_counted(pattern, said, count):
    assert parse_count(pattern, said) == count


def test_time_alone_can_be_asked_for():
    assert choose_instrument(load({"instrument": "time"})) is None


def needs(tool: str) -> None:
    program = f"qemu-{platform.machine()}" if tool == "qemu" else "valgrind"
    if not shutil.which(program) or not shutil.which("g++"):
        pytest.skip(f"needs {program} and g++")


PLAIN = b"""#include <cstdio>
int main() { int n = 0; unsigned s = 1; scanf("%d", &n); while (n--) s = s * 1664525 + 1013904223; printf("%u", s); }
"""
FLOOD = b"""#include <cstdio>
int main() { for (int i = 0; i < 400000; i++) puts("0123456789012345678901234567890123456789"); }
"""


@pytest.mark.parametrize("tool", ["qemu", "cachegrind", "callgrind"])
def test_counted_instructions_repeat(tool, tmp_path, build_cache):
    needs(tool)
    settings = load({"instrument": tool, "cache_dir": build_cache})
    with open_executor(Solution(tmp_path / "a.cpp", "cpp", PLAIN), settings) as executor:
        first, second = (executor.confirm(b"1000", PATIENT, runs=1, exact=True) for _ in range(2))
        assert (first.instrument, first.instructions) == (tool, second.instructions)
        assert first.instructions > 50_000


def test_two_instruments_agree(tmp_path, build_cache):
    counted = []
    for tool in ("qemu", "cachegrind"):
        needs(tool)
        settings = load({"instrument": tool, "cache_dir": build_cache})
        with open_executor(Solution(tmp_path / "a.cpp", "cpp", PLAIN), settings) as executor:
            counted.append(executor.confirm(b"3000000", PATIENT, runs=1, exact=True).instructions)
    assert counted[0] == pytest.approx(counted[1], rel=0.02)


def test_only_who_asks_for_exact_counts_pays_for_them(tmp_path, build_cache):
    needs("qemu")
    settings = load({"instrument": "qemu", "cache_dir": build_cache})
    with open_executor(Solution(tmp_path / "a.cpp", "cpp", PLAIN), settings) as executor:
        assert executor.confirm(b"1000", LIMITS).instructions is None


def test_what_a_program_prints_while_it_is_counted_is_thrown_away(tmp_path, build_cache):
    needs("qemu")
    settings = load({"instrument": "qemu", "cache_dir": build_cache})
    with open_executor(Solution(tmp_path / "a.cpp", "cpp", FLOOD), settings) as executor:
        assert executor.confirm(b"", PATIENT, runs=1, exact=True).instructions > 10_000_000


@pytest.mark.parametrize("script", ["exit 3", "kill -9 $$", "sleep 60"])
def test_a_program_that_fails_or_does_not_end_is_not_counted(script):
    assert run_counted(["/bin/sh", "-c", script], b"", cwd=None, timeout_s=0.5) != 0


GLOBAL_OBJECT = b"""
#include <cstdio>
struct Table {
    unsigned long made = 1;
    Table() { for (unsigned long i = 0; i < 200000000; i++) made = made * 6364136223846793005 + i; }
} table;
int main() { std::printf("%lu\\n", table.made); }
"""


@pytest.mark.skipif(not shutil.which("g++"), reason="needs g++")
def test_time_before_main_is_in_the_time_that_is_told_and_not_in_what_the_search_pays(tmp_path, build_cache):
    solution = Solution(tmp_path / "table.cpp", "cpp", GLOBAL_OBJECT)
    with open_executor(solution, load({"cache_dir": build_cache})) as executor:
        told, paid = executor.confirm(b"", PATIENT, runs=1), executor.run(b"", PATIENT)
    assert told.cpu_s > 5 * paid.cpu_ns / 1e9
    assert paid.count > 200_000_000
