"""How a run failed, in a few words that are the same for two inputs that fail for the same reason.

What tells two failures apart is what ended the program (a signal, an exception's type, an assertion) and the line
where that is known: tracebacks of CPython and Java name it, and so do `assert` of C and C++ and glibc's own checks.
Values ("KeyError: 17") and addresses say nothing about the reason and stand in the detail alone.
"""

from __future__ import annotations

import re
import signal as signals
from collections import Counter
from dataclasses import dataclass

from slowpath.model.patterns import late_regex
from slowpath.model.verdict import Verdict

_STACK = "[slowpath] the stack overflowed"
_HINT = late_regex(r"^\[slowpath\] (?P<hint>(?!the stack overflowed).+)$", re.MULTILINE)
_FRAME = late_regex(r'^\s*File "(?P<file>[^"\n]*)", line (?P<line>\d+)', re.MULTILINE)
_PYTHON = late_regex(
    r"^(?P<type>[A-Za-z_][\w.]*(?:Error|Exception|Interrupt|Exit|Warning|Iteration|Group)?)"
    r"(?:: (?P<said>.*))?$"
)
_THROWN = late_regex(r"terminate called after throwing an instance of '(?P<type>[^'\n]*)'")
_ASSERTION = late_regex(r":(?P<line>\d+): .*?Assertion [`'](?P<text>[^\n]*)' failed")
_LIBRARY = late_regex(
    r"^(?:\*\*\* )?(?P<text>(?:free|malloc|realloc|calloc|munmap_chunk|corrupted|double free|"
    r"stack smashing|buffer overflow)[^\n:*]*(?::[^\n*]*)?)",
    re.MULTILINE,
)
_ENDLESS = "RecursionError"
_JAVA = late_regex(r'^Exception in thread "[^"\n]*" (?:[a-z_]\w*\.)*(?P<type>[\w$]+)', re.MULTILINE)
_JAVA_FRAME = late_regex(
    r"^\s*at (?:[\w.]+/)?(?!(?:java|javax|jdk|sun|slowpath)\.)[\w.$<>]+"
    r"\([\w$]+\.java:(?P<line>\d+)\)",
    re.MULTILINE,
)
_LINE = late_regex(r", line (\d+)$")
_MOST_SAID = 300
_WORDS = late_regex(r'^Exception in thread "[^"\n]*" [\w.$]+: (?P<java>.*)|^  what\(\):  (?P<cpp>.*)', re.MULTILINE)


@dataclass(frozen=True)
class Failure:
    """Why a run failed: `reason` is the same for all that fail alike, `detail` is what the program said, and behind it
    what explains that (`hint_of`)."""

    reason: str
    detail: str


def failure_of(
    verdict: Verdict,
    exit_code: int | None,
    signal: int | None,
    stderr_tail: bytes,
    file_name: str,
    limits: tuple[int | None, int],
) -> Failure:
    """What ended a run that failed. `file_name` is the program's, whose lines count; `limits` are those of memory and
    output in bytes."""
    said, hint = _parted(stderr_tail)
    thrown = _JAVA.search(said)
    lines = said[thrown.start() :].splitlines()[:3] if thrown is not None else said.splitlines()[-3:]
    detail = "\n".join(filter(None, ("\n".join(lines)[-_MOST_SAID:], hint)))
    memory_bytes, output_bytes = limits
    if verdict is Verdict.MEMORY_LIMIT:
        limit = f"more than {memory_bytes >> 20} MB of memory" if memory_bytes else "all of the memory"
        return Failure("out of memory", hint or f"It wants {limit}.")
    if verdict is Verdict.IDLENESS_LIMIT:
        return Failure("sleeps or waits until it is ended", detail or "It computes next to nothing meanwhile.")
    if verdict is Verdict.OUTPUT_LIMIT:
        return Failure("too much output", f"It prints more than {output_bytes >> 20} MB.")
    reason = _by_words(said, file_name)
    if reason:
        return Failure(reason, detail)
    if signal is not None:
        return Failure(signal_name(signal), detail)
    return Failure(f"exit code {exit_code}", detail)


def hint_of(detail: str) -> str:
    """What the target says that explains a failure, though the program doesn't: "the program wants a file; runs have
    standard input alone"; "" where nothing does."""
    found = _HINT.search(detail)
    return found["hint"] if found is not None else ""


def _parted(stderr_tail: bytes) -> tuple[str, str]:
    """The program's own words, and the target's line behind them."""
    said = stderr_tail.decode("utf-8", "replace").strip()
    found = _HINT.search(said)
    return (_HINT.sub("", said).strip(), found[0]) if found is not None else (said, "")


def words_of_failure(stderr_tail: bytes) -> str:
    """What explains a failure beside its reason, one row: the exception's words and the target's; "" where there are
    none."""
    said, hint = _parted(stderr_tail)
    return "; ".join(filter(None, (words_of_exception(said), hint_of(hint))))


def words_of_exception(said: str) -> str:
    """What the exception that ended the program says, one row of it: "Index 5 out of bounds for length 5"; "" where
    there is none, or it says nothing."""
    if _STACK in said and (calls := Counter(match["line"] for match in _JAVA_FRAME.finditer(said))):
        return f"the innermost calls are of line {calls.most_common(1)[0][0]}"
    found = _WORDS.search(said)
    if found is not None:
        return (found["java"] or found["cpp"] or "").strip()[:_MOST_SAID]
    last = _PYTHON.match(said.splitlines()[-1]) if _FRAME.search(said) else None
    return (last["said"] or "").strip()[:_MOST_SAID] if last is not None else ""


def line_of_reason(reason: str) -> int | None:
    """The line that a reason (`Failure.reason`) names, None where it names none."""
    found = _LINE.search(reason)
    return int(found[1]) if found is not None else None


def _by_words(said: str, file_name: str) -> str:
    if _STACK in said:
        return "stack overflow"
    if match := _ASSERTION.search(said):
        return f"assertion {match['text']}, line {match['line']}"
    if match := _THROWN.search(said):
        return match["type"]
    if match := _LIBRARY.search(said):
        return match["text"].strip()
    return _by_java(said) or _by_traceback(said, file_name)


def _by_java(said: str) -> str:
    """The type of the exception that a Java program ended with, and its innermost line of the program's own. A Java
    program is one file, whatever that is called."""
    thrown = _JAVA.search(said)
    if thrown is None:
        return ""
    frame = _JAVA_FRAME.search(said, thrown.end())
    return f"{thrown['type']}, line {frame['line']}" if frame else thrown["type"]


def _by_traceback(said: str, file_name: str) -> str:
    """The type of the exception in a traceback's last line, and the last line of the program in it; of endless
    recursion the type alone, since where it breaks off is chance."""
    frames = [
        match
        for match in _FRAME.finditer(said)
        if match["file"].replace("\\", "/").endswith(f"/{file_name}") or match["file"] == file_name
    ]
    last = _PYTHON.match(said.splitlines()[-1]) if frames else None
    if last is None:
        return ""
    if last["type"] == _ENDLESS:
        return _ENDLESS
    return f"{last['type']}, line {frames[-1]['line']}"


def signal_name(signal: int) -> str:
    """`SIGSEGV`; `signal 77` where it has no name."""
    try:
        return signals.Signals(signal).name
    except ValueError:
        return f"signal {signal}"
