"""`slowpath bench rewrites`: is nothing wrong ever shown, and how much faster do programs become?

Two measurements over folders of right programs (`solution.*`, or `accepted.*` beside a wrong one). With `--wrong` each
gets planted mistakes (`bench.mutants`), and every such version is handed to the proof like any rewrite: to the
evidence, then to a search. What isn't told apart is searched once more with a larger budget and another seed; what
falls then got through and is counted as such, what agrees again most likely changes nothing and is listed to be looked
at. Without `--wrong` the programs are made faster by the rules (`slowpath optimize`).

Each job runs in a process of its own. Results are JSON lines, appended to the file of `--resume` as they come; what
stands there already isn't run again.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from slowpath import pipeline
from slowpath.bench.mutants import mutants
from slowpath.bench.rewrites_jobs import AGREED, FAILED, NOT_BUILT, TOLD_APART, Job, Outcome, name_of
from slowpath.errors import UsageError
from slowpath.wire import decode, encode

DEFAULT_SECONDS = 30.0
WALL_GRACE_S = 600.0
WALL_PER_SECOND = 20.0
MUCH_FASTER = 2.0


def parser() -> argparse.ArgumentParser:
    """The bench's own arguments."""
    made = argparse.ArgumentParser(
        prog="slowpath bench rewrites", description="Measures the proof of rewrites, and what the rules gain.")
    made.add_argument("data", metavar="DATA", type=Path, nargs="+", help="a program's folder, or a folder of such")
    made.add_argument("--wrong", action="store_true", help="plant mistakes and count what the proof lets through")
    made.add_argument("--limit", metavar="N", type=int, help="at most this many planted versions, over all programs")
    made.add_argument("--seconds", metavar="S", type=float, default=DEFAULT_SECONDS,
                      help=f"the budget of each candidate or program (default: {DEFAULT_SECONDS:.0f})")
    made.add_argument("--cpu", action="store_true", help="count CPU seconds, of all processes together")
    made.add_argument("--again", metavar="K", type=float, default=4.0,
                      help="search K times as long for what isn't told apart (default: 4)")
    made.add_argument("--known-worst", action="store_true",
                      help="measure speed on what worst.py beside a program prints, instead of searching")
    made.add_argument("--seed", metavar="K", type=int, default=0, help="seed of all randomness (default: 0)")
    made.add_argument("--only", metavar="NAME", action="append", default=[], help="only this program; repeatable")
    made.add_argument("--resume", metavar="FILE", type=Path,
                      help="append results to this file, and run nothing again that stands there")
    made.add_argument("--json", action="store_true", help="print one JSON object per line")
    return made


def main(argv: Sequence[str]) -> int:
    """Runs the bench and prints its table. Returns 1 where something wrong got through, else 0."""
    options = parser().parse_args(argv)
    programs = [path for path in _programs(options.data) if not options.only or name_of(path) in options.only]
    if not programs:
        raise UsageError("There are no programs in what was given.", "Give folders with solution.* or accepted.*.")
    known = {made.key: made for made in _known(options.resume)}
    outcomes = []
    for job in jobs_of(programs, options):
        made = known.get(job.key)
        if made is None:
            made = _done(job)
            _kept(options.resume, made)
        outcomes.append(made)
        if options.json:
            _print_json(encode(made))
        else:
            sys.stderr.write(f"{made.program}: {made.label or made.origin} {made.verdict} {made.failure}\n")
    summary = (wrong_summary if options.wrong else gain_summary)(outcomes)
    if options.json:
        _print_json(summary)
    else:
        (_print_wrong if options.wrong else _print_gains)(outcomes, summary)
    return 1 if summary.get("got_through") else 0


def jobs_of(programs: Sequence[Path], options: argparse.Namespace) -> list[Job]:
    """All that is to be done. Planted versions are drawn evenly over the programs."""
    job = Job(Path(), None, options.seconds, options.cpu, options.seed, options.again, options.known_worst)
    if not options.wrong:
        return [replace(job, program=program) for program in programs]
    rng = random.Random(options.seed)
    planted: list[list[Job]] = []
    for program in programs:
        solution = pipeline.read_solution(program)
        numbers = list(range(len(mutants(solution.source, solution.language))))
        rng.shuffle(numbers)
        planted.append([replace(job, program=program, mutant=number) for number in numbers])
    rng.shuffle(planted)
    rounds = max(map(len, planted), default=0)
    dealt = [group[turn] for turn in range(rounds) for group in planted if turn < len(group)]
    return dealt[:options.limit]


def _programs(folders: Sequence[Path]) -> Iterator[Path]:
    """The right program of each folder, or of each folder in it."""
    for folder in folders:
        if not folder.is_dir():
            raise UsageError(f"{folder}: no such folder.", "Give a folder of programs.")
        own = _program(folder)
        inner = sorted(path for path in folder.iterdir() if path.is_dir()) if own is None else []
        yield from (found for found in [own, *map(_program, inner)] if found is not None)


