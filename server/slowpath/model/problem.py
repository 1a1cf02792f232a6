"""A problem as its author gave it, and a solution to it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from slowpath.model.answers import AnswerRules
from slowpath.model.validation import ValidatorSource


@dataclass(frozen=True)
class Sample:
    """One given input with its expected output, or None where none is given. One that `is_judged` isn't a
    sample of the statement: somebody says that it is valid, or not."""

    name: str
    data: bytes
    answer: bytes | None = None
    is_judged: bool = False


@dataclass(frozen=True)
class ProblemLimits:
    """The problem's own limits; None where the source doesn't say."""

    time_s: float | None = None
    memory_bytes: int | None = None


@dataclass(frozen=True)
class NamedBound:
    """A bound that the package states in machine-readable form (`constants:`, `[params]`), and where."""

    name: str
    value: int
    source: str


@dataclass(frozen=True)
class Problem:
    """What is known of a problem. Everything may be empty: a bare source file is the commonest case.

    `layout` names the reader that recognised it; `root` is the folder it came from. `statement` is plain
    text, Markdown or LaTeX as found, `statement_path` its file. `tests` are the package's further inputs
    (paths, not read). `notes` are remarks for the user: what was found but couldn't be read, and why.
    `save_dir` is where this layout keeps tests, for saving new ones. `format_path` is the file in which the user
    wrote the input format down (it needn't be there yet: then `format_text` is empty, and it is where to write it).
    `invalid_inputs` are inputs that somebody who knows the problem says are invalid, those that he says are valid are
    among the samples; `judged_dirs` are where such verdicts are kept, new ones in the first.
    `solutions` are the files of the package's correct solutions, `references` those whose names say that they solve the
    same problem (`brute.cpp`); `answer_checker` is its program that judges outputs, None where tokens are compared;
    `answer_rules` is how its judge compares them (None where it doesn't say), `judged_apart` that it has a program of
    its own for that, which isn't there or can't be run.
    `special` says in a sentence what the problem is where no file of input alone drives its solutions (interactive,
    multi-pass, submit-answer), "" for any other.
    """

    name: str
    layout: str
    root: Path
    statement: str = ""
    statement_path: Path | None = None
    samples: tuple[Sample, ...] = ()
    tests: tuple[Path, ...] = ()
    limits: ProblemLimits = ProblemLimits()
    bounds: tuple[NamedBound, ...] = ()
    validators: tuple[ValidatorSource, ...] = ()
    save_dir: Path | None = None
    format_path: Path | None = None
    format_text: str = ""
    invalid_inputs: tuple[Sample, ...] = ()
    judged_dirs: tuple[Path, ...] = ()
    notes: tuple[str, ...] = ()
    solutions: tuple[Path, ...] = ()
    references: tuple[Path, ...] = ()
    answer_checker: ValidatorSource | None = None
    answer_rules: AnswerRules | None = None
    judged_apart: bool = False
    special: str = ""


@dataclass(frozen=True)
class Solution:
    """The program under test. `language` is a registered language id ("cpp", "python").

    `source` is the text as it was when read (an unsaved editor buffer may differ from the file).
    """

    path: Path
    language: str
    source: bytes
