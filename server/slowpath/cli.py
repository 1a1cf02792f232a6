"""The command line: parses arguments, runs one command, turns failures into messages and exit codes.

Exit codes: 0 done; 1 a failure without a code of its own; 2 wrong usage or an unreadable file; 3 a tool is
missing; 4 the program doesn't compile; 5 the input format is unknown; 6 results can't be written; 7 the
program can't be driven; 8 the language model isn't available; 9 an input isn't valid (`validate`); 10 a checker isn't
faithful (`check`); 11 a breaking input was found (`break --fail-on-found`); 12 the problem isn't driven by files of
input (interactive and the like); 13 right programs disagree (`tests`); 130 interrupted (the result so far is
printed).
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import keyword
import logging
import os
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from typing import NoReturn

from slowpath import __version__
from slowpath.commands import SUMMARIES
from slowpath.errors import SlowpathError, UsageError

INTERRUPTED_EXIT_CODE = 130


class _Parser(argparse.ArgumentParser):
    """A parser whose complaints are failures like any other."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message[:1].upper()}{message[1:]}.", f"See `{self.prog} --help`.")


class _Bug(SlowpathError):
    """Slowpath itself crashed."""

    code = "bug"


def parser(words: Sequence[str] | None = None) -> argparse.ArgumentParser:
    """The command line: whole, or enough to parse `words`. Only commands that they name are loaded: it takes long."""
    made = _Parser(
        prog="slowpath",
        description="Finds the inputs that make a program slow or wrong, shows why, and proves what it shows.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog="examples:\n  slowpath find main.cpp\n  slowpath break main.cpp --reference brute.py\n"
        "  slowpath profile main.cpp --input a.in --input b.in\n"
        "  slowpath editor .        (from a clone: a browser VS Code with the extension)\n\n"
        "exit codes: 0 done, 2 wrong usage, 3 a tool is missing, 4 doesn't compile, 5 input format unknown,\n"
        "            6 can't write results, 7 the program can't be driven, 8 no language model,\n"
        "            9 an input isn't valid, 10 a checker isn't faithful, 11 a breaking input was found (with\n"
        "            --fail-on-found), 12 the problem is interactive or the like,\n"
        "            13 right programs disagree, 130 interrupted",
    )
    made.add_argument("--version", action="version", version=f"slowpath {__version__}")
    made.add_argument("--verbose", "-v", action="store_true", help="log what happens to standard error")
    subparsers = made.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name, summary in SUMMARIES.items():
        if words is None or name in words:
            module = f"{name}_" if keyword.iskeyword(name) else name
            importlib.import_module(f"slowpath.commands.{module}").add(subparsers)
        else:
            subparsers.add_parser(name, help=summary)
    return made


def main(argv: Sequence[str] | None = None) -> int:
    """Runs the command in `argv` (default: the process's) and returns the exit code."""
    words = sys.argv[1:] if argv is None else argv
    as_json = "--json" in words
    began_s = time.monotonic()
    try:
        with _terminable():
            options = parser(words).parse_args(words)
            options.began_s = began_s
            logging.basicConfig(
                level=logging.DEBUG if options.verbose else logging.ERROR,
                stream=sys.stderr,
                format="%(levelname)s %(name)s: %(message)s",
            )
            return options.run(options)
    except SlowpathError as error:
        return _failed(error, as_json)
    except BrokenPipeError:
        # The reader of our output left; nothing more can be said, and the interpreter's own flush must not try.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return INTERRUPTED_EXIT_CODE
    except Exception as error:
        logging.getLogger(__name__).exception("the command crashed")
        return _failed(
            _Bug(
                f"The command crashed: {type(error).__name__}: {error}.",
                "This is a bug in Slowpath; please report it with what stands above.",
            ),
            as_json,
        )


@contextlib.contextmanager
def _terminable() -> Iterator[None]:
    """While it is entered, SIGTERM interrupts as Ctrl-C does, so that what was begun is cleared away."""
    before = None
    with contextlib.suppress(ValueError):  # not the main thread, which alone hears signals
        before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        if before is not None:
            signal.signal(signal.SIGTERM, before)


def _failed(error: SlowpathError, as_json: bool) -> int:
    from slowpath.commands import failing

    return failing.tell(error, as_json)


if __name__ == "__main__":
    sys.exit(main())
