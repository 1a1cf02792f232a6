"""`slowpath replay`: writes exactly the same input bytes again."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from slowpath import pipeline
from slowpath.commands import SUMMARIES, arguments, console
from slowpath.errors import StoreUnwritable
from slowpath.model.origin import input_id
from slowpath.storage.whole import write_whole


def add(subparsers: argparse._SubParsersAction) -> None:
    """Declares the command."""
    parser = subparsers.add_parser(
        "replay",
        help=SUMMARIES["replay"],
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Makes the input that a replay file describes and writes its bytes, checked by their digest.",
        epilog="examples:\n  slowpath replay slow-1.replay.json > slow-1.in\n"
        "  slowpath replay slow-1.replay.json --output slow-1.in",
    )
    parser.add_argument("replay", metavar="REPLAY", type=Path, help="a *.replay.json file that `find` wrote")
    parser.add_argument("--output", "-o", metavar="FILE", type=Path, help="write here instead of to standard output")
    arguments.add_json(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Does it. Returns the exit code."""
    data = pipeline.replay(options.replay)
    if options.output is None and not options.json:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return 0
    path = options.output or options.replay.with_name(options.replay.name.removesuffix(".replay.json") + ".in")
    try:
        write_whole(path, data)
    except OSError as error:
        raise StoreUnwritable(f"{path}: can't be written ({error.strerror}).", "Choose another --output.") from error
    if options.json:
        console.print_json({"event": "replayed", "path": str(path), "size": len(data), "id": input_id(data)})
    return 0
