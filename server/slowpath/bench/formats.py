"""`slowpath bench formats DATA`: do inferred formats hold? Infers, generates, and asks the problems' own validators.

Every problem folder below DATA, in any layout that is known: the format is inferred from it and its first accepted
solution, all given inputs must parse, and inputs that are generated from the format at small, medium and boundary
sizes are given to the validators of the package. Compiles and runs these: only for folders that you trust.
"""

from __future__ import annotations

import argparse
import json
import re
import resource
import statistics
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table
from rich.text import Text

from slowpath import pipeline
from slowpath import settings as settings_module
from slowpath.inputs.filling.generate import CannotGenerate, generate
from slowpath.inputs.filling.plan import Boundary, Plan
from slowpath.inputs.parsing.parse import parse
from slowpath.inputs.parsing.tokens import ParseError
from slowpath.inputs.printing import print_input
from slowpath.inputs.sizes.saturate import boundaries
from slowpath.inputs.sizes.sizes import scaled
from slowpath.inputs.validating.validate import violations
from slowpath.model.format import FormatReport, InputFormat
from slowpath.model.languages import SUFFIXES
from slowpath.model.ports import InputValidator
from slowpath.model.problem import Problem
from slowpath.settings import Settings

MARKS = ("info.toml", "problem.xml", "problem.yaml", "statement.md", "problem.md", "statement.txt")
SOLUTIONS = tuple(
    f"{stem}{suffix}"
    for stem in ("sol/correct", "solution", "submissions/accepted/*", "solutions/*", "sol/*", "*")
    for suffix in SUFFIXES
)
LEVELS_DOWN = 4
MEMORY_BYTES = 4 << 30
SMALL_SIZES = (3, 8, 30)
MEDIUM_SIZE = 1000
SHARES = {"small": 0.6, "medium": 0.3, "full": 0.1}
MOST_REASONS = 4


@dataclass(frozen=True)
class FormatRow:
    """What came of one problem. `reason` is "" where a format was inferred that all given inputs follow.

    `valid` of `generated` inputs passed the validators named in `judges`; without one `generated` is 0. `invalid`
    holds what they said of the others, with counts. Times are CPU seconds.
    """

    problem: str
    reason: str = ""
    given: int = 0
    generated: int = 0
    valid: int = 0
    judges: tuple[str, ...] = ()
    invalid: tuple[tuple[str, int], ...] = ()
    remarks: tuple[str, ...] = ()
    infer_s: float = 0.0
    saturate_s: float = 0.0
    format_text: str = ""

    @property
    def share(self) -> float | None:
        """The valid share of the generated inputs, None where nothing judged them."""
        return self.valid / self.generated if self.generated else None


def parser() -> argparse.ArgumentParser:
    """The bench's own arguments."""
    made = argparse.ArgumentParser(
        prog="slowpath bench formats",
        description="Infers the input format of every problem below DATA, generates "
        "inputs from it and gives them to the problem's own validators, which are compiled and run.",
    )
    made.add_argument("data", metavar="DATA", type=Path, help="a folder of problems, in any layout that is known")
    made.add_argument("--count", metavar="N", type=int, default=200, help="inputs a problem (default: 200)")
    made.add_argument("--only", metavar="NAME", action="append", default=[], help="only this problem; repeatable")
    made.add_argument(
        "--list", metavar="FILE", type=Path, help="only the problems named in FILE, one a line; # begins a comment"
    )
    made.add_argument("--most", metavar="M", type=int, help="at most so many problems, spread evenly over all")
    made.add_argument("--unaided", action="store_true", help="infer without reading the source of the validators")
    made.add_argument("--seed", metavar="K", type=int, default=0, help="seed of all randomness (default: 0)")
    made.add_argument("--json", action="store_true", help="print one JSON object per line")
    return made


def main(argv: Sequence[str]) -> int:
    """Runs the bench and prints its table. Returns 0; what fails is a row that says so."""
    options = parser().parse_args(argv)
    settings = settings_module.load()
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, resource.getrlimit(resource.RLIMIT_AS)[1]))
    made = []
    only = [*options.only, *(listed(options.list.read_text()) if options.list is not None else ())]
    found = list(find_problems(options.data, only))
    for name in sorted({*only} - {folder.name for folder, _ in found}):
        sys.stderr.write(f"{name}: no such problem below {options.data}, or none with a solution\n")
    for folder, solution in _spread(found, options.most):
        if not options.json:
            sys.stderr.write(f"{folder.name} ...\n")
        made.append(measured(folder, solution, settings, options.count, options.seed, options.unaided))
        if options.json:
            _print_json({"event": "problem", **_row_object(made[-1])})
    if options.json:
        _print_json({"event": "summary", **totals(made)})
    else:
        _print_table(made)
    return 0


