"""`slowpath bench rewrites`: is nothing wrong ever shown, and how much faster do programs become?

Two measurements over folders of right programs (`solution.*`, or `accepted.*` beside a wrong one). With `--wrong` each
gets planted mistakes (`mutants`), and the `buggy.*` that lies beside it is one too; they are drawn evenly over
languages and kinds of bugs. What fails a sample is too easy to say anything, and isn't counted. Every other version is
handed to the proof like one that a model wrote: to the evidence, then to a search. What isn't told apart is searched
once more with a larger budget and another seed; what falls then got through and is counted as such, what agrees again
most likely changes nothing and is listed to be looked at. Without `--wrong` the programs are made faster by the rules
(`slowpath optimize`), with `--way` by a model's recorded replies.

Each job runs in a process of its own. Results are JSON lines, appended to the file of `--resume` as they come; what
stands there already isn't run again.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from slowpath import pipeline
from slowpath.bench.rewrites.ecco import ecco_rows, print_ecco
from slowpath.bench.rewrites.jobs import (
    AGREED,
    FAILED,
    NOT_BUILT,
    NOT_FASTER,
    RULES,
    TOLD_APART,
    TOO_EASY,
    Job,
    Outcome,
    name_of,
    outcome_of,
)
from slowpath.bench.rewrites.spectrum import accepted_programs
from slowpath.bench.separate import done_apart
from slowpath.errors import UsageError
from slowpath.model.languages import SUFFIXES
from slowpath.model.problem import Solution
from slowpath.mutants import mutants
from slowpath.rewrites.asking import FEEDBACK, REFINE, REFLECT
from slowpath.rewrites.ways import WAYS
from slowpath.rewrites.ways.way import RESULTS, WORDS, WORDS_ON_RESULTS
from slowpath.wire import decode, encode

DEFAULT_SECONDS = 30.0
PACKAGES = ("problem.yaml", "problem.xml", "info.toml")
WALL_GRACE_S = 600.0
WALL_PER_SECOND = 20.0
MUCH_FASTER = 2.0
WIDE = 140
_NEEDED = {WORDS: {FEEDBACK}, RESULTS: {REFINE}, WORDS_ON_RESULTS: {REFLECT}}
"""By what a way refines by: the question that it alone asks, or that it asks without those of the others. All begin
with the question of `instruct`, whose row is that of all of them before anything is refined."""
_NEEDED_BY_OTHERS = {RESULTS: {FEEDBACK, REFLECT}}


def parser() -> argparse.ArgumentParser:
    """The bench's own arguments."""
    made = argparse.ArgumentParser(
        prog="slowpath bench rewrites", description="Measures the proof of rewrites, and what the rules gain."
    )
    made.add_argument("data", metavar="DATA", type=Path, nargs="+", help="a program's folder, or a folder of such")
    made.add_argument("--wrong", action="store_true", help="plant mistakes and count what the proof lets through")
    made.add_argument("--limit", metavar="N", type=int, help="at most this many planted versions that pass the samples")
    made.add_argument(
        "--seconds",
        metavar="S",
        type=float,
        default=DEFAULT_SECONDS,
        help=f"the budget of each candidate or program (default: {DEFAULT_SECONDS:.0f})",
    )
    made.add_argument("--cpu", action="store_true", help="count CPU seconds, of all processes together")
    made.add_argument(
        "--again",
        metavar="K",
        type=float,
        default=4.0,
        help="search K times as long for what isn't told apart, 0 for not at all (default: 4)",
    )
    made.add_argument(
        "--way",
        metavar="WAY",
        choices=sorted(WAYS),
        action="append",
        default=[],
        dest="ways",
        help="make the programs faster with a model's replies to questions of this kind; repeatable",
    )
    made.add_argument("--replay", metavar="DIR", type=Path, help="the recorded replies")
    made.add_argument(
        "--known-worst",
        action="store_true",
        help="measure speed on what worst.py beside a program prints, instead of searching",
    )
    made.add_argument("--seed", metavar="K", type=int, default=0, help="seed of all randomness (default: 0)")
    made.add_argument("--only", metavar="NAME", action="append", default=[], help="only this program; repeatable")
    made.add_argument(
        "--resume",
        metavar="FILE",
        type=Path,
        help="append results to this file, and run nothing again that stands there",
    )
    made.add_argument("--json", action="store_true", help="print one JSON object per line")
    return made


