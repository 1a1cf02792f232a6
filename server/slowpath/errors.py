"""Failures of our own, each with its remedy.

The user's program failing is never one of these: it is a `Verdict`. Every exception here says what went
wrong, where, and what to do, and carries the exit code that the command line ends with.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


class SlowpathError(Exception):
    """Base of every failure that is shown to the user.

    `message` says what and where in one sentence, `remedy` what to do about it; `code` is a stable
    word for machines (the `"code"` of the JSON error object) and `exit_code` the process's status;
    `details` are lines to show between the two, such as a compiler's messages.
    """

    code = "error"
    exit_code = 1

    def __init__(self, message: str, remedy: str = "") -> None:
        super().__init__(f"{message} {remedy}".strip())
        self.message = message
        self.remedy = remedy
        self.details: tuple[str, ...] = ()


class OutOfTime(BaseException):
    """What is under way has to end now, with what there is so far: its time is up.

    No `Exception`, so that no fence takes it for a failure of the part that it comes upon.
    """


class Interrupted(OutOfTime):
    """It has to end because somebody said so, whatever time is left."""


class UsageError(SlowpathError):
    """The command or request itself is wrong (exit code 2)."""

    code = "usage"
    exit_code = 2


class SourceUnreadable(SlowpathError):
    """The solution can't be read: missing, empty, binary, or of no known language (exit code 2)."""

    code = "source-unreadable"
    exit_code = 2


class SourceTooLarge(SourceUnreadable):
    """The file is larger than any program, so nothing looks at it (exit code 2)."""

    code = "source-too-large"


class ToolMissing(SlowpathError):
    """A compiler or interpreter that is needed was not found (exit code 3)."""

    code = "tool-missing"
    exit_code = 3


@dataclass(frozen=True)
class CompileMessage:
    """One compiler message. `line` and `column` are 1-based; `severity` is error, warning or note."""

    path: Path
    line: int
    column: int
    severity: str
    message: str


class CompileFailed(SlowpathError):
    """The user's program doesn't compile; `messages` are the compiler's own, in order (exit code 4)."""

    code = "compile-failed"
    exit_code = 4

    def __init__(self, message: str, remedy: str = "", messages: tuple[CompileMessage, ...] = ()) -> None:
        super().__init__(message, remedy)
        self.messages = messages
        self.details = tuple(
            f"{one.path}:{one.line}:{one.column}: {one.severity}: {one.message}" for one in self.messages
        )


class FormatUnknown(SlowpathError):
    """No input format fits what is known; says what didn't fit (exit code 5)."""

    code = "format-unknown"
    exit_code = 5


class NotDrivenByFiles(SlowpathError):
    """The problem is interactive, multi-pass or the like: no file of input drives its solutions (exit code 12)."""

    code = "special-problem"
    exit_code = 12


class FormatUnreadable(SlowpathError):
    """The input format that the user wrote can't be read (exit code 2). `line` and `column` are 1-based."""

    code = "format-unreadable"
    exit_code = 2

    def __init__(self, message: str, remedy: str = "", line: int = 0, column: int = 0) -> None:
        super().__init__(message, remedy)
        self.line = line
        self.column = column


class StoreUnwritable(SlowpathError):
    """The store's disk is full or not writable; what was found so far is still held (exit code 6)."""

    code = "store-unwritable"
    exit_code = 6


class TargetBroken(SlowpathError):
    """The built program can't be driven (it ends before `main`, its forkserver doesn't answer) (exit code 7)."""

    code = "target-broken"
    exit_code = 7


class ModelUnavailable(SlowpathError):
    """The language model's endpoint doesn't answer, refuses, or there is no recording to answer (exit code 8)."""

    code = "model-unavailable"
    exit_code = 8


class TokensSpent(SlowpathError):
    """The cap of tokens for this run leaves no room for another question (exit code 8)."""

    code = "tokens-spent"
    exit_code = 8


class InputInvalid(SlowpathError):
    """An input that was to be judged isn't valid, or nobody can tell (exit code 9)."""

    code = "input-invalid"
    exit_code = 9


class CheckerRefused(SlowpathError):
    """A checker may not be inserted: it doesn't compile, changes outputs or isn't faithful (exit code 10)."""

    code = "checker-refused"
    exit_code = 10


class AcceptedDisagree(SlowpathError):
    """Programs that are said to be right answer an input differently, or one fails on it (exit code 13). `outputs` are
    what they print, by their names, where that is what they differ in."""

    code = "accepted-disagree"
    exit_code = 13

    def __init__(
        self, message: str, remedy: str = "", data: bytes = b"", outputs: tuple[tuple[str, bytes], ...] = ()
    ) -> None:
        super().__init__(message, remedy)
        self.data = data
        self.outputs = outputs
