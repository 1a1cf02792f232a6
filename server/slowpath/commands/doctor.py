"""`slowpath doctor`: what was found on this machine, and what each missing thing costs."""

from __future__ import annotations

import argparse

from rich.table import Table
from rich.text import Text

from slowpath import __version__, pipeline
from slowpath.commands import SUMMARIES, arguments, console


def add(subparsers: argparse._SubParsersAction) -> None:
    """Declares the command."""
    parser = subparsers.add_parser(
        "doctor",
        help=SUMMARIES["doctor"],
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Says which compilers, interpreters, counters and services were found,"
        " and what each missing thing costs.",
        epilog="examples:\n  slowpath doctor\n  slowpath doctor --json",
    )
    arguments.add_toolchain(parser)
    arguments.add_json(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Does it. Returns the exit code: 0 when at least one language can be searched, else 3."""
    report = pipeline.doctor(arguments.load_settings(options))
    if options.json:
        console.print_json(
            {
                "event": "doctor",
                "version": __version__,
                "ready": report.ready,
                "findings": [
                    {"name": finding.name, "found": finding.found, "detail": finding.detail, "costs": finding.costs}
                    for finding in report.findings
                ],
            }
        )
    else:
        _print(report)
    return 0 if report.ready else 3


def _print(report: pipeline.DoctorReport) -> None:
    table = Table(box=None, pad_edge=False, header_style="bold")
    for header in ("", "what", "found"):
        table.add_column(header, overflow="fold")
    for finding in report.findings:
        mark = Text("ok", style="green") if finding.found else Text("--", style="yellow")
        detail = finding.detail if finding.found else f"{finding.detail} {finding.costs}".strip()
        table.add_row(mark, finding.name, Text(detail))
    console.console().print(table)
