"""What is written in any layout: the tests with all that belongs to them."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain, count
from pathlib import PurePosixPath
from typing import Any, Protocol

from slowpath.model.answers import DECIMALS, NUMBERS, REALS, AnswerRules
from slowpath.model.problem import Problem
from slowpath.model.testset import ChosenTest, Group, TestSet

Files = Iterator[tuple[str, bytes]]
"""Paths within the folder that is written, with "/", and what stands there."""
REPORT = "report.html"
ASSUMED_MEMORY_BYTES = 256 << 20


@dataclass(frozen=True)
class Program:
    """A program that is written along. `path` is the one within the package it came from ("" where it has none), `kind`
    accepted, wrong_answer, run_time_error or time_limit_exceeded."""

    name: str
    kind: str
    source: bytes = field(repr=False)
    path: str = ""


def placed(
    programs: Iterable[Program], path_of: Callable[[Program], str], kept: Collection[str] = ()
) -> Iterator[tuple[str, Program]]:
    """The programs with their paths, numbered where two would have the same, or something that is `kept` stands there.
    One that came from its very path stays there."""
    programs = list(programs)
    taken = {*kept, *(program.path for program in programs)}
    for program in programs:
        wanted = PurePosixPath(path_of(program))
        names = chain([wanted], (wanted.with_stem(f"{wanted.stem}-{number}") for number in count(2)))
        path = next(each for each in map(PurePosixPath.as_posix, names) if each == program.path or each not in taken)
        taken.add(path)
        yield path, program


@dataclass(frozen=True)
class Material:
    """All that a layout may write.

    `replays` are the tests' replay documents by their names; `script` is the validator in checktestdata, None where
    that can't follow the format, and `validators` the one in Python by the exit code with which it accepts (empty
    without a script). `kept` are files of the package that the tests were made for, by their paths in it: metadata,
    statement, validators, checker.
    """

    made: TestSet
    problem: Problem
    rules: AnswerRules
    replays: Mapping[str, dict[str, Any]]
    script: str | None
    validators: Mapping[int, str]
    programs: tuple[Program, ...]
    kept: Mapping[str, bytes]
    report: str

    @property
    def samples(self) -> tuple[ChosenTest, ...]:
        return tuple(test for test in self.made.tests if test.proposed.group is Group.SAMPLE)

    @property
    def secret(self) -> tuple[ChosenTest, ...]:
        return tuple(test for test in self.made.tests if test.proposed.group is not Group.SAMPLE)

    def replay(self, test: ChosenTest) -> bytes:
        """A test's replay document as a file."""
        return f"{json.dumps(self.replays[test.name], indent=1)}\n".encode()

    def kept_below(self, *folders: str) -> Files:
        """The kept files in these folders, and those of these names."""
        for path, data in self.kept.items():
            if "__pycache__/" in path:
                continue
            if path in folders or any(path.startswith(f"{folder}/") for folder in folders):
                yield path, data

    @property
    def memory_bytes(self) -> int:
        """The problem's memory limit, or what is written where it has none."""
        return self.problem.limits.memory_bytes or ASSUMED_MEMORY_BYTES

    @property
    def tolerance(self) -> float | None:
        """By how much numbers in answers may be off, None where answers hold none that may."""
        if self.rules.numbers in (REALS, NUMBERS):
            return max(self.rules.absolute, self.rules.relative)
        has_decimals = any(b"." in token for test in self.made.tests for token in test.answer[:4096].split())
        if self.rules.numbers == DECIMALS and has_decimals:
            return max(self.rules.absolute, self.rules.relative)
        return None


class Layout(Protocol):
    """Writes material as one layout has it."""

    def files(self, material: Material) -> Files:
        """The files, each path once."""
        ...
