"""`slowpath mcp`: a Model Context Protocol server, for agents that write programs."""

from __future__ import annotations

import argparse
from importlib import metadata
from pathlib import Path

from slowpath.commands import SUMMARIES, arguments
from slowpath.errors import ToolMissing

SDK_VERSION = "2"


def add(subparsers: argparse._SubParsersAction) -> None:
    """Declares the command."""
    parser = subparsers.add_parser(
        "mcp",
        help=SUMMARIES["mcp"],
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Serves the Model Context Protocol over standard input and output: an agent asks whether a program"
        " is fast and right,\nand gets the inputs that show it. docs/agents.md says how editors and agents"
        " start it.",
        epilog="examples:\n  slowpath mcp ~/contests\n  slowpath mcp --jail bubblewrap ~/contests ~/problems",
    )
    parser.add_argument(
        "folders",
        metavar="FOLDER",
        type=Path,
        nargs="*",
        help="where the files lie that an agent may name (default: the folder it is started in)",
    )
    arguments.add_toolchain(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Does it, until the client is gone. Returns the exit code. Raises `ToolMissing` without the protocol's package."""
    if _sdk_version() != SDK_VERSION:
        raise ToolMissing(
            f"The package mcp {SDK_VERSION}.x, which speaks the protocol, isn't installed.",
            "Install it with the extra: pip install 'slowpath[agents]'.",
        )
    from slowpath.agents.places import given_folders
    from slowpath.agents.server import serve

    serve(arguments.load_settings(options), given_folders(options.folders, Path.cwd()))
    return 0


def _sdk_version() -> str:
    """The first number of the installed version, "" for none."""
    try:
        return metadata.version("mcp").partition(".")[0]
    except metadata.PackageNotFoundError:
        return ""
