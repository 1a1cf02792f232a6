"""Arguments that several commands share."""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable, Sequence
from pathlib import Path

from slowpath import pipeline, settings
from slowpath.errors import UsageError
from slowpath.llm.options import add_model_options, positive_int
from slowpath.model.campaign import ABLATIONS, Budget
from slowpath.model.format import FormatReport
from slowpath.model.languages import facts_of, listed
from slowpath.model.languages.cpp import FACTS as CPP
from slowpath.model.problem import Problem, Solution
from slowpath.settings import Settings

LARGEST_FLOAT = 1e7


def add_program(parser: argparse.ArgumentParser) -> None:
    """The program under test."""
    parser.add_argument(
        "file", metavar="FILE", type=Path, help=f"the solution: a program in {listed()} that reads standard input"
    )


def add_file(parser: argparse.ArgumentParser) -> None:
    """The program under test and the problem around it."""
    add_program(parser)
    parser.add_argument(
        "--problem",
        metavar="DIR",
        type=Path,
        help="the folder of the statement and samples (default: found around FILE)",
    )


def add_toolchain(parser: argparse.ArgumentParser) -> None:
    """Which compiler and interpreter, and the judge's flags."""
    group = parser.add_argument_group("toolchain")
    group.add_argument(
        "--compiler", metavar="PATH", help="the C++ compiler (default: g++, then clang++; or SLOWPATH_CXX)"
    )
    group.add_argument(
        "--flags",
        metavar="FLAGS",
        help="the judge's flags: of the C++ compiler (default: '-O2 -std=c++17 -DONLINE_JUDGE'; or SLOWPATH_CXXFLAGS),"
        " of java where FILE is in Java (default: '-XX:+UseSerialGC -Xss64m'; or SLOWPATH_JAVA_FLAGS)",
    )
    group.add_argument(
        "--python", metavar="PATH", help="the interpreter for Python solutions (default: python3; or SLOWPATH_PYTHON)"
    )
    group.add_argument(
        "--java-home",
        metavar="DIR",
        help="the folder of the JDK for Java solutions (default: JAVA_HOME, then that of PATH; or SLOWPATH_JAVA_HOME)",
    )
    group.add_argument(
        "--jail",
        metavar="NAME",
        choices=settings.JAILS,
        help="what holds the programs that are run: auto (default: the best that works here),"
        " bubblewrap, landlock, sandbox-exec, or off: they then run with your rights;"
        " or SLOWPATH_JAIL",
    )


def add_format(parser: argparse.ArgumentParser) -> None:
    """A format written by hand instead of the inferred one."""
    parser.add_argument(
        "--format",
        metavar="FILE",
        type=Path,
        dest="format_file",
        help="an input format in its text form, or a checktestdata script (.ctd), instead of inferring",
    )


def add_ablations(parser: argparse.ArgumentParser) -> None:
    """The ablations of WEDGE table 1, to measure what constraints are worth."""
    parser.add_argument(
        "--ablate",
        metavar="WHAT",
        choices=ABLATIONS,
        action="append",
        default=[],
        help="leave a part of the search out, to measure it: no-instrumentation (checkers don't feed"
        " the search), default-mutators (no constraint-aware mutation), no-constraints (neither),"
        " no-catalogue (no known patterns), no-feedback (nothing is chosen by cost or counters)",
    )


def add_model(parser: argparse.ArgumentParser) -> None:
    """Which language model, and recordings in its place."""
    group = parser.add_argument_group("language model")
    add_model_options(group)
    group.add_argument(
        "--samples", metavar="N", type=positive_int, default=5, help="how many answers to ask for (default: 5)"
    )
    group.add_argument(
        "--rounds",
        metavar="N",
        type=positive_int,
        default=3,
        help="how often each may be corrected (default: 3; of the ways of `generators` only stab is)",
    )


def add_budget(
    parser: argparse._ActionsContainer,
    default_s: float,
    *,
    seconds: str = "search this long",
    executions: str = "search this many executions; same seed, same result",
) -> None:
    """How long is searched, seconds or executions, in these words; `budget` reads it."""
    group = parser.add_mutually_exclusive_group()
    group.add_argument("--seconds", metavar="S", type=positive_float, help=f"{seconds} (default: {default_s:.0f})")
    group.add_argument("--executions", metavar="N", type=positive_int, help=executions)
    parser.set_defaults(default_seconds=default_s)


def budget(options: argparse.Namespace) -> Budget:
    """What `add_budget` declared."""
    if options.executions is not None:
        return Budget(None, options.executions)
    return Budget(options.seconds or options.default_seconds)


def positive_float(text: str) -> float:
    """An argument's value, in seconds or the like."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < LARGEST_FLOAT:
        raise argparse.ArgumentTypeError(f"not a number above 0 and below {LARGEST_FLOAT:g}: {text}")
    return value


def read_format(path: Path, problem: Problem) -> FormatReport:
    """The format in a file that `--format` names."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"--format {path}: can't be read ({error}).", "Give a text file.") from error
    return pipeline.format_from_text(text, path, problem)


def format_report(
    options: argparse.Namespace,
    problem: Problem,
    solution: Solution,
    chosen: Settings,
    others: Sequence[Solution] | None = None,
    ahead: Callable[[FormatReport], object] | None = None,
) -> FormatReport:
    """The format that `--format` names, else the inferred one, which takes a part of the time that the search has;
    `others` and `ahead` as in `pipeline.infer_format`."""
    if options.format_file is None:
        pipeline.must_be_driven_by_files(problem)
        search_s = getattr(options, "seconds", None) or math.inf
        return pipeline.infer_format(problem, solution, chosen, others, search_s=search_s, ahead=ahead)
    return read_format(options.format_file, problem)


def add_json(parser: argparse.ArgumentParser) -> None:
    """Machine output."""
    parser.add_argument("--json", action="store_true", help="print one JSON object per line instead of text")


def load_settings(arguments: argparse.Namespace) -> Settings:
    """The settings with what the command line overrides; flags are those of the program's language. Raises `UsageError`
    where the environment's can't be read."""
    facts = facts_of(arguments.file) if getattr(arguments, "file", None) is not None else None
    flags_setting = (facts.flags_setting if facts is not None else "") or CPP.flags_setting
    try:
        return settings.load(
            {
                "cpp_compiler": getattr(arguments, "compiler", None),
                flags_setting: getattr(arguments, "flags", None),
                "python_interpreter": getattr(arguments, "python", None),
                "java_home": getattr(arguments, "java_home", None),
                "jail": getattr(arguments, "jail", None),
                "llm_model": getattr(arguments, "model", None),
                "llm_base_url": getattr(arguments, "base_url", None),
            }
        )
    except ValueError as error:
        raise UsageError(f"{error}.", "Correct the environment variable, or unset it.") from error


def read_input(path: Path, option: str = "--input") -> bytes:
    """The bytes of an input file that an option names. Raises `UsageError` for one that can't be read."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise UsageError(f"{option} {path}: can't be read ({error.strerror}).", "Check the path.") from error
