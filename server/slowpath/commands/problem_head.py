"""What a search says first: the problem, the format of its input, and remarks on both."""

from __future__ import annotations

from rich.console import Console

from slowpath.commands import console
from slowpath.model.format import FormatReport
from slowpath.model.problem import Problem
from slowpath.pipeline.remarks import format_remarks


def print_problem(out: Console, problem: Problem, report: FormatReport) -> None:
    """Prints them, the format dim and remarks yellow."""
    count = len(problem.samples)
    samples = f"{count or 'no'} sample{'' if count == 1 else 's'}"
    console.say(out, f"Problem: {problem.name} ({problem.layout}, {samples})")
    for line in report.text.strip().splitlines():
        console.say(out, f"  {line}", "dim")
    for remark in format_remarks(problem.notes, report):
        console.say(out, f"  {remark}", "yellow")
