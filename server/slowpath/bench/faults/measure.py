"""`slowpath bench faults`: how many wrong programs of a benchmark a search exposes, how soon, and how small.

Each pair of a wrong and a right program is one search in a process of its own. Pairs that AlgoBugs' own curation
wouldn't take (section III-A2: the wrong program must pass the samples; where it's asked for, few lines may differ) are
left out and said. What a search shows is judged anew by clean builds and validators (`faults_judging`). Results are
JSON lines, appended to the file of `--resume` as they come; what stands there already isn't run again.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from slowpath.bench.faults.jobs import Exposure, Job, key_of
from slowpath.bench.faults.pairs import chosen, pairs_in
from slowpath.bench.faults.table import exposure_object, print_tables, summary_object, summary_of
from slowpath.bench.kinds import pair_kinds
from slowpath.bench.separate import done_apart
from slowpath.errors import UsageError
from slowpath.wire import decode, encode

DEFAULT_SECONDS = 60.0
CODEFORCES_FLAGS = "-O2 -std=c++20 -DONLINE_JUDGE"
"""Many programs read a file where the last isn't defined."""
WALL_GRACE_S = 600.0
WALL_PER_SECOND = 20.0


def parser() -> argparse.ArgumentParser:
    """The bench's own arguments."""
    made = argparse.ArgumentParser(
        prog="slowpath bench faults",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Searches pairs of a wrong and a right program for inputs that expose the fault.",
        epilog="layouts: AlgoBugs' (metadata.json, statement, both programs; folders or zips) and folders with\n"
        "buggy.*, accepted.* and, where it's known, bug.toml beside a statement and samples",
    )
    made.add_argument("data", metavar="DATA", type=Path, help="a folder of pairs, or a zip")
    made.add_argument(
        "--seconds",
        metavar="S",
        type=float,
        default=DEFAULT_SECONDS,
        help=f"search each pair this long (default: {DEFAULT_SECONDS:.0f})",
    )
    made.add_argument("--cpu", action="store_true", help="count CPU seconds, of all processes together")
    made.add_argument(
        "--first",
        action="store_true",
        help="end each search with its first breaking input: what is exposed, not how small or why",
    )
    made.add_argument("--no-sanitizers", action="store_true", help="search without the build under sanitizers")
    made.add_argument("--seed", metavar="K", type=int, default=0, help="seed of all randomness (default: 0)")
    made.add_argument(
        "--only",
        metavar="NAME",
        action="append",
        default=[],
        help="only this problem, or this pair as PROBLEM/PAIR; repeatable",
    )
    made.add_argument("--kinds", action="store_true", help="only pairs whose kind of bug is known")
    made.add_argument("--limit", metavar="N", type=int, help="at most this many pairs of each problem")
    made.add_argument(
        "--most-changed", metavar="N", type=int, help="leave out pairs in which more lines differ (default: none)"
    )
    made.add_argument(
        "--formats",
        metavar="DIR",
        type=Path,
        help="what was written by hand: PROBLEM.format, PROBLEM.checker.ENDING, PROBLEM.guarantee.ENDING (programs),"
        " which judges inputs, and PROBLEM.validator.ENDING, which judges results only",
    )
    made.add_argument(
        "--flags",
        metavar="FLAGS",
        default=CODEFORCES_FLAGS,
        help=f"the judge's compiler flags (default: '{CODEFORCES_FLAGS}', as Codeforces has them)",
    )
    made.add_argument("--save", metavar="DIR", type=Path, help="keep the breaking inputs with their outputs here")
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
    """Runs the bench and prints its table. Returns 0; a pair that fails is a row that says so."""
    options = parser().parse_args(argv)
    if not options.data.exists():
        raise UsageError(f"{options.data}: no such file or folder.", "Give the folder of a benchmark's pairs.")
    with tempfile.TemporaryDirectory(prefix="slowpath-pairs-") as scratch:
        pairs = chosen(
            [
                pair
                for pair in pairs_in(options.data, Path(scratch))
                if not options.kinds or pair_kinds(pair.problem, pair.name, pair.label)
            ],
            options.only,
            options.limit,
        )
        if not pairs:
            raise UsageError(f"{options.data}: no pairs in it.", "docs/cli.md says which layouts are known.")
        jobs = [
            Job(
                pair,
                options.seconds,
                options.cpu,
                options.seed,
                options.formats,
                options.save,
                tuple(options.flags.split()),
                options.first,
                not options.no_sanitizers,
            )
            for pair in pairs
        ]
        known = {made.key: made for made in _known(options.resume)}
        found = list(_exposures(jobs, known, options))
    if options.json:
        _print_json(summary_object(summary_of(found)))
    else:
        print_tables(found)
    return 0


def _exposures(jobs: Sequence[Job], known: dict[tuple, Exposure], options: argparse.Namespace) -> Iterator[Exposure]:
    """What each job comes to, or came to earlier; said and kept as it comes."""
    for job in jobs:
        made = known.get(key_of(job))
        if made is None:
            if options.report:
                continue
            if not options.json:
                sys.stderr.write(f"{job.pair.key} ...\n")
            made = _done(job)
            _kept(options.resume, made)
        if options.most_changed is not None and made.changed > options.most_changed and not made.left_out:
            made = replace(made, left_out=f"{made.changed} lines differ")
        if options.json:
            _print_json(exposure_object(made))
        yield made


def _done(job: Job) -> Exposure:
    """The job, done in a process of its own; how that failed is in the result."""
    failed = Exposure(
        job.pair.problem,
        job.pair.name,
        job.pair.label,
        seconds=job.seconds,
        by_cpu=job.by_cpu,
        seed=job.seed,
        only_first=job.only_first,
    )
    made = done_apart("slowpath.bench.faults.run", job, WALL_GRACE_S + WALL_PER_SECOND * job.seconds)
    return replace(failed, failure=made) if isinstance(made, str) else decode(Exposure, made)


def _known(file: Path | None) -> Iterator[Exposure]:
    """What stands in the file already. A failure isn't taken, so that it's tried again; nor a line that was cut off."""
    if file is None or not file.exists():
        return
    for line in file.read_text(encoding="utf-8").splitlines():
        try:
            made: Exposure = decode(Exposure, json.loads(line))
        except ValueError:
            continue
        if not made.failure:
            yield made


def _kept(file: Path | None, made: Exposure) -> None:
    if file is not None:
        with file.open("a", encoding="utf-8") as out:
            out.write(json.dumps(encode(made), ensure_ascii=False) + "\n")


def _print_json(value: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n")
    sys.stdout.flush()