def listed(text: str) -> list[str]:
    """The problems that a list names."""
    rows = (line.partition("#")[0].strip() for line in text.splitlines())
    return [row for row in rows if row]


def find_problems(data: Path, only: Sequence[str]) -> Iterator[tuple[Path, Path]]:
    """Problem folders below `data` with the solution to infer from, in the order of their paths."""
    for folder in _folders(data, LEVELS_DOWN):
        if only and folder.name not in only:
            continue
        solution = next((path for pattern in SOLUTIONS for path in sorted(folder.glob(pattern))), None)
        if solution is not None:
            yield folder, solution


def _spread(found: list[tuple[Path, Path]], most: int | None) -> list[tuple[Path, Path]]:
    """At most `most` of them, at even distances."""
    if most is None or most >= len(found):
        return found
    return [found[place * len(found) // most] for place in range(most)]


def _folders(folder: Path, levels: int) -> Iterator[Path]:
    if any((folder / name).is_file() for name in MARKS):
        yield folder
    elif levels > 0:
        for inner in sorted(path for path in folder.iterdir() if path.is_dir() and not path.name.startswith(".")):
            yield from _folders(inner, levels - 1)


def measured(
    folder: Path, solution_path: Path, settings: Settings, count: int, seed: int, unaided: bool = False
) -> FormatRow:
    """Everything about one problem; with `unaided` its validators judge, but aren't read for the format.

    A failure of ours is its reason, so that one problem can't end the bench.
    """
    try:
        solution = pipeline.read_solution(solution_path)
        problem = pipeline.read_problem(solution, folder)
        known = replace(problem, validators=()) if unaided else problem
        report, infer_s = _timed(lambda: pipeline.infer_format(known, solution))
        return _measured(folder, problem, report, settings, count, seed, infer_s)
    except Exception as error:
        return FormatRow(folder.name, f"crashed: {type(error).__name__} {error}".strip())


def _measured(
    folder: Path, problem: Problem, report: FormatReport, settings: Settings, count: int, seed: int, infer_s: float
) -> FormatRow:
    given = [(sample.name, sample.data) for sample in problem.samples]
    given += [(path.name, path.read_bytes()) for path in problem.tests]
    row = FormatRow(folder.name, _flaw(report, given), len(given), infer_s=infer_s, format_text=report.text)
    if report.format is None:
        return row
    fmt = report.format
    resolved, saturate_s = _timed(lambda: boundaries(fmt))
    judges, remarks = believed_judges(problem, settings, given)
    row = replace(row, saturate_s=saturate_s, judges=tuple(judge.name for judge in judges), remarks=tuple(remarks))
    return _judged(row, judges, generated_inputs(fmt, resolved, count, seed)) if judges else row


def _timed(make: Callable[[], Any]) -> tuple[Any, float]:
    began = time.process_time()
    made = make()
    return made, time.process_time() - began


def _flaw(report: FormatReport, given: Sequence[tuple[str, bytes]]) -> str:
    """Why the format isn't right for the given inputs, "" where it is."""
    if report.format is None:
        return "no format: " + "; ".join(f"{misfit.where}: {misfit.message}" for misfit in report.misfits[:2])
    for name, data in given:
        try:
            instance = parse(report.format, data)
        except ParseError as error:
            return f"{name}: {error}"
        if print_input(report.format, instance).split() != data.split():
            return f"{name}: doesn't print back to the same tokens"
        wrong = violations(report.format, instance, 1)
        if wrong:
            return f"{name}: {wrong[0]}"
    return ""


def believed_judges(
    problem: Problem, settings: Settings, given: Sequence[tuple[str, bytes]]
) -> tuple[list[InputValidator], list[str]]:
    """The validators that can be run and accept what is given, and what is to say of the others."""
    judges, remarks = [], []
    for judge in pipeline.open_validators(problem.validators, settings):
        refusal = next(
            (f"{name}: {verdict.reason}" for name, data in given if not (verdict := judge.validate(data)).valid), ""
        )
        if refusal:
            remarks.append(f"{judge.name}, not believed: {refusal}")
        else:
            judges.append(judge)
    return judges, remarks


def generated_inputs(
    fmt: InputFormat, resolved: Sequence[Boundary], count: int, seed: int, first: int = 0
) -> Iterator[tuple[str, bytes]]:
    """Inputs at "small", "medium" and "full" (boundary) sizes, in turn at random, least and greatest scalars.

    `first` is the boundary to begin with, for who asks for a few inputs several times.
    """
    rng = np.random.default_rng(seed)
    sizes = [boundary.sizes for boundary in resolved] or [{}]
    cases = [boundary.cases for boundary in resolved] or ["even"]
    # Sizes that a format rules out (`h*w >= 12`) are none of its small ones.
    small = [made for size in SMALL_SIZES if boundaries(made := scaled(fmt, size))] or [fmt]
    for number in range(int(count * SHARES["small"])):
        yield "small", _printed(small[number % len(small)], Plan(), rng)
    medium = scaled(fmt, MEDIUM_SIZE)
    for number in range(first, first + int(count * SHARES["medium"])):
        place = number % len(sizes)
        cut = {name: min(size, MEDIUM_SIZE) for name, size in sizes[place].items()}
        yield "medium", _printed(medium, Plan(sizes=cut, cases=cases[place]), rng)
    for number in range(first, first + count - int(count * SHARES["small"]) - int(count * SHARES["medium"])):
        place = number % len(sizes)
        yield "full", _printed(fmt, Plan(sizes=sizes[place], cases=cases[place]), rng)


def _printed(fmt: InputFormat, plan: Plan, rng: np.random.Generator) -> bytes:
    """The bytes of a generated input; none where it can't be made, which counts as invalid."""
    try:
        return print_input(fmt, generate(fmt, plan, rng))
    except CannotGenerate as error:
        return f"\0can't be generated: {error}".encode()


def _judged(row: FormatRow, judges: Sequence[InputValidator], inputs: Iterator[tuple[str, bytes]]) -> FormatRow:
    valid, generated, reasons = 0, 0, Counter[str]()
    for _, data in inputs:
        generated += 1
        reason = _refusal(judges, data)
        valid += not reason
        if reason:
            reasons[general_reason(reason)] += 1
    return replace(row, generated=generated, valid=valid, invalid=tuple(reasons.most_common(MOST_REASONS)))


def _refusal(judges: Sequence[InputValidator], data: bytes) -> str:
    if data.startswith(b"\0"):
        return data[1:].decode()
    verdicts = ((judge.name, judge.validate(data)) for judge in judges)
    return next((f"{name}: {verdict.reason}" for name, verdict in verdicts if not verdict.valid), "")


def general_reason(reason: str) -> str:
    """The reason without its numbers, so that like ones count together; characters that it quotes stay."""
    return re.sub(r"(?<!')\d+(?!')", "#", reason)[:200]


def totals(rows: Sequence[FormatRow]) -> dict[str, Any]:
    """What the rows come to."""
    judged = [row for row in rows if row.generated]
    generated = sum(row.generated for row in judged)
    return {
        "problems": len(rows),
        "inferred": sum(not row.reason for row in rows),
        "judged": len(judged),
        "all_valid": sum(row.valid == row.generated for row in judged),
        "generated": generated,
        "valid": sum(row.valid for row in judged),
        "valid_share": sum(row.valid for row in judged) / generated if generated else None,
        "median_infer_s": statistics.median(row.infer_s for row in rows) if rows else None,
        "median_saturate_s": statistics.median(row.saturate_s for row in rows) if rows else None,
    }


def _row_object(row: FormatRow) -> dict[str, Any]:
    return {
        "problem": row.problem,
        "ok": not row.reason,
        "reason": row.reason,
        "given": row.given,
        "generated": row.generated,
        "valid": row.valid,
        "valid_share": row.share,
        "judges": list(row.judges),
        "invalid": [{"reason": reason, "count": count} for reason, count in row.invalid],
        "remarks": list(row.remarks),
        "infer_s": row.infer_s,
        "saturate_s": row.saturate_s,
        "format": row.format_text,
    }


def _print_json(value: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n")
    sys.stdout.flush()


def _print_table(rows: Sequence[FormatRow]) -> None:
    out = Console(highlight=False, width=None if sys.stdout.isatty() else 200)
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("problem", no_wrap=True)
    for header in ("given", "valid", "infer", "saturate"):
        table.add_column(header, justify="right", no_wrap=True)
    table.add_column("what is wrong")
    for row in rows:
        share = "-" if row.share is None else f"{row.share:.1%}"
        wrong = "; ".join(
            [*filter(None, [row.reason]), *(f"{count}x {reason}" for reason, count in row.invalid), *row.remarks]
        )
        table.add_row(
            Text(row.problem, style="" if not row.reason else "red"),
            str(row.given),
            share,
            f"{row.infer_s:.2f} s",
            f"{row.saturate_s:.2f} s",
            Text(wrong or "ok"),
        )
    out.print(table)
    total = totals(rows)
    out.print(
        f"{total['inferred']} of {total['problems']} have a format that all given inputs follow. "
        f"{total['all_valid']} of {total['judged']} that were judged have no invalid input; "
        + (
            f"{total['valid_share']:.2%} of {total['generated']} generated inputs are valid."
            if total["generated"]
            else "nothing was judged."
        )
    )
    if rows:
        out.print(f"Medians: {total['median_infer_s']:.2f} s to infer, {total['median_saturate_s']:.2f} s to saturate.")
