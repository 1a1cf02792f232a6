"""Measures the executor against its limits: `python -m slowpath.bench.executor [--compiler PATH]`.

Prints the rate of executions, against a bare forkserver in C and in batches, how many outputs a second checkers judge,
what the engine takes beside the target, what instrumentation costs on hot loops, what a profile costs, and, with
--calibrate, how the deterministic cost compares with callgrind's instructions (valgrind needed, about a minute). Rates
depend on the machine and its load; ratios don't much.
"""

from __future__ import annotations

import argparse
import math
import resource
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from slowpath.bench.bare_forkserver import BareForkserver
from slowpath.bench.checkers import checker_rates
from slowpath.bench.engine_share import PROGRAMS, engine_share
from slowpath.bench.hot_loops import HOT_LOOPS, JAVA_HOT_LOOPS, SUM
from slowpath.bench.opened import LIMITS, opened
from slowpath.model.execution import RunRequest
from slowpath.model.ports import Executor
from slowpath.model.problem import Solution
from slowpath.settings import Settings, load
from slowpath.toolchain import open_executor
from slowpath.toolchain.compilers import find_compiler
from slowpath.toolchain.java.jdk import found_jdks

BATCH = 50
JAVA_SUM = """import java.util.Scanner;
public class Main {
    public static void main(String[] arguments) {
        Scanner in = new Scanner(System.in);
        long sum = 0;
        for (int left = in.nextInt(); left > 0; left--) sum += in.nextInt();
        System.out.println(sum);
    }
}
"""
PYTHON_SUM = b"n = int(input())\nprint(sum(map(int, input().split())))\n"
TYPICAL = "counts in a map"
"""The program that the limit on the engine's share is for; the other hardly does more than read."""
Row = tuple[str, float, str, bool]
"""(what, measured, limit in words, kept)."""


def main(arguments: list[str] | None = None) -> int:
    """Prints the table; 1 when a limit wasn't kept."""
    parser = argparse.ArgumentParser(prog="slowpath bench executor", description=__doc__)
    parser.add_argument("--compiler", default="", help="C++ compiler (default: the one that Slowpath finds)")
    parser.add_argument(
        "--calibrate", action="store_true", help="compare costs with callgrind's instructions, Java's with CPU time"
    )
    options = parser.parse_args(arguments)
    settings = load({"cpp_compiler": options.compiler})
    out = sys.stdout
    if options.calibrate:
        from slowpath.bench import calibration_java
        from slowpath.bench.calibration import report

        out.write(report(settings))
        if any(not found.objection for found in found_jdks(settings)):
            out.write(calibration_java.report(settings))
        return 0
    kept_all = True
    for what, measured, limit, kept in measure(settings):
        out.write(f"{what:42} {measured:12,.2f}   {limit:16} {'ok' if kept else 'NOT KEPT'}\n")
        out.flush()
        kept_all &= kept
    return 0 if kept_all else 1


def measure(settings: Settings) -> Iterator[Row]:
    """The rows of the table, one by one."""
    tiny = b"3\n3 1 2\n"
    large = f"{15_000}\n{' '.join(str(i * 7919 % 999_983) for i in range(15_000))}\n".encode()
    for name, data, runs, limit in (("8 bytes", tiny, 600, None), (f"{len(large) // 1000} KB", large, 100, 1.3)):
        yield from against_bare(settings, name, data, runs, limit)
    with opened("sum", SUM, settings) as executor:
        yield _at_least("executions/s, 8 bytes", rate(executor, tiny, 2000), 1500)
        yield _at_least(f"executions/s, {len(large) // 1000} KB", rate(executor, large, 200), 250)
        yield (f"batch / single executions/s, {len(large) // 1000} KB", batch_gain(executor, large, 200), "", True)
        execution = executor.run(large, LIMITS)
        yield _at_most("profile, ms", best_s(lambda: executor.profile(execution), 200) * 1000, 1.0)
    with open_executor(Solution(Path("sum.py"), "python", PYTHON_SUM), settings) as executor:
        yield _at_least("executions/s, Python, 8 bytes", rate(executor, tiny, 500), 400)
        yield _at_least("quick batch / single executions/s, Python", batch_gain(executor, tiny, 500), 5)
    has_jdk = any(not found.objection for found in found_jdks(settings))
    if has_jdk:
        with opened("Main", JAVA_SUM, settings, "java") as executor:
            rate(executor, tiny, 300)  # A virtual machine knows the program only by then.
            yield _at_least("executions/s, Java, 8 bytes", rate(executor, tiny, 500), 300)
    for language, judged, aim in checker_rates(settings):
        yield _at_least(f"outputs judged/s, checker in {language}", judged, aim)
    for name, source in PROGRAMS.items():
        share = engine_share(source, settings)
        yield (
            _at_most(f"engine's share, 100 KB, {name}", share, 0.25)
            if name == TYPICAL
            else (f"engine's share, 100 KB, {name}", share, "", True)
        )
    loops = [("", "cpp", HOT_LOOPS), (", Java", "java", JAVA_HOT_LOOPS)]
    for said, language, programs in loops if has_jdk else loops[:1]:
        ratios = []
        for name, (source, n) in programs.items():
            with opened(name, source, settings, language) as executor:
                ratios.append(overhead(executor, f"{n}\n".encode()))
                yield (f"search build / clean build{said}, {name}", ratios[-1], "", True)
        mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
        yield _at_most(f"search build / clean build{said}, geometric mean", mean, 1.5)


