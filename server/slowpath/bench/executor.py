"""Measures the executor against its limits: `python -m slowpath.bench.executor [--compiler PATH]`.

Prints the rate of executions, what instrumentation costs on hot loops, what a profile costs, and, with --calibrate,
how the deterministic cost compares with callgrind's instructions (valgrind needed, about a minute).
Rates depend on the machine and its load; the ratio of both builds doesn't much.
"""

from __future__ import annotations

import argparse
import math
import resource
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from slowpath.bench.hot_loops import HOT_LOOPS, SUM
from slowpath.model.execution import RunLimits
from slowpath.model.ports import Executor
from slowpath.model.problem import Solution
from slowpath.settings import Settings, load
from slowpath.toolchain import open_executor

LIMITS = RunLimits(cpu_s=20, wall_s=60)
Row = tuple[str, float, str, bool]
"""(what, measured, limit in words, kept)."""


def main(arguments: list[str] | None = None) -> int:
    """Prints the table; 1 when a limit wasn't kept."""
    parser = argparse.ArgumentParser(prog="slowpath bench executor", description=__doc__)
    parser.add_argument("--compiler", default="", help="C++ compiler (default: the one that Slowpath finds)")
    parser.add_argument("--calibrate", action="store_true", help="compare costs with callgrind's instructions")
    options = parser.parse_args(arguments)
    settings = load({"cpp_compiler": options.compiler})
    out = sys.stdout
    if options.calibrate:
        from slowpath.bench.calibration import report
        out.write(report(settings))
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
    yield ("executions per CPU-second, 8 bytes", cpu_rate(settings, tiny, 1000), "", True)
    yield (f"executions per CPU-second, {len(large) // 1000} KB", cpu_rate(settings, large, 100), "", True)
    with opened("sum", SUM, settings) as executor:
        yield _at_least("executions/s, 8 bytes", rate(executor, tiny, 2000), 1500)
        yield _at_least(f"executions/s, {len(large) // 1000} KB", rate(executor, large, 200), 250)
        execution = executor.run(large, LIMITS)
        yield _at_most("profile, ms", best_s(lambda: executor.profile(execution), 200) * 1000, 1.0)
    yield _at_least("executions/s, Python, 8 bytes", python_rate(settings, tiny), 400)
    ratios = []
    for name, (source, n) in HOT_LOOPS.items():
        with opened(name, source, settings) as executor:
            ratios.append(overhead(executor, f"{n}\n".encode()))
            yield (f"search build / clean build, {name}", ratios[-1], "", True)
    mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
    yield _at_most("search build / clean build, geometric mean", mean, 1.5)


def opened(name: str, source: str, settings: Settings) -> Executor:
    """The executor of a C++ program in a text."""
    return open_executor(Solution(Path(f"{name}.cpp"), "cpp", source.encode()), settings)


def rate(executor: Executor, data: bytes, runs: int) -> float:
    """Executions per second, counters read back: the best of three series."""
    def series() -> None:
        for _ in range(runs):
            executor.run(data, LIMITS)

    return runs / best_s(series, 3)


def python_rate(settings: Settings, data: bytes) -> float:
    """Executions per second of a small Python target under the chosen interpreter."""
    source = "n = int(input())\nprint(sum(map(int, input().split())))\n"
    with open_executor(Solution(Path("sum.py"), "python", source.encode()), settings) as executor:
        return rate(executor, data, 500)


def cpu_rate(settings: Settings, data: bytes, runs: int) -> float:
    """Executions per second of CPU time of driver, server and runs together: what an idle core would reach."""
    def used_s() -> float:
        children = resource.getrusage(resource.RUSAGE_CHILDREN)
        return time.process_time() + children.ru_utime + children.ru_stime

    executor = opened("sum", SUM, settings)
    start = used_s()
    for _ in range(runs):
        executor.run(data, LIMITS)
    executor.close()
    return runs / (used_s() - start)


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
