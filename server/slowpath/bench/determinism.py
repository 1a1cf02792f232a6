"""`slowpath bench determinism`: whether two runs of one campaign agree event for event, on several interpreters.

Every problem is searched with the same budget in executions and the same seed by each interpreter twice, the second
time with another seed of its string hashes. The first event that differs is shown. The programs under test are the same
for all.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from pathlib import Path

from slowpath import pipeline
from slowpath import settings as settings_module
from slowpath.bench.known_worst import examples_folder
from slowpath.errors import UsageError
from slowpath.model.campaign import Budget, CampaignEvent, without_times
from slowpath.model.languages import SUFFIXES
from slowpath.storage.memory import MemoryStore
from slowpath.wire import dumps

DEFAULT_EXECUTIONS = 600
HASH_SEEDS = ("1", "2")
SHOWN = 300


def parser() -> argparse.ArgumentParser:
    """The bench's own arguments."""
    made = argparse.ArgumentParser(
        prog="slowpath bench determinism",
        description="Searches problems twice with each interpreter, which must have what Slowpath needs installed,"
        " and compares the events.",
    )
    made.add_argument(
        "data", metavar="DIR", type=Path, nargs="*", help="folders of problem folders (default: the clone's examples)"
    )
    made.add_argument(
        "--python", metavar="PATH", action="append", default=[], help="also under this interpreter; repeatable"
    )
    made.add_argument(
        "--executions",
        metavar="N",
        type=int,
        default=DEFAULT_EXECUTIONS,
        help=f"search each this many executions (default: {DEFAULT_EXECUTIONS})",
    )
    made.add_argument("--seed", metavar="K", type=int, default=0, help="seed of all randomness (default: 0)")
    made.add_argument("--only", metavar="NAME", action="append", default=[], help="only this problem; repeatable")
    made.add_argument("--print-events", metavar="FILE", type=Path, help=argparse.SUPPRESS)
    return made


def main(argv: Sequence[str]) -> int:
    """Runs the bench; 1 where any two runs differ."""
    options = parser().parse_args(argv)
    if options.print_events is not None:
        for line in events(options.print_events, options.executions, options.seed):
            sys.stdout.write(line + "\n")
        return 0
    interpreters = [sys.executable, *options.python]
    differing = 0
    for solution in _solutions(options.data or [examples_folder()], options.only):
        runs = [
            (f"{interpreter} (hash seed {hash_seed})", _run(interpreter, hash_seed, solution, options))
            for interpreter in interpreters
            for hash_seed in HASH_SEEDS
        ]
        (_, expected), *others = runs
        lines = [said for name, made in others if (said := _difference(name, expected, made))]
        differing += bool(lines)
        sys.stdout.write(
            f"{solution.parent.name}: {len(expected)} events, "
            + (f"DIFFERS\n{''.join(lines)}" if lines else f"the same in {len(runs)} runs\n")
        )
        sys.stdout.flush()
    return 1 if differing else 0


def events(path: Path, executions: int, seed: int) -> Iterator[str]:
    """The events of one campaign without times, each as a line of JSON."""
    settings = settings_module.load()
    solution = pipeline.read_solution(path)
    problem = pipeline.read_problem(solution)
    spec = pipeline.campaign_spec(
        solution, problem, pipeline.infer_format(problem, solution), settings, Budget(None, executions), seed
    )
    for event in pipeline.find(
        spec, settings, MemoryStore(), campaign_id="determinism", stop=lambda: False, clock=time.monotonic
    ):
        yield dumps(without_times(event), CampaignEvent)


def _solutions(folders: Sequence[Path], only: Sequence[str]) -> Iterator[Path]:
    for folder in folders:
        for problem in sorted(folder.iterdir()):
            if not only or problem.name in only:
                yield from sorted(path for path in problem.glob("solution.*") if path.suffix in SUFFIXES)


def _run(interpreter: str, hash_seed: str, solution: Path, options: argparse.Namespace) -> list[str]:
    command = [
        interpreter,
        "-m",
        "slowpath",
        "bench",
        "determinism",
        "--print-events",
        str(solution),
        "--executions",
        str(options.executions),
        "--seed",
        str(options.seed),
    ]
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, env={**os.environ, "PYTHONHASHSEED": hash_seed}
    )
    if done.returncode != 0:
        raise UsageError(
            f"{interpreter} can't run the campaign: {done.stderr.strip()[-500:]}",
            "Install Slowpath's requirements there.",
        )
    return done.stdout.splitlines()


def _difference(name: str, expected: Sequence[str], made: Sequence[str]) -> str:
    for number, (ours, theirs) in enumerate(zip_longest(expected, made, fillvalue="nothing"), 1):
        if ours != theirs:
            at = next((i for i, (a, b) in enumerate(zip(ours, theirs, strict=False)) if a != b), 0)
            start = max(0, at - SHOWN // 2)
            return f"  {name}: event {number}\n    {ours[start : start + SHOWN]}\n    {theirs[start : start + SHOWN]}\n"
    return ""
