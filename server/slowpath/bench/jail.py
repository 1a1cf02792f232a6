"""Measures what the jail costs: `slowpath bench jail`.

Each program is opened twice, in each jail that works here and in none, and run in series taken by turns. Printed is the
median, over the pairs of series, of runs for each second of CPU time in the jail over those without, ours and that of
all processes below us: 1.00 is no cost. Unlike the clock that hardly depends on what else the machine does. What it
takes to start a program is paid once for all runs, and not counted.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from slowpath.bench.executor import JAVA_SUM, PYTHON_SUM
from slowpath.bench.hot_loops import SUM
from slowpath.bench.opened import LIMITS
from slowpath.model.languages import LANGUAGE_FACTS, name_of
from slowpath.model.problem import Solution
from slowpath.model.validation import ValidatorSource
from slowpath.sandbox.jail import OFF, working_jails
from slowpath.settings import Settings, load
from slowpath.toolchain import open_executor
from slowpath.toolchain.java.jdk import found_jdks
from slowpath.toolchain.validators import open_validator

LEAST_RATIO = 0.9
SERIES_S = 0.7
WARM_RUNS = 50
TINY = b"3\n3 1 2\n"
LARGE = f"{15_000}\n{' '.join(str(i * 7919 % 999_983) for i in range(15_000))}\n".encode()
VALIDATOR = '#include <cstdio>\nint main() { int n; return scanf("%d", &n) != 1; }\n'
Row = tuple[str, str, float]
"""(jail, what, its rate over that without)."""


def main(arguments: list[str] | None = None) -> int:
    """Prints the table; 1 when a jail costs more than a tenth, or there is none."""
    parser = argparse.ArgumentParser(prog="slowpath bench jail", description=__doc__)
    parser.add_argument("--pairs", type=int, default=5, help="pairs of series for each program (default: 5)")
    options = parser.parse_args(arguments)
    kept = True
    rows = 0
    for jail, what, ratio in measure(options.pairs):
        sys.stdout.write(
            f"{jail:14} {what:34} {ratio:6.3f}   at least {LEAST_RATIO}  "
            f"{'ok' if ratio >= LEAST_RATIO else 'NOT KEPT'}\n"
        )
        sys.stdout.flush()
        kept &= ratio >= LEAST_RATIO
        rows += 1
    return 0 if kept and rows else 1


def measure(pairs: int) -> Iterator[Row]:
    """The rows of the table, one by one."""
    for jail in working_jails():
        with tempfile.TemporaryDirectory(prefix="slowpath-bench-") as folder:
            for what, opened in _programs(Path(folder)):
                yield jail.name, what, _ratio(opened, jail.name, pairs)


Opened = Callable[[Settings], contextlib.AbstractContextManager[Callable[[], object]]]
"""Opens a program under settings; what is given back runs it once."""


def _programs(folder: Path) -> list[tuple[str, Opened]]:
    made = []
    sums = {"cpp": SUM.encode(), "python": PYTHON_SUM, "java": JAVA_SUM.encode()}
    if all(found.objection for found in found_jdks(load())):
        del sums["java"]
    for language, source in sums.items():
        name, path = name_of(language), folder / f"sum{LANGUAGE_FACTS[language].suffixes[0]}"
        path.write_bytes(source)
        for data, size in ((TINY, "8 bytes"), (LARGE, f"{len(LARGE) // 1000} KB")):
            made.append((f"runs, {name}, {size}", _executing(Solution(path, language, source), data)))
    validator = folder / "validator.cpp"
    validator.write_text(VALIDATOR, "utf-8")
    return [*made, ("validations, C++, 8 bytes", _validating(ValidatorSource("program", validator, folder)))]


def _executing(solution: Solution, data: bytes) -> Opened:
    @contextlib.contextmanager
    def opened(settings: Settings) -> Iterator[Callable[[], object]]:
        with open_executor(solution, settings) as executor:
            yield lambda: executor.run(data, LIMITS)

    return opened


def _validating(source: ValidatorSource) -> Opened:
    @contextlib.contextmanager
    def opened(settings: Settings) -> Iterator[Callable[[], object]]:
        validator = open_validator(source, settings)
        yield lambda: validator.validate(TINY)

    return opened


def _ratio(opened: Opened, jail: str, pairs: int) -> float:
    """The median of the pairs; either comes first by turns."""
    with opened(load({"jail": jail})) as inside, opened(load({"jail": OFF})) as outside:
        _series_s(inside, WARM_RUNS)
        runs = max(WARM_RUNS, round(WARM_RUNS * SERIES_S / max(0.001, _series_s(outside, WARM_RUNS))))
        ratios = []
        for pair in range(pairs):
            order = (inside, outside) if pair % 2 else (outside, inside)
            taken = {run: _series_s(run, runs) for run in order}
            ratios.append(taken[outside] / taken[inside])
        return statistics.median(ratios)


def _series_s(run: Callable[[], object], runs: int) -> float:
    start = _cpu_s()
    for _ in range(runs):
        run()
    return _cpu_s() - start


def _cpu_s() -> float:
    """CPU seconds of this process and of all that live below it, with those of their children that have ended."""
    parents, used = {}, {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            fields = path.read_text("utf-8", "replace").rpartition(")")[2].split()
            pid = int(path.parent.name)
            parents[pid], used[pid] = int(fields[1]), sum(map(int, fields[11:15]))
    return time.process_time() + sum(used[pid] for pid in used if _is_below(pid, parents)) / os.sysconf("SC_CLK_TCK")


def _is_below(pid: int, parents: dict[int, int]) -> bool:
    while pid in parents:
        pid = parents[pid]
        if pid == os.getpid():
            return True
    return False


if __name__ == "__main__":
    sys.exit(main())
