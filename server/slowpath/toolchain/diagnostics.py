"""A compiler's messages as values, at their places in the user's own file."""

from __future__ import annotations

import re
from pathlib import Path

from slowpath.errors import CompileMessage
from slowpath.model.patterns import late_regex

_MESSAGE = late_regex(
    r"^(?P<path>(?:[A-Za-z]:)?[^:\n]+):(?P<line>\d+):(?:(?P<column>\d+):)? "
    r"(?P<severity>fatal error|error|warning|note|sorry, unimplemented): (?P<message>.*)$"
)
_LINKER = late_regex(
    r"undefined reference to|multiple definition of|Undefined symbols|duplicate symbol"
    r"|cannot find -l|ld returned|linker command failed"
)
_MOST_MESSAGES = 200


def parse_messages(stderr: bytes, copy: str, original: Path) -> tuple[CompileMessage, ...]:
    """The messages in what g++ or clang++ wrote, in order; a note follows the message that it explains.

    `copy` is the path that the compiler was given for the file that the user knows as `original`. Messages of the
    linker, which has no lines, stand at line 1, column 1 of the user's file.
    """
    text = stderr.decode("utf-8", "replace")
    found = []
    for line in text.splitlines():
        match = _MESSAGE.match(line)
        if match:
            found.append(_placed(match, copy, original))
        elif _LINKER.search(line) and "ld returned" not in line and "linker command" not in line:
            found.append(CompileMessage(original, 1, 1, "error", line.strip()))
    return tuple(found[:_MOST_MESSAGES])


def _placed(match: re.Match[str], copy: str, original: Path) -> CompileMessage:
    severity = match["severity"] if match["severity"] in ("warning", "note") else "error"
    named = match["path"]
    path = original if named in (copy, f"./{copy}") else Path(named)
    return CompileMessage(
        path, int(match["line"]), int(match["column"] or 1), severity, match["message"].replace(copy, original.name)
    )


def fallback_message(stderr: bytes, original: Path) -> CompileMessage:
    """One message out of what a compiler said when none of it has a place."""
    said = [line for line in stderr.decode("utf-8", "replace").splitlines() if line.strip()]
    return CompileMessage(original, 1, 1, "error", " ".join(said[-3:]) or "the compiler failed without a word")


def summary(messages: tuple[CompileMessage, ...]) -> str:
    """The first error, with its place, in one line."""
    first = next((m for m in messages if m.severity == "error"), messages[0])
    return f"{first.path.name}:{first.line}:{first.column}: {first.message}"


def conditions_named(stderr: bytes, files: str) -> dict[int, str]:
    """Which conditions a compiler found fault with, by the numbers of their files (`files` and a number), and why.

    A condition is named by an error in it, by a note to an error (where a macro or a template was expanded), or in
    the lines that lead up to one.
    """
    named = late_regex(rf"{re.escape(files)}(\d+):")
    found: dict[int, str] = {}
    leading: list[int] = []
    last = ""
    for line in stderr.decode("utf-8", "replace").splitlines():
        numbers = [int(number) for number in named.findall(line)]
        match = _MESSAGE.match(line)
        severity = match["severity"] if match else ""
        if match and ("error" in severity or severity == "sorry, unimplemented"):
            last = match["message"]
            for number in (*leading, *numbers):
                found.setdefault(number, last)
            leading = []
        elif severity == "note":
            for number in numbers:
                found.setdefault(number, last)
        elif not match:
            leading += numbers
    return found
