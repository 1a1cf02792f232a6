"""Arguments that several commands share."""

from __future__ import annotations

import argparse
from pathlib import Path

from slowpath import settings
from slowpath.settings import Settings


def add_file(parser: argparse.ArgumentParser) -> None:
    """The program under test and the problem around it."""
    parser.add_argument("file", metavar="FILE", type=Path,
                        help="the solution: a .cpp or .py file that reads standard input")
    parser.add_argument("--problem", metavar="DIR", type=Path,
                        help="the folder of the statement and samples (default: found around FILE)")


def add_toolchain(parser: argparse.ArgumentParser) -> None:
    """Which compiler and interpreter, and the judge's flags."""
    group = parser.add_argument_group("toolchain")
    group.add_argument("--compiler", metavar="PATH",
                       help="the C++ compiler (default: g++, then clang++; or SLOWPATH_CXX)")
    group.add_argument("--flags", metavar="FLAGS",
                       help="the judge's compiler flags (default: '-O2 -std=c++17'; or SLOWPATH_CXXFLAGS)")
    group.add_argument("--python", metavar="PATH",
                       help="the interpreter for Python solutions (default: python3; or SLOWPATH_PYTHON)")


def add_format(parser: argparse.ArgumentParser) -> None:
    """A format written by hand instead of the inferred one."""
    parser.add_argument("--format", metavar="FILE", type=Path, dest="format_file",
                        help="an input format in its text form, instead of inferring one")


def add_json(parser: argparse.ArgumentParser) -> None:
    """Machine output."""
    parser.add_argument("--json", action="store_true", help="print one JSON object per line instead of text")


def load_settings(arguments: argparse.Namespace) -> Settings:
    """The settings with what the command line overrides."""
    return settings.load({"cpp_compiler": getattr(arguments, "compiler", None),
                          "cpp_flags": getattr(arguments, "flags", None),
                          "python_interpreter": getattr(arguments, "python", None)})