def _program(folder: Path) -> Path | None:
    names = [folder / f"{stem}{suffix}" for stem in ("solution", "accepted") for suffix in (".cpp", ".py")]
    return next((path for path in names if path.exists()), None)


def _done(job: Job) -> Outcome:
    """The job, done in a process of its own; how that failed is in the outcome."""
    failed = Outcome(name_of(job.program), job.mutant, job.seconds, job.by_cpu, job.seed, verdict=FAILED)
    try:
        done = subprocess.run([sys.executable, "-m", "slowpath.bench.rewrites_run"], input=json.dumps(encode(job)),
                              capture_output=True, text=True, check=False,
                              timeout=WALL_GRACE_S + WALL_PER_SECOND * job.seconds * (1 + job.again))
    except subprocess.TimeoutExpired:
        return replace(failed, failure="it didn't end")
    if done.returncode != 0 or not done.stdout.strip():
        said = done.stderr.strip().splitlines()
        return replace(failed, failure=said[-1] if said else f"it ended with {done.returncode}")
    return decode(Outcome, json.loads(done.stdout))


def wrong_summary(outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """How many planted versions there were, and what became of them. `got_through` are those that only the second
    search told apart; `alike` agreed twice."""
    counted = [made for made in outcomes if made.verdict in (TOLD_APART, AGREED)]
    told = [made for made in counted if made.verdict == TOLD_APART]
    return {"versions": len(counted), "not_built": sum(made.verdict == NOT_BUILT for made in outcomes),
            "failed": sum(made.verdict == FAILED for made in outcomes),
            "by_evidence": sum(made.by == "evidence" and not made.agreed_then for made in told),
            "by_search": sum(made.by == "search" for made in told),
            "got_through": sum(made.agreed_then for made in told), "alike": len(counted) - len(told)}


def gain_summary(outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """How many programs became faster, and by how much; a program that didn't counts as 1."""
    ratios = [made.geomean for made in outcomes if not made.failure]
    return {"programs": len(outcomes), "failed": sum(bool(made.failure) for made in outcomes),
            "faster": sum(bool(made.origin) for made in outcomes),
            "much_faster": sum(bool(made.origin) and made.geomean >= MUCH_FASTER for made in outcomes),
            "geomean": math.exp(sum(map(math.log, ratios)) / len(ratios)) if ratios else 1.0}


def _print_wrong(outcomes: Sequence[Outcome], summary: dict[str, Any]) -> None:
    table = Table("program", "planted", "change", "", "inputs agreed", title="Not told apart at once")
    for made in outcomes:
        if made.agreed_then or made.verdict in (AGREED, FAILED):
            said = "GOT THROUGH" if made.agreed_then else made.failure or "agreed twice"
            table.add_row(*map(Text, (made.program, made.label, made.change, said, f"{made.inputs_agreed:,}")))
    console = Console()
    console.print(table)
    console.print(f"{summary['versions']} planted versions: {summary['by_evidence']} told apart by the evidence,"
                  f" {summary['by_search']} by the search, {summary['got_through']} got through,"
                  f" {summary['alike']} agreed twice; {summary['not_built']} didn't compile,"
                  f" {summary['failed']} failed.")


def _print_gains(outcomes: Sequence[Outcome], summary: dict[str, Any]) -> None:
    table = Table("program", "changed by", "speed-up", "memory", "growth", "inputs agreed")
    for made in outcomes:
        if made.origin:
            growth = f"{made.growth_before} -> {made.growth_after}" if made.growth_before and made.growth_after else ""
            cells = (made.program, made.origin, f"{made.geomean:.3g} ({made.low:.3g}-{made.high:.3g})",
                     f"{made.memory_reduction:.3g}", growth, f"{made.inputs_agreed:,}")
        else:
            cells = (made.program, "", "none", "", made.failure or made.reason, "")
        table.add_row(*map(Text, cells))
    console = Console()
    console.print(table)
    console.print(f"{summary['faster']} of {summary['programs']} faster, {summary['much_faster']} at least"
                  f" {MUCH_FASTER:g} times; geometric mean over all {summary['geomean']:.3g}.")


def _known(file: Path | None) -> Iterator[Outcome]:
    """What stands in the file already, but for failures and a line that was cut off."""
    if file is None or not file.exists():
        return
    for line in file.read_text(encoding="utf-8").splitlines():
        try:
            made: Outcome = decode(Outcome, json.loads(line))
        except ValueError:
            continue
        if not made.failure:
            yield made


def _kept(file: Path | None, made: Outcome) -> None:
    if file is not None:
        with file.open("a", encoding="utf-8") as out:
            out.write(json.dumps(encode(made), ensure_ascii=False) + "\n")


def _print_json(value: Any) -> None:
    sys.stdout.write(json.dumps(value, ensure_ascii=False) + "\n")