def rate(executor: Executor, data: bytes, runs: int) -> float:
    """Executions per second, counters read back: the best of three series."""

    def series() -> None:
        for _ in range(runs):
            executor.run(data, LIMITS)

    return runs / best_s(series, 3)


def batch_gain(executor: Executor, data: bytes, runs: int) -> float:
    """How many times more executions per second there are in batches, with all that they may do: the best of three
    series each, taken in turns."""
    batch = [RunRequest(data, LIMITS)] * BATCH

    def batches() -> None:
        for _ in range(runs // BATCH):
            for _ in executor.run_many(batch, quick=True):
                continue

    batches()  # Starts the other servers, and gains trust.
    single, together = math.inf, math.inf
    for _ in range(3):
        single = min(single, best_s(lambda: [executor.run(data, LIMITS) for _ in range(runs // BATCH * BATCH)], 1))
        together = min(together, best_s(batches, 1))
    return single / together


def against_bare(settings: Settings, name: str, data: bytes, runs: int, limit: float | None) -> Iterator[Row]:
    """CPU time of driver, server and runs together, against a bare forkserver's in C on the same compiled program:
    medians of five series each, taken in turns. That is the ratio of executions/s on an idle core."""
    if find_compiler(settings).kind != "gcc":
        return
    bare_s, ours_s = [], []
    with BareForkserver(SUM, settings) as bare:
        for _ in range(5):
            bare_s.append(_cpu_s_per_run(lambda: bare.rate(data, runs), runs))
            ours_s.append(_cpu_s_per_run(lambda: run_alone(settings, data, runs), runs))
    yield f"executions per CPU-second, {name}", 1 / statistics.median(ours_s), "", True
    yield f"the same of a bare C forkserver, {name}", 1 / statistics.median(bare_s), "", True
    ratio = statistics.median(ours / bare for ours, bare in zip(ours_s, bare_s, strict=True))
    what = f"bare forkserver's / ours, {name}"
    yield (what, ratio, "", True) if limit is None else _at_most(what, ratio, limit)


def run_alone(settings: Settings, data: bytes, runs: int) -> None:
    """So many runs, one after the other, from start to end."""
    with opened("sum", SUM, settings) as executor:
        for _ in range(runs):
            executor.run(data, LIMITS)


def _cpu_s_per_run(action: Callable[[], object], runs: int) -> float:
    """CPU seconds of this process and of children that have ended."""

    def used_s() -> float:
        children = resource.getrusage(resource.RUSAGE_CHILDREN)
        return time.process_time() + children.ru_utime + children.ru_stime

    start = used_s()
    action()
    return (used_s() - start) / runs


def overhead(executor: Executor, data: bytes) -> float:
    """CPU time of the search build over that of the clean build, each the minimum of five, taken in turns."""
    search, clean = [], []
    for _ in range(5):
        search.append(executor.run(data, LIMITS).cpu_ns / 1e9)
        clean.append(executor.confirm(data, LIMITS, runs=1).cpu_s)
    return min(search) / min(clean)


def best_s(action: Callable[[], object], times: int) -> float:
    """The shortest wall time of `times` calls, in seconds."""
    best = math.inf
    for _ in range(times):
        start = time.perf_counter()
        action()
        best = min(best, time.perf_counter() - start)
    return best


def _at_least(what: str, measured: float, limit: float) -> Row:
    return what, measured, f"at least {limit:,.0f}", measured >= limit


def _at_most(what: str, measured: float, limit: float) -> Row:
    return what, measured, f"at most {limit}", measured <= limit


if __name__ == "__main__":
    sys.exit(main())