def main(argv: Sequence[str]) -> int:
    """Runs the bench and prints its table. Returns 1 where something wrong got through, else 0."""
    options = parser().parse_args(argv)
    programs = [path for path in _programs(options.data) if not options.only or name_of(path) in options.only]
    if not programs:
        raise UsageError("There are no programs in what was given.", "Give folders with solution.* or accepted.*.")
    known = {made.key: made for made in _known(options.resume)}
    outcomes: list[Outcome] = []
    for job in jobs_of(programs, options):
        if options.wrong and options.limit is not None and sum(made.is_counted for made in outcomes) >= options.limit:
            break
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
    """All that may be done. Planted versions come evenly over languages and kinds of bugs, and over the programs of
    each."""
    job = Job(Path(), None, options.seconds, options.cpu, options.seed, options.again, options.known_worst)
    if not options.wrong:
        recorded = _recorded(options.replay) if options.replay is not None else frozenset()
        asked = [
            replace(job, program=program, way=way, replay=str(options.replay))
            for way in options.ways
            for program in programs
            if (way, name_of(program)) in recorded
        ]
        if options.ways and not asked:
            raise UsageError(
                "No replies of that way about these programs are recorded.",
                "Give the folder of the recorded replies: --replay DIR.",
            )
        return asked or [replace(job, program=program) for program in programs]
    rng = random.Random(options.seed)
    groups: dict[tuple[str, str], list[list[Job]]] = {}
    for program in programs:
        solution = pipeline.read_solution(program)
        own: dict[str, list[Job]] = {}
        for number, mutant in enumerate(mutants(solution.source, solution.language)):
            own.setdefault(mutant.category.value, []).append(replace(job, program=program, mutant=number))
        for category, made in own.items():
            rng.shuffle(made)
            groups.setdefault((solution.language, category), []).append(made)
    for programs_of_group in groups.values():
        rng.shuffle(programs_of_group)
    dealt = _in_turn([_in_turn(group) for _, group in sorted(groups.items())])
    return [
        *(
            replace(job, program=program, planted=beside.name)
            for program in programs
            for beside in sorted(program.parent.glob("buggy.*"))
        ),
        *dealt,
    ]


def _recorded(folder: Path) -> frozenset[tuple[str, str]]:
    """The ways of asking, and the programs that were asked about, of the replies in a folder."""
    purposes = [json.loads(path.read_text("utf-8"))["purpose"].split() for path in sorted(folder.glob("*.json"))]
    asked: dict[str, set[str]] = {}
    for prompt, subject, *_ in purposes:
        asked.setdefault(subject.partition(".")[0], set()).add(prompt)
    return frozenset(
        (way.id, name)
        for name, prompts in asked.items()
        for way in WAYS.values()
        if _NEEDED.get(way.feedback, {way.prompt}) <= prompts
        and not _NEEDED_BY_OTHERS.get(way.feedback, set()) & prompts
    )


def _in_turn(groups: Sequence[Sequence[Job]]) -> list[Job]:
    """The first of each, then the second of each, and so on."""
    return [group[turn] for turn in range(max(map(len, groups), default=0)) for group in groups if turn < len(group)]


def _programs(folders: Sequence[Path]) -> Iterator[Path]:
    """The right program of each folder, or of each folder in it."""
    for folder in folders:
        if not folder.is_dir():
            raise UsageError(f"{folder}: no such folder.", "Give a folder of programs.")
        own = _program(folder)
        inner = sorted(path for path in folder.iterdir() if path.is_dir()) if own is None else []
        yield from (found for found in [own, *map(_program, inner)] if found is not None)


def _program(folder: Path) -> Path | None:
    names = [folder / f"{stem}{suffix}" for stem in ("solution", "accepted") for suffix in SUFFIXES]
    found = next((path for path in names if path.exists()), None)
    if found is not None or not any((folder / name).exists() for name in PACKAGES):
        return found
    # A package's reader asks for a program of it; which one doesn't matter to where its accepted ones lie.
    problem = pipeline.read_problem(Solution(folder / "solution.py", "python", b""))
    return next(iter(accepted_programs(problem, folder / "solution.py")), None)


def _done(job: Job) -> Outcome:
    """The job, done in a process of its own; how that failed is in the outcome."""
    failed = outcome_of(job, verdict=FAILED)
    made = done_apart(
        "slowpath.bench.rewrites.run", job, WALL_GRACE_S + WALL_PER_SECOND * job.seconds * (1 + job.again)
    )
    return replace(failed, failure=made) if isinstance(made, str) else decode(Outcome, made)


