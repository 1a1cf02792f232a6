"""`slowpath bench search`: our search against PerfFuzz, AFL++, patterns alone, random inputs and blind search.

Every searcher has the same target, the same budget in CPU seconds and the same judges (`search_judging`), several seeds
each; seeds go outermost, so that a bench that is ended early has said something of every target. Results are JSON
lines, appended to the file of `--resume` as they come; what stands there already isn't run again.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from slowpath.bench.constraints import solutions
from slowpath.bench.known_worst import examples_folder
from slowpath.bench.search.jobs import BASELINES, OURS, SEARCHERS, Ground, Job, Run
from slowpath.bench.search.run import GROUND
from slowpath.bench.search.summary import grouped
from slowpath.bench.search.table import print_tables, summary_object, target_object
from slowpath.bench.separate import done_apart
from slowpath.errors import UsageError
from slowpath.model.campaign import ABLATIONS
from slowpath.wire import decode, encode

DEFAULT_CPU_SECONDS = 20.0
DEFAULT_SEEDS = 3
WALL_GRACE_S = 900.0
WALL_PER_CPU = 40.0


def parser() -> argparse.ArgumentParser:
    """The bench's own arguments."""
    made = argparse.ArgumentParser(
        prog="slowpath bench search",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Searches problems by Slowpath and by baselines, with the same budget, and compares the best inputs"
        " that the same validators accept.",
        epilog="baselines:\n"
        + "\n".join(f"  {name:13} {SEARCHERS[name].what}" for name in BASELINES)
        + "\n\nWhat --ablate leaves out is left out of Slowpath's own search and of no-feedback.",
    )
    made.add_argument(
        "data", metavar="DIR", type=Path, nargs="*", help="folders of problem folders (default: the clone's examples)"
    )
    made.add_argument(
        "--cpu-seconds",
        metavar="S",
        type=float,
        default=DEFAULT_CPU_SECONDS,
        help=f"search each this long (default: {DEFAULT_CPU_SECONDS:.0f})",
    )
    made.add_argument(
        "--seeds",
        metavar="K",
        type=int,
        default=DEFAULT_SEEDS,
        help=f"searches of each kind (default: {DEFAULT_SEEDS})",
    )
    made.add_argument(
        "--baselines", metavar="A,B", default=",".join(BASELINES), help='only these, or "" for none (default: all)'
    )
    made.add_argument(
        "--ablate",
        metavar="WHAT",
        choices=ABLATIONS,
        action="append",
        default=[],
        help=f"leave this out: {', '.join(ABLATIONS)}; repeatable",
    )
    made.add_argument("--only", metavar="NAME", action="append", default=[], help="only this problem; repeatable")
    made.add_argument(
        "--resume",
        metavar="FILE",
        type=Path,
        help="append results to this file, and run nothing again that stands there",
    )
    made.add_argument("--report", action="store_true", help="run nothing, say what stands in the file of --resume")
    made.add_argument("--json", action="store_true", help="print one JSON object per line")
    return made


def main(argv: Sequence[str]) -> int:
    """Runs the bench and prints its tables. Returns 0; a search that fails is a row that says so."""
    options = parser().parse_args(argv)
    searchers = (OURS, *filter(None, options.baselines.split(",")))
    unknown = sorted(set(searchers) - set(SEARCHERS))
    if unknown:
        raise UsageError(f"no such baseline: {', '.join(unknown)}.", f"There are {', '.join(BASELINES)}.")
    paths = list(solutions(options.data or [examples_folder()], options.only))
    journal = Journal.of(options.resume, options.json)
    left_out = {name: tuple(sorted(options.ablate)) if SEARCHERS[name].obeys_ablations else () for name in searchers}
    jobs = [
        Job(path, searcher, seed, options.cpu_seconds, left_out[searcher])
        for seed in range(options.seeds)
        for path in paths
        for searcher in searchers
        if SEARCHERS[searcher].takes(path)
    ]
    wanted = {_key(job) for job in jobs}
    for job in jobs if not options.report else ():
        if job.solution.parent.name not in journal.grounds:
            journal.add(ground_of(job))
        if _key(job) not in journal.runs:
            if not options.json:
                sys.stderr.write(f"{job.solution.parent.name}: {job.searcher}, seed {job.seed} ...\n")
            journal.add(run_of(job))
    rows = grouped(journal.grounds, [run for key, run in journal.runs.items() if key in wanted])
    if options.json:
        for row in rows:
            _print_json(target_object(row, options.cpu_seconds))
        _print_json(summary_object(rows, options.cpu_seconds, options.seeds))
    else:
        print_tables(rows, options.cpu_seconds)
    return 0


def _key(job: Job) -> tuple:
    return (job.solution.parent.name, job.searcher, job.seed, job.cpu_seconds, job.ablations)


@dataclass
class Journal:
    """What is measured already, by problem and by key; new results are appended to the file, if there is one."""

    grounds: dict[str, Ground]
    runs: dict[tuple, Run]
    file: Path | None = None
    prints: bool = False

    @classmethod
    def of(cls, file: Path | None, prints: bool) -> Journal:
        """With what an earlier bench wrote there; a line that was cut off when it ended is passed over."""
        made = cls({}, {}, file, prints)
        for entry in _lines(file):
            made.take(decode(Ground, entry) if entry["event"] == "ground" else decode(Run, entry))
        return made

    def take(self, entry: Ground | Run) -> None:
        """Takes note of a result. A failure isn't kept in mind, so that it's tried again when the bench is resumed."""
        if isinstance(entry, Ground):
            self.grounds[entry.problem] = entry
        else:
            self.runs[entry.key] = entry

    def add(self, entry: Ground | Run) -> None:
        """Takes note of a new result, prints and appends it."""
        self.take(entry)
        line = entry_object(entry)
        if self.prints:
            _print_json(line)
        if self.file is not None:
            with self.file.open("a", encoding="utf-8") as out:
                out.write(_dumped(line) + "\n")


def _lines(file: Path | None) -> Iterator[dict[str, Any]]:
    if file is None or not file.exists():
        return
    for line in file.read_text(encoding="utf-8").splitlines():
        try:
            entry = json.loads(line)
        except ValueError:
            continue
        if entry.get("event") in ("ground", "run") and not entry.get("failure"):
            yield entry


def entry_object(entry: Ground | Run) -> dict[str, Any]:
    """The JSON object of a result, from which it can be read again."""
    return {"event": "ground" if isinstance(entry, Ground) else "run", **encode(entry)}


def ground_of(job: Job) -> Ground:
    """What the problem's runs are held against."""
    made = _done(Job(job.solution, GROUND, 0, job.cpu_seconds))
    return (
        decode(Ground, made)
        if isinstance(made, dict)
        else Ground(job.solution.parent.name, job.solution.suffix[1:], failure=made)
    )


def run_of(job: Job) -> Run:
    """The job, done in a process of its own."""
    made = _done(job)
    return (
        decode(Run, made)
        if isinstance(made, dict)
        else Run(job.solution.parent.name, job.searcher, job.seed, job.cpu_seconds, job.ablations, failure=made)
    )


def _done(job: Job) -> dict[str, Any] | str:
    return done_apart("slowpath.bench.search.run", job, WALL_GRACE_S + WALL_PER_CPU * job.cpu_seconds)


def _dumped(value: dict[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _print_json(value: dict[str, Any]) -> None:
    sys.stdout.write(_dumped(value) + "\n")
    sys.stdout.flush()
