"""What an evaluation costs its driver: `python -m slowpath.evaluation.scale [--on driver|local|ray] UNITS...`

Units search nothing (`work.made_up`), so that all that is measured is the driver: reading units, handing them out,
writing rows, and the report. With `--on driver` rows are made in the driver itself, else in processes, here or on a Ray
cluster, as those of real units. Each number of units is measured in a process of its own (this module again, a `Job` as
JSON in), and a JSON object is printed for it.
"""

from __future__ import annotations

import argparse
import json
import resource
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path

from slowpath.bench.separate import done_apart
from slowpath.evaluation import parquet
from slowpath.evaluation.data import DataSet
from slowpath.evaluation.evaluating import Plan, evaluate
from slowpath.evaluation.journal import NAME, Journal
from slowpath.evaluation.reporting import write_report
from slowpath.evaluation.rows import Row
from slowpath.evaluation.running import LOCAL, RAY, Runner, opened_runner
from slowpath.evaluation.running.runner import Place, Prepare
from slowpath.evaluation.strategies import STRATEGIES
from slowpath.evaluation.units import Content, Program, Unit
from slowpath.evaluation.work.made_up import made_up_row
from slowpath.llm.options import positive_int
from slowpath.model.campaign import Budget
from slowpath.wire import decode

DRIVER = "driver"
MADE_UP = "slowpath.evaluation.work.made_up"
WALL_S, WALL_A_UNIT_S = 600.0, 60.0
"""A measurement is ended after so long."""


class _InDriver:
    """Makes the rows where they are written."""

    cores = 1

    def rows(self, units: Iterable[Unit], prepare: Prepare) -> Iterator[Row]:
        """See `Runner.rows`."""
        for unit in units:
            prepare(unit)
            yield made_up_row(unit)


@dataclass(frozen=True)
class Job:
    """One measurement: so many units, made on `on`, rows below `folder`."""

    units: int
    on: str
    address: str
    folder: Path


def main(arguments: Sequence[str] | None = None) -> int:
    """Measures, and prints an object a number of units. Returns 1 where a measurement failed."""
    given = sys.argv[1:] if arguments is None else arguments
    if not given:
        sys.stdout.write(json.dumps(_measured(decode(Job, json.load(sys.stdin)))))
        return 0
    parser = argparse.ArgumentParser(prog="python -m slowpath.evaluation.scale", description=__doc__)
    parser.add_argument(
        "units", metavar="UNITS", type=positive_int, nargs="+", help="so many units; a measurement each"
    )
    parser.add_argument("--on", choices=(DRIVER, LOCAL, RAY), default=DRIVER, help="where rows are made")
    parser.add_argument("--address", default="", help="the Ray cluster's")
    parser.add_argument("--to", type=Path, help="write rows below this folder (default: a temporary one)")
    options = parser.parse_args(given)
    failed = False
    with tempfile.TemporaryDirectory(prefix="slowpath-scale-", dir=options.to) as folder:
        for number, count in enumerate(options.units):
            job = Job(count, options.on, options.address, Path(folder) / str(number))
            made = done_apart("slowpath.evaluation.scale", job, WALL_S + WALL_A_UNIT_S * count)
            failed = failed or isinstance(made, str)
            line = json.dumps({"units": count, "failure": made} if isinstance(made, str) else made)
            sys.stdout.write(f"{line}\n")
            sys.stdout.flush()
    return int(failed)


def _measured(job: Job) -> dict[str, object]:
    count, on, folder = job.units, job.on, job.folder
    programs = tuple(Program(f"p{number}/1", f"p{number}", "python") for number in range(count))
    content = Content((("solution.py", b"print(1)\n"),), "solution.py")
    data = DataSet("made up", programs, (), lambda *_: content)
    plan = Plan({"default": STRATEGIES["default"]}, Budget(executions=1))
    opened: AbstractContextManager[Runner] = (
        nullcontext(_InDriver()) if on == DRIVER else opened_runner(Place(on, None, job.address, MADE_UP))
    )
    began_s = time.monotonic()
    with Journal(folder) as journal, opened as runner:
        failed = sum(not row.is_done for row in evaluate(data, plan, runner, journal))
    rows, wall_s = _used(), time.monotonic() - began_s
    write_report(folder)
    report = _used()
    whole = folder / parquet.WHOLE
    return {
        "units": count,
        "failed": failed,
        "on": on,
        "wall_s": round(wall_s, 2),
        "driver_cpu_s": rows[0],
        "driver_peak_mib": rows[1],
        "report_cpu_s": round(report[0] - rows[0], 2),
        "with_report_peak_mib": report[1],
        "jsonl_bytes_a_row": (folder / NAME).stat().st_size // count,
        "parquet_bytes_a_row": whole.stat().st_size // count if whole.is_file() else None,
    }


def _used() -> tuple[float, int]:
    """CPU seconds of this process alone, and its peak memory in MiB."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    unit = 1 if sys.platform == "darwin" else 1 << 10
    return round(used.ru_utime + used.ru_stime, 2), used.ru_maxrss * unit >> 20


if __name__ == "__main__":
    sys.exit(main())