def wrong_summary(outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """How many planted versions there were, and what became of them, over all and by language and kind of bug.
    `got_through` are those that only the second search told apart; `alike` agreed twice."""
    counted = [made for made in outcomes if made.is_counted]
    kinds: dict[tuple[str, str], list[Outcome]] = {}
    for made in counted:
        kinds.setdefault((made.language, made.category), []).append(made)
    return {
        **_counts(counted),
        "not_built": sum(made.verdict == NOT_BUILT for made in outcomes),
        "too_easy": sum(made.verdict == TOO_EASY for made in outcomes),
        "failed": sum(made.verdict == FAILED for made in outcomes),
        "by_kind": [
            {"language": language, "category": category, **_counts(group)}
            for (language, category), group in sorted(kinds.items())
        ],
    }


def _counts(counted: Sequence[Outcome]) -> dict[str, int]:
    told = [made for made in counted if made.verdict == TOLD_APART]
    return {
        "versions": len(counted),
        "by_evidence": sum(made.by == "evidence" and not made.agreed_then for made in told),
        "by_search": sum(made.by == "search" for made in told),
        "by_speed": sum(made.by == NOT_FASTER for made in told),
        "got_through": sum(made.agreed_then for made in told),
        "alike": len(counted) - len(told),
    }


def gain_summary(outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """How many programs became faster, and by how much; a program that didn't counts as 1."""
    ratios = [made.geomean for made in outcomes if not made.failure]
    return {
        "ecco": ecco_rows(outcomes),
        "programs": len(outcomes),
        "failed": sum(bool(made.failure) for made in outcomes),
        "faster": sum(bool(made.origin) for made in outcomes),
        "much_faster": sum(bool(made.origin) and made.geomean >= MUCH_FASTER for made in outcomes),
        "geomean": math.exp(sum(map(math.log, ratios)) / len(ratios)) if ratios else 1.0,
    }


def _print_wrong(outcomes: Sequence[Outcome], summary: dict[str, Any]) -> None:
    table = Table("program", "planted", "change", "", "inputs agreed", title="Not told apart at once")
    for made in outcomes:
        if made.agreed_then or made.verdict in (AGREED, FAILED):
            said = "GOT THROUGH" if made.agreed_then else made.failure or "agreed twice"
            table.add_row(*map(Text, (made.program, made.label, made.change, said, f"{made.inputs_agreed:,}")))
    kinds = Table(
        "language",
        "kind of bug",
        "versions",
        "by evidence",
        "by search",
        "by speed",
        "got through",
        "agreed twice",
        title="Planted versions that pass the samples",
    )
    for row in (*summary["by_kind"], {"language": "", "category": "all", **summary}):
        kinds.add_row(
            *(
                str(row[name])
                for name in tuple("language category versions by_evidence by_search by_speed got_through alike".split())
            )
        )
    console = _console()
    console.print(table)
    console.print(kinds)
    console.print(
        f"Not counted: {summary['too_easy']} failed a sample, {summary['not_built']} didn't compile,"
        f" {summary['failed']} couldn't be tried."
    )


def _print_gains(outcomes: Sequence[Outcome], summary: dict[str, Any]) -> None:
    table = Table("program", "way", "changed by", "speed-up", "memory", "growth", "inputs agreed")
    for made in outcomes:
        if made.origin:
            growth = f"{made.growth_before} -> {made.growth_after}" if made.growth_before and made.growth_after else ""
            speed = f"{made.geomean:.3g} ({made.low:.3g}-{made.high:.3g})"
            cells = (
                made.program,
                made.way or RULES,
                made.origin,
                speed,
                f"{made.memory_reduction:.3g}",
                growth,
                f"{made.inputs_agreed:,}",
            )
        else:
            cells = (made.program, made.way or RULES, "", "none", "", made.failure or made.reason, "")
        table.add_row(*map(Text, cells))
    console = _console()
    console.print(table)
    print_ecco(summary["ecco"], console)
    console.print(
        f"{summary['faster']} of {summary['programs']} faster, {summary['much_faster']} at least"
        f" {MUCH_FASTER:g} times; geometric mean over all {summary['geomean']:.3g}."
    )


def _console() -> Console:
    """The terminal, or a file with room for all columns."""
    console = Console()
    return console if console.is_terminal else Console(width=WIDE)


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
