"""`slowpath bench`: measurements that print ratios against a known worst, a peer or a limit."""

from __future__ import annotations

import argparse
import importlib

from slowpath.commands import SUMMARIES

BENCHES = {
    "constraints": "constraints confirmed, checkers faithful, and what guidance by them is worth",
    "determinism": "whether campaigns agree event for event, on several interpreters",
    "examples": "best found against the known worst input of every example",
    "executor": "executions per second and overhead of the search build against limits",
    "faults": "wrong programs of a benchmark that a search exposes, how soon, and how small",
    "formats": "inferred formats against the problems' own validators",
    "hacks": "a model's tests for wrong programs: how many are valid, and how many expose the fault",
    "inputs": "parsing, printing, mutating 200,000 integers against limits and plain Python",
    "jail": "executions per second in the jail over those without",
    "lsp": "answer times of the language server while a campaign runs",
    "memory": "memory of a search over time, against a limit",
    "packages": "formats of contest packages, judged by their secret inputs and validators",
    "rewrites": "planted wrong versions that the proof lets through, and what the rules gain",
    "search": "best found against PerfFuzz, AFL++, patterns alone, random and blind search",
    "strategies": "what each strategy brings: in the whole search, alone, and left out",
}


def add(subparsers: argparse._SubParsersAction) -> None:
    """Declares the command; the bench's own arguments follow its name."""
    parser = subparsers.add_parser(
        "bench",
        help=SUMMARIES["bench"],
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Measures Slowpath itself and prints ratios.",
        epilog="benches:\n"
        + "\n".join(f"  {name:11} {what}" for name, what in BENCHES.items())
        + "\n\nexamples:\n  slowpath bench examples\n  slowpath bench examples --only quicksort --seconds 10",
    )
    parser.add_argument("bench", choices=sorted(BENCHES), help="which one")
    parser.add_argument(
        "rest", nargs=argparse.REMAINDER, help="its own arguments; `slowpath bench NAME --help` lists them"
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Does it. Returns the exit code of the bench."""
    found = importlib.import_module(f"slowpath.bench.{options.bench}")
    if hasattr(found, "__path__"):  # A bench of several files.
        found = importlib.import_module(f"{found.__name__}.measure")
    return found.main(options.rest) or 0
